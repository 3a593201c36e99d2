/** Format of the API's responses: headers, entity tags, and responses shared by many callers. */
import { getService } from '#common/service-container'
import type { CacheRule, Endpoint, ResponseSchema } from '#contract/endpoint'
import { apiContentSecurityPolicy, getSecurityHeaders } from '#contract/security-headers'
import {
  type CompressionEncoding,
  type CompressionLevel,
  compress,
  isCompressible,
  negotiateCompression,
} from '#http/static/compression'
import { matchesEtag } from '#http/static/static-file'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Whether a response stays open until the client disconnects. */
export const isStream = ({ response }: Endpoint): boolean =>
  isBinaryResponse(response) && response.raw.startsWith('text/event-stream')

/** Whether an endpoint sends bytes instead of JSON. */
export const isBinaryResponse = (response: ResponseSchema): response is { raw: string } => 'raw' in response

/** Security headers by public origin, which determines the header for TLS (HSTS). */
const byOrigin = new Map<string, Record<string, string>>()

function commonHeaders(): Record<string, string> {
  const origin = getService('publicOrigin')
  const known = byOrigin.get(origin)
  if (known) return known
  const headers = getSecurityHeaders(apiContentSecurityPolicy, origin)
  byOrigin.set(origin, headers)
  return headers
}

/** Headers of every API response. */
export function getApiHeaders(requestId: string): Record<string, string> {
  return { ...commonHeaders(), 'x-request-id': requestId }
}

const cacheControl = ({ maxAge, staleWhileRevalidate, immutable }: CacheRule): string =>
  // Stored, but never used without revalidation (RFC 9111, 5.2.2.4).
  maxAge === 0
    ? 'public, no-cache'
    : `public, max-age=${maxAge}${staleWhileRevalidate ? `, stale-while-revalidate=${staleWhileRevalidate}` : ''}${immutable ? ', immutable' : ''}`

const entityHash = (body: string): string => Bun.hash(body).toString(36)

const VARY = { vary: 'accept-encoding' }

/** A handler's result when its descriptor declares headers. */
export class ResponseWithHeaders<T> {
  readonly data: T
  readonly headers: Readonly<Record<string, string>>

  constructor(data: T, headers: Readonly<Record<string, string>>) {
    this.data = data
    this.headers = headers
  }
}

/** Splits a handler's result into data and declared headers; other headers are dropped. */
export function splitHeaders<T>(
  { headers: declared = {} }: Endpoint,
  result: T | ResponseWithHeaders<T>,
): { data: T; headers?: Record<string, string> } {
  if (!(result instanceof ResponseWithHeaders)) return { data: result }
  const headers = Object.entries(result.headers).filter(([name]) => Object.hasOwn(declared, name))
  return { data: result.data, headers: Object.fromEntries(headers) }
}

interface SharedParts {
  /** Media type of the body; JSON by default. */
  type?: string | undefined
  /** Sent in addition to those of every response, also on a 304: a cache updates its copy with them. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Compression level; `each` for a response that is not cached. */
  effort?: CompressionLevel
}

/** A body in one content coding, with its response headers. */
interface Representation {
  body: string | Uint8Array<ArrayBuffer>
  /** Its entity tag; each coding has a different one (RFC 9110, 8.8.3.3). */
  tag: string
  full: ResponseInit
  notModified: ResponseInit
}

/**
 * A response for many callers: its bytes and headers are created once and sent until they change. It has no request id,
 * as it belongs to no single request; the same is true of a copy from a CDN.
 */
export interface SharedResponse extends Representation {
  body: string
  /** The compressed form, created at the first request for it; undefined for a body too short for it. */
  compressed?: (coding: CompressionEncoding) => Representation
}

/** Creates a shared response from its body. */
export function serializeResponse(
  body: string,
  cache: CacheRule,
  { type = JSON_TYPE, headers: own, effort = 'once' }: SharedParts = {},
): SharedResponse {
  const hash = entityHash(body)
  const packs = isCompressible(body)
  const base = { ...commonHeaders(), 'cache-control': cacheControl(cache), ...(packs && VARY), ...own }
  const represent = <B>(content: B, tag: string, coding?: CompressionEncoding) => {
    const headers = { ...base, etag: tag }
    const ofBody = { 'content-type': type, ...(coding && { 'content-encoding': coding }) }
    return {
      body: content,
      tag,
      // Headers objects: copying one costs a tenth of reading a plain object for each response.
      full: { headers: new Headers({ ...headers, ...ofBody }) },
      // With its type: browsers reject a style sheet without one after revalidating it in the background.
      notModified: { status: 304, headers: new Headers({ ...headers, 'content-type': type }) },
    }
  }
  const plain = represent(body, `"${hash}"`)
  if (!packs) return plain
  const made = new Map<CompressionEncoding, Representation>()
  const compressed = (coding: CompressionEncoding): Representation => {
    const known = made.get(coding)
    if (known) return known
    const bytes = compress(body, coding, effort)
    const representation = represent(bytes, `"${hash}-${coding}"`, coding)
    made.set(coding, representation)
    return representation
  }
  return { ...plain, compressed }
}

/** Sends a shared response, compressed if the caller accepts that, or 304 if the caller has it. */
export function sendCachedResponse(response: SharedResponse, request: Request): Response {
  const coding = response.compressed && negotiateCompression(request)
  const { body, tag, full, notModified } = (coding && response.compressed?.(coding)) || response
  const known = request.headers.get('if-none-match')
  return known !== null && matchesEtag(known, tag)
    ? new Response(null, notModified)
    : new Response(body, full)
}

interface PrivateParts {
  status: number
  requestId: string
  headers?: Readonly<Record<string, string>> | undefined
  /** The read request, if its response may be compressed. */
  request?: Request | undefined
}

/** Sends plain data as JSON that no cache may store. */
export function sendPrivateJson(
  data: unknown,
  { status, requestId, headers: own, request }: PrivateParts,
): Response {
  const headers = { ...getApiHeaders(requestId), ...own }
  headers['content-type'] = JSON_TYPE
  headers['cache-control'] = 'no-store'
  const text = JSON.stringify(data)
  if (!request || !isCompressible(text)) {
    return new Response(text, { status, headers })
  }
  headers.vary = VARY.vary
  const coding = negotiateCompression(request)
  if (!coding) return new Response(text, { status, headers })
  headers['content-encoding'] = coding
  return new Response(compress(text, coding, 'each'), { status, headers })
}
