/** How an answer of the API looks on the wire: headers, entity tags, and answers made once for many. */
import type { CacheRule, Endpoint } from '#contract/endpoint'
import { apiContentSecurityPolicy, securityHeaders } from '#contract/security-headers'
import {
  type Compressed,
  type CompressionLevel,
  compress,
  compressionFor,
  isCompressible,
} from '#http/static/compression'
import { namesTag } from '#http/static/static-file'

const JSON_TYPE = 'application/json; charset=utf-8'

let common = securityHeaders(apiContentSecurityPolicy, undefined)

/** Says where people reach us, which decides whether browsers are told to insist on TLS; called once at start. */
export function setPublicOrigin(origin: string): void {
  common = securityHeaders(apiContentSecurityPolicy, origin)
}

/** Headers that every answer of the API has. */
export function apiHeaders(requestId: string): Record<string, string> {
  return { ...common, 'x-request-id': requestId }
}

const cacheControl = ({ maxAge, staleWhileRevalidate }: CacheRule): string =>
  // Kept all the same, but never used without asking (RFC 9111, 5.2.2.4).
  maxAge === 0
    ? 'public, no-cache'
    : `public, max-age=${maxAge}${staleWhileRevalidate ? `, stale-while-revalidate=${staleWhileRevalidate}` : ''}`

const entityHash = (body: string): string => Bun.hash(body).toString(36)

const VARY = { vary: 'accept-encoding' }

/** What a handler answers with when its descriptor declares headers. */
export class ResponseWithHeaders<T> {
  readonly data: T
  readonly headers: Readonly<Record<string, string>>

  constructor(data: T, headers: Readonly<Record<string, string>>) {
    this.data = data
    this.headers = headers
  }
}

/** What a handler answered, apart from the headers it declared; others do not leave. */
export function splitHeaders<T>(
  { headers: declared = {} }: Endpoint,
  result: T | ResponseWithHeaders<T>,
): { data: T; headers?: Record<string, string> } {
  if (!(result instanceof ResponseWithHeaders)) return { data: result }
  const headers = Object.entries(result.headers).filter(([name]) => Object.hasOwn(declared, name))
  return { data: result.data, headers: Object.fromEntries(headers) }
}

interface SharedParts {
  /** Media type of the body; JSON unless it says otherwise. */
  type?: string | undefined
  /** Sent beside those every answer has, on a 304 too: a cache brings its copy up to date with them. */
  headers?: Readonly<Record<string, string>> | undefined
  /** How hard it is compressed; `each` for an answer that is not kept. */
  effort?: CompressionLevel
}

/** A body in one content coding, with the headers it is sent with. */
interface Representation {
  body: string | Uint8Array<ArrayBuffer>
  /** Its entity tag; each coding has one of its own (RFC 9110, 8.8.3.3). */
  tag: string
  full: ResponseInit
  notModified: ResponseInit
}

/**
 * An answer that many callers share: its bytes and headers are made once and sent until they change.
 * It has no request id, as it belongs to no single request, nor does a copy that a CDN hands on.
 */
export interface SharedResponse extends Representation {
  body: string
  /** The compressed form, made when it is first asked for; undefined for a body too short for it. */
  compressed?: (coding: Compressed) => Representation
}

/** Makes an answer for sharing of its body. */
export function serialiseResponse(
  body: string,
  cache: CacheRule,
  { type = JSON_TYPE, headers: own, effort = 'once' }: SharedParts = {},
): SharedResponse {
  const hash = entityHash(body)
  const packs = isCompressible(body)
  const base = { ...common, 'cache-control': cacheControl(cache), ...(packs && VARY), ...own }
  const represent = <B>(content: B, tag: string, coding?: Compressed) => {
    const headers = { ...base, etag: tag }
    const ofBody = { 'content-type': type, ...(coding && { 'content-encoding': coding }) }
    return {
      body: content,
      tag,
      // Headers objects: copying one costs a tenth of reading a plain object anew for each answer.
      full: { headers: new Headers({ ...headers, ...ofBody }) },
      notModified: { status: 304, headers: new Headers(headers) },
    }
  }
  const plain = represent(body, `"${hash}"`)
  if (!packs) return plain
  const made = new Map<Compressed, Representation>()
  const compressed = (coding: Compressed): Representation => {
    const known = made.get(coding)
    if (known) return known
    const bytes = compress(body, coding, effort)
    const representation = represent(bytes, `"${hash}-${coding}"`, coding)
    made.set(coding, representation)
    return representation
  }
  return { ...plain, compressed }
}

/** Sends a shared answer, compressed where the caller takes that, or 304 when the caller has it. */
export function sendCached(answer: SharedResponse, request: Request): Response {
  const coding = answer.compressed && compressionFor(request)
  const { body, tag, full, notModified } = (coding && answer.compressed?.(coding)) || answer
  const known = request.headers.get('if-none-match')
  return known !== null && namesTag(known, tag) ? new Response(null, notModified) : new Response(body, full)
}

interface PrivateParts {
  status: number
  requestId: string
  headers?: Readonly<Record<string, string>> | undefined
  /** The read that asked for it, if it may be compressed. */
  request?: Request | undefined
}

/** Sends plain data as JSON that nobody may keep. */
export function sendPrivate(
  data: unknown,
  { status, requestId, headers: own, request }: PrivateParts,
): Response {
  const headers = { ...apiHeaders(requestId), ...own }
  headers['content-type'] = JSON_TYPE
  headers['cache-control'] = 'no-store'
  const text = JSON.stringify(data)
  if (!request || !isCompressible(text)) {
    return new Response(text, { status, headers })
  }
  headers.vary = VARY.vary
  const coding = compressionFor(request)
  if (!coding) return new Response(text, { status, headers })
  headers['content-encoding'] = coding
  return new Response(compress(text, coding, 'each'), { status, headers })
}
