/** A path of the built site as the server knows it, and how it is sent. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { LazyBytes } from '#common/files'
import { LARGE_FILE, type PackedBytes, type SiteFile, siteCacheControl } from '#contract/site-manifest'
import { acceptedCodings, type Coding } from './content-encoding.ts'
import { makeStaticFile, type StaticFile, wholeOf } from './static-file.ts'

const suffixes: Record<Coding, string> = { identity: '', br: '.br', gzip: '.gz' }

/** One path, in every available encoding. */
export type Page = Partial<Record<Coding, StaticFile>> & { identity: StaticFile; status: 200 | 404 }

/** The pages made for status 404 have it also when they are requested by name. */
const isNotFound = (path: string): boolean => /(^|\/)404\.html$/.test(path)

/** Reads bytes of the pack when they are first sent. */
export type Pack = (bytes: PackedBytes) => LazyBytes

/**
 * Opens the pack of the site. It stays open: a newer build that takes its place on the disk changes nothing. Throws
 * when it is missing, and for bytes beyond its end.
 */
export function openPack(path: string): Pack {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  return ([at, length]) => {
    if (at + length > size) {
      closeSync(file)
      throw new Error(`${path} is shorter than its manifest says: build the site again`)
    }
    return {
      size: length,
      read() {
        const bytes = new Uint8Array(length)
        if (readSync(file, bytes, 0, length, at) < length) throw new Error(`${path} was cut`)
        return bytes
      },
    }
  }
}

/** Where the files of a site are: one by one, and together where the build packed them. */
export interface SiteSource {
  folder: string
  pack: Pack | undefined
  /** Headers of every file. */
  common: Record<string, string>
}

/** Opens a file of the site in all its encodings. Throws when it is missing. */
export function loadPage({ folder, pack, common }: SiteSource, file: SiteFile): Page {
  const headers = { 'Content-Type': file.type, 'Cache-Control': siteCacheControl(file), ...common }
  const open = (coding: Coding) => {
    const packed = file.packed?.[coding]
    if (pack && packed) return pack(packed)
    const path = join(folder, file.path + suffixes[coding])
    return file.size > LARGE_FILE ? Bun.file(path) : readFileSync(path)
  }
  const load = (coding: Coding, tag: string, extra: Record<string, string>) => {
    const ranges = coding === 'identity'
    return makeStaticFile(open(coding), { tag, headers: { ...headers, ...extra }, ranges })
  }
  const vary: Record<string, string> = file.encodings.length > 0 ? { Vary: 'Accept-Encoding' } : {}
  const page: Page = {
    identity: load('identity', file.hash, vary),
    status: isNotFound(file.path) ? 404 : 200,
  }
  for (const coding of file.encodings) {
    const extra = { ...vary, 'Content-Encoding': coding }
    page[coding] = load(coding, `${file.hash}-${coding}`, extra)
  }
  return page
}

/** The encoding that the client prefers; the plain file for a range of bytes. */
export function pickFile(request: Request, page: Page): StaticFile {
  if (request.headers.has('range')) return page.identity
  for (const coding of acceptedCodings(request.headers.get('accept-encoding'))) {
    const file = page[coding]
    if (file) return file
  }
  return page.identity
}

/** Sends a page with status 404: no ETag and no range, as there is nothing to revalidate. */
export function sendNotFound(request: Request, page: Page): Response {
  const file = pickFile(request, page)
  const headers = new Headers(file.headers)
  headers.delete('ETag')
  headers.delete('Accept-Ranges')
  if (request.method === 'HEAD') headers.set('Content-Length', String(file.size))
  return new Response(request.method === 'HEAD' ? null : wholeOf(file.body), { status: 404, headers })
}
