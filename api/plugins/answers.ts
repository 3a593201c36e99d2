/** How an answer of the API looks on the wire: headers, entity tags, and answers made once for many. */
import type { CacheRule, Endpoint } from '#contract/endpoint'
import { apiContentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { namesTag } from './static-file.ts'

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

/** A strong entity tag of the bytes. */
const entityTag = (body: string | Uint8Array): string => `"${Bun.hash(body).toString(36)}"`

/** What a handler answers with when its descriptor declares headers. */
export class AnswerWithHeaders<T> {
  readonly data: T
  readonly headers: Readonly<Record<string, string>>

  constructor(data: T, headers: Readonly<Record<string, string>>) {
    this.data = data
    this.headers = headers
  }
}

/** What a handler answered, apart from the headers it declared; others do not leave. */
export function unpack<T>(
  { headers: declared = {} }: Endpoint,
  result: T | AnswerWithHeaders<T>,
): { data: T; headers?: Record<string, string> } {
  if (!(result instanceof AnswerWithHeaders)) return { data: result }
  const headers = Object.entries(result.headers).filter(([name]) => Object.hasOwn(declared, name))
  return { data: result.data, headers: Object.fromEntries(headers) }
}

interface SharedParts {
  /** Media type of the body; JSON unless it says otherwise. */
  type?: string | undefined
  /** Sent beside those every answer has, on a 304 too: a cache brings its copy up to date with them. */
  headers?: Readonly<Record<string, string>> | undefined
}

/**
 * An answer that many callers share: its bytes and headers are made once and sent until they change.
 * It has no request id, as it belongs to no single request, nor does a copy that a CDN hands on.
 */
export interface SharedAnswer {
  body: string
  tag: string
  full: ResponseInit
  notModified: ResponseInit
}

/** Makes an answer for sharing of its body. */
export function shareAnswer(
  body: string,
  cache: CacheRule,
  { type = JSON_TYPE, headers: own }: SharedParts = {},
): SharedAnswer {
  const tag = entityTag(body)
  const headers = { ...common, 'cache-control': cacheControl(cache), etag: tag, ...own }
  return {
    body,
    tag,
    // Headers objects: copying one costs a tenth of reading a plain object anew for each answer.
    full: { headers: new Headers({ ...headers, 'content-type': type }) },
    notModified: { status: 304, headers: new Headers(headers) },
  }
}

/** Sends a shared answer, or 304 when the caller has it. */
export function sendShared(answer: SharedAnswer, request: Request): Response {
  const known = request.headers.get('if-none-match')
  return known !== null && namesTag(known, answer.tag)
    ? new Response(null, answer.notModified)
    : new Response(answer.body, answer.full)
}

/** Sends plain data as JSON that nobody may keep. */
export function sendPrivate(
  data: unknown,
  status: number,
  requestId: string,
  own?: Readonly<Record<string, string>>,
): Response {
  const headers = { ...apiHeaders(requestId), ...own }
  headers['content-type'] = JSON_TYPE
  headers['cache-control'] = 'no-store'
  return new Response(JSON.stringify(data), { status, headers })
}
