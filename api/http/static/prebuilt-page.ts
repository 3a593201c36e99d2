/** A path of the built site as the server knows it, and how it is sent. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { LazyBytes } from '#common/file-types'
import { getSiteCacheControl, LARGE_FILE, type PackedBytes, type SiteFile } from '#contract/site-manifest'
import { type ContentEncoding, listAcceptedEncodings } from './content-encoding.ts'
import { createStaticFile, type StaticFile, toBodyInit } from './static-file.ts'

const suffixes: Record<ContentEncoding, string> = { identity: '', br: '.br', gzip: '.gz' }

/** One path, in every available encoding. */
export type Page = Partial<Record<ContentEncoding, StaticFile>> & { identity: StaticFile; status: 200 | 404 }

/** The pages made for status 404 keep it when they are requested by name. */
const isNotFound = (path: string): boolean => /(^|\/)404\.html$/.test(path)

/** Reads bytes of the pack when they are first sent. */
export type Pack = (bytes: PackedBytes) => LazyBytes

/**
 * Opens the pack of the site. It stays open, so a newer build that replaces it on disk changes nothing. Throws if it is
 * missing, or for bytes beyond its end.
 */
export function openPack(path: string): Pack {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  return ([at, length]) => {
    if (at + length > size) {
      closeSync(file)
      throw new Error(`${path} is shorter than stated in the manifest; rebuild the site`)
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

/** Where the files of a site are: individually, or together if the build packed them. */
export interface SiteSource {
  folder: string
  pack: Pack | undefined
  /** Headers of every file. */
  common: Record<string, string>
}

/** Opens a file of the site in all its encodings. Throws if it is missing. */
export function loadPage({ folder, pack, common }: SiteSource, file: SiteFile): Page {
  const headers = { 'Content-Type': file.type, 'Cache-Control': getSiteCacheControl(file), ...common }
  const open = (coding: ContentEncoding) => {
    const packed = file.packed?.[coding]
    if (pack && packed) return pack(packed)
    const path = join(folder, file.path + suffixes[coding])
    return file.size > LARGE_FILE ? Bun.file(path) : readFileSync(path)
  }
  const load = (coding: ContentEncoding, tag: string, extra: Record<string, string>) => {
    const ranges = coding === 'identity'
    return createStaticFile(open(coding), { tag, headers: { ...headers, ...extra }, ranges })
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

/** The encoding that the client prefers; the plain file for a byte range. */
export function selectEncoding(request: Request, page: Page): StaticFile {
  if (request.headers.has('range')) return page.identity
  for (const coding of listAcceptedEncodings(request.headers.get('accept-encoding'))) {
    const file = page[coding]
    if (file) return file
  }
  return page.identity
}

/** Sends a page with status 404: no ETag and no range, as there is nothing to revalidate. */
export function sendNotFound(request: Request, page: Page): Response {
  const file = selectEncoding(request, page)
  const headers = new Headers(file.headers)
  headers.delete('ETag')
  headers.delete('Accept-Ranges')
  if (request.method === 'HEAD') headers.set('Content-Length', String(file.size))
  return new Response(request.method === 'HEAD' ? null : toBodyInit(file.body), { status: 404, headers })
}
