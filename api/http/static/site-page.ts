/** A path of the built site as it is kept in memory, and how it is sent. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SiteFile, siteCacheControl } from '#contract/site-manifest'
import { acceptedCodings, type Coding } from './content-encoding.ts'
import { makeStaticFile, type StaticFile, wholeOf } from './static-file.ts'

/** Larger files are streamed from disk. */
const MEMORY_LIMIT = 2 * 1024 * 1024

const suffixes: Record<Exclude<Coding, 'identity'>, string> = { br: '.br', gzip: '.gz' }

/** One path, in every available encoding. */
export type Page = Partial<Record<Coding, StaticFile>> & { identity: StaticFile; status: 200 | 404 }

/** The pages made for status 404 have it also when they are requested by name. */
const isNotFound = (path: string): boolean => /(^|\/)404\.html$/.test(path)

/** Reads a file of the site in all its encodings, with `common` among its headers. Throws when it is missing. */
export function loadPage(siteDir: string, file: SiteFile, common: Record<string, string>): Page {
  const headers = { 'Content-Type': file.type, 'Cache-Control': siteCacheControl(file), ...common }
  const load = (suffix: string, tag: string, extra: Record<string, string>, ranges: boolean) => {
    const path = join(siteDir, file.path + suffix)
    const body = file.size > MEMORY_LIMIT ? Bun.file(path) : readFileSync(path)
    return makeStaticFile(body, { tag, headers: { ...headers, ...extra }, ranges })
  }
  const vary: Record<string, string> = file.encodings.length > 0 ? { Vary: 'Accept-Encoding' } : {}
  const page: Page = { identity: load('', file.hash, vary, true), status: isNotFound(file.path) ? 404 : 200 }
  for (const coding of file.encodings) {
    const extra = { ...vary, 'Content-Encoding': coding }
    page[coding] = load(suffixes[coding], `${file.hash}-${coding}`, extra, false)
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
