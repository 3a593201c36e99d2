import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { hashParts, listFiles, writeFileAtomic } from '#build/file-utils'
import {
  getSecurityHeaders,
  getSiteContentSecurityPolicy,
  type InlineHashes,
} from '#contract/security-headers'
import {
  ADMIN_PAGE_FILE,
  LARGE_FILE,
  SITE_MANIFEST_FILE,
  SITE_PACK,
  type SiteFile,
  type SiteManifest,
} from '#contract/site-manifest'
import { contentType } from './content-types.ts'
import { fallbacks, redirects, series } from './redirects.ts'

/** Files for a CDN and compressed variants have no URL of their own. */
const isServed = (path: string): boolean => !/^_(headers|redirects)$|\.(br|gz)$/.test(path)

/** File names that change with the content: Astro's, ours, and those of search index parts. */
const isImmutable = (path: string): boolean =>
  /^(_astro|previews|reference)\/|^pagefind\/((fragment|index)\/|.*\.pf_meta$)/.test(path)

const suffixOf = { identity: '', br: '.br', gzip: '.gz' }

async function describeFile(site: string, path: string): Promise<SiteFile> {
  const data = await readFile(join(site, path))
  return {
    path,
    size: data.byteLength,
    hash: hashParts(data),
    type: contentType(path),
    immutable: isImmutable(path),
    encodings: [
      ...(existsSync(join(site, `${path}.br`)) ? (['br'] as const) : []),
      ...(existsSync(join(site, `${path}.gz`)) ? (['gzip'] as const) : []),
    ],
  }
}

/** Concatenates bytes and records their offsets. */
function createPack() {
  const bodies: Uint8Array[] = []
  let length = 0
  return {
    /** Adds a file of a folder in all its encodings. */
    async add(folder: string, file: SiteFile): Promise<SiteFile> {
      if (file.size > LARGE_FILE) return file
      const packed: SiteFile['packed'] = {}
      for (const coding of ['identity', ...file.encodings] as const) {
        const body = await readFile(join(folder, file.path + suffixOf[coding]))
        packed[coding] = [length, body.byteLength]
        bodies.push(body)
        length += body.byteLength
      }
      return { ...file, packed }
    },
    bytes: () => Buffer.concat(bodies, length),
  }
}

/**
 * Moves the administrators' page out of the site, where it would have a public URL, to the files that only the server
 * reads.
 */
export async function hidePanel(site: string, server: string): Promise<void> {
  await mkdir(server, { recursive: true })
  for (const path of [ADMIN_PAGE_FILE, `${ADMIN_PAGE_FILE}.br`, `${ADMIN_PAGE_FILE}.gz`]) {
    if (existsSync(join(site, path))) await rename(join(site, path), join(server, path))
  }
}

/** Writes the manifest and pack of the finished site for the server. */
export async function writeManifest(
  site: string,
  server: string,
  hashes: InlineHashes,
  publicOrigin: string | undefined,
): Promise<SiteManifest> {
  const paths = (await listFiles(site)).filter(isServed)
  const pack = createPack()
  const files: SiteFile[] = []
  for (const path of paths) files.push(await pack.add(site, await describeFile(site, path)))
  const headers = getSecurityHeaders(getSiteContentSecurityPolicy(hashes), publicOrigin)
  const panel = existsSync(join(server, ADMIN_PAGE_FILE))
    ? await pack.add(server, await describeFile(server, ADMIN_PAGE_FILE))
    : undefined
  const described = { headers, redirects, fallbacks, series, files, panel }
  const manifest = { buildId: hashParts(JSON.stringify(described)), ...described }
  await writeFileAtomic(join(server, SITE_PACK), pack.bytes())
  await writeFileAtomic(join(server, SITE_MANIFEST_FILE), JSON.stringify(manifest))
  return manifest
}
