import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, listFiles, writeWhole } from '#build/files'
import { type InlineHashes, securityHeaders, siteContentSecurityPolicy } from '#contract/security-headers'
import {
  LARGE_FILE,
  PANEL_PAGE,
  SITE_MANIFEST,
  SITE_PACK,
  type SiteFile,
  type SiteManifest,
} from '#contract/site-manifest'
import { fallbacks, redirects, series } from './addresses.ts'
import { contentType } from './content-types.ts'

/** Files for a CDN, and compressed variants, have no URL of their own. */
const isServed = (path: string): boolean => !/^_(headers|redirects)$|\.(br|gz)$/.test(path)

/** File names that change with the content: Astro's, ours, and those of parts of the search index. */
const isImmutable = (path: string): boolean =>
  /^(_astro|previews|reference)\/|^pagefind\/((fragment|index)\/|.*\.pf_meta$)/.test(path)

const suffixOf = { identity: '', br: '.br', gzip: '.gz' }

async function describeFile(site: string, path: string): Promise<SiteFile> {
  const data = await readFile(join(site, path))
  return {
    path,
    size: data.byteLength,
    hash: hashOf(data),
    type: contentType(path),
    immutable: isImmutable(path),
    encodings: [
      ...(existsSync(join(site, `${path}.br`)) ? (['br'] as const) : []),
      ...(existsSync(join(site, `${path}.gz`)) ? (['gzip'] as const) : []),
    ],
  }
}

/** Collects bytes one after the other, and where each began. */
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
  for (const path of [PANEL_PAGE, `${PANEL_PAGE}.br`, `${PANEL_PAGE}.gz`]) {
    if (existsSync(join(site, path))) await rename(join(site, path), join(server, path))
  }
}

/** Writes the manifest and the pack of the finished site for the server. */
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
  const headers = securityHeaders(siteContentSecurityPolicy(hashes), publicOrigin)
  const panel = existsSync(join(server, PANEL_PAGE))
    ? await pack.add(server, await describeFile(server, PANEL_PAGE))
    : undefined
  const described = { headers, redirects, fallbacks, series, files, panel }
  const manifest = { buildId: hashOf(JSON.stringify(described)), ...described }
  await writeWhole(join(server, SITE_PACK), pack.bytes())
  await writeWhole(join(server, SITE_MANIFEST), JSON.stringify(manifest))
  return manifest
}
