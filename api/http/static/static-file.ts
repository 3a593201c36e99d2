/**
 * Responses whose bytes are known before the request: conditional requests, byte ranges, HEAD. Everything independent
 * of the request is prepared once, in `createStaticFile`.
 */
import type { FileBody, LazyBytes, RemoteFile } from '#common/file-types'

export interface StaticFile {
  readonly body: Blob | RemoteFile
  readonly size: number
  /** With its quotes. */
  readonly etag: string
  readonly full: ResponseInit
  readonly head: ResponseInit
  readonly notModified: ResponseInit
  /** Without length and range, for partial responses. */
  readonly headers: Record<string, string>
  /** False for an encoded body, of which a range is useless. */
  readonly ranges: boolean
}

interface FileOptions {
  /** Unique for these bytes in this encoding; becomes a strong ETag. */
  tag: string
  /** `Content-Type`, `Cache-Control` and other headers of the file. */
  headers: Record<string, string>
  /** False to ignore byte ranges. */
  ranges?: boolean
}

const sizeOf = (body: FileBody | LazyBytes): number =>
  body instanceof Uint8Array ? body.byteLength : body.size

/** Headers that describe a body and are omitted without one. */
const isOfBody = (name: string): boolean => /^content-(type|encoding|length|disposition)$/i.test(name)

/** Prepares a file to be sent many times. */
export function createStaticFile(
  body: FileBody | LazyBytes,
  { tag, headers, ranges = true }: FileOptions,
): StaticFile {
  const size = sizeOf(body)
  const etag = `"${tag}"`
  let given = body
  const own = { ...headers, ETag: etag, ...(ranges ? { 'Accept-Ranges': 'bytes' } : {}) }
  let full: ResponseInit | undefined
  let head: ResponseInit | undefined
  let notModified: ResponseInit | undefined
  // Created for the first response that needs it: most of a site's thousand files are never requested.
  return {
    get body() {
      // The bytes of a blob are not copied for each response.
      if (given instanceof Uint8Array) given = new Blob([given])
      else if ('read' in given) given = new Blob([given.read()])
      return given
    },
    size,
    etag,
    get full() {
      full ??= { headers: new Headers(own) }
      return full
    },
    get head() {
      head ??= { headers: new Headers({ ...own, 'Content-Length': String(size) }) }
      return head
    },
    get notModified() {
      notModified ??= {
        status: 304,
        headers: new Headers(Object.entries(own).filter(([name]) => !isOfBody(name))),
      }
      return notModified
    },
    headers: own,
    ranges,
  }
}

/** Whether an `If-None-Match` value names the tag. Weak comparison: RFC 9110, 13.1.2. */
export function matchesEtag(value: string, etag: string): boolean {
  if (value === etag || value.trim() === '*') return true
  return (value.match(/"[^"]*"/g) ?? ([] as string[])).includes(etag)
}

/** First and last byte of a range; `undefined` to send everything, `null` if it cannot be satisfied. */
export function parseRange(value: string, size: number): { first: number; last: number } | null | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(value)
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  if (match[1] === '') {
    const length = Number(match[2])
    return length === 0 || size === 0 ? null : { first: Math.max(0, size - length), last: size - 1 }
  }
  const first = Number(match[1])
  const last = match[2] === '' ? size - 1 : Number(match[2])
  if (last < first && match[2] !== '') return undefined
  return first >= size ? null : { first, last: Math.min(last, size - 1) }
}

function partOf(body: StaticFile['body'], first: number, last: number) {
  return body instanceof Blob ? body.slice(first, last + 1) : body.stream(first, last)
}

/** The body in the form that a response takes. */
export const toBodyInit = (body: StaticFile['body']) => (body instanceof Blob ? body : body.stream())

function sendRange(file: StaticFile, value: string): Response | undefined {
  const range = parseRange(value, file.size)
  if (range === undefined) return undefined
  if (range === null) {
    const headers = { ...file.headers, 'Content-Range': `bytes */${file.size}` }
    return new Response(null, { status: 416, headers })
  }
  const { first, last } = range
  const part = partOf(file.body, first, last)
  const headers = { ...file.headers, 'Content-Range': `bytes ${first}-${last}/${file.size}` }
  return new Response(part, { status: 206, headers })
}

/**
 * Responds to a GET or HEAD request with a file: 304 if the client has it, 206 or 416 for a range. Several ranges at
 * once get the whole file, as RFC 9110 (14.2) allows.
 */
export function sendFile(request: Request, file: StaticFile): Response {
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, file.etag)) return new Response(null, file.notModified)
  if (request.method === 'HEAD') return new Response(null, file.head)
  if (file.ranges) {
    const range = request.headers.get('range')
    if (range !== null) {
      // An If-Range that is a date never matches, because no Last-Modified is sent.
      const ifRange = request.headers.get('if-range')
      const partial = ifRange === null || ifRange === file.etag ? sendRange(file, range) : undefined
      if (partial) return partial
    }
  }
  return new Response(toBodyInit(file.body), file.full)
}
