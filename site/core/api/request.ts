/** What the two clients of the API have in common: `api.ts` of the public pages, `signed-in-api.ts` behind sign-in. */
import type { Endpoint } from '#contract/endpoint'
import { makeRandomId } from './random-id.ts'

/** Milliseconds until a call without a complete answer is given up. */
export const TIMEOUT_MS = 10_000

export interface CallOptions {
  /** Sent with endpoints that honour it. Pass the same key to repeat a submit; else each call has its own. */
  idempotencyKey?: string
  /** Asks the server even where the browser holds a copy that may still be used; an ETag keeps that cheap. */
  fresh?: boolean
  /** Headers beyond those every call has. */
  headers?: Readonly<Record<string, string>>
  /** Gets the headers of a good answer, for what it says beside its body. */
  onHeaders?: (headers: Headers) => void
}

/** The parts of a request that follow from the endpoint and its body. */
export function describeRequest(endpoint: Endpoint, content: unknown, options: CallOptions) {
  const headers = new Headers({ accept: isBytes(endpoint) ? '*/*' : 'application/json', ...options.headers })
  if (content !== undefined) headers.set('content-type', 'application/json')
  if (endpoint.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? makeRandomId())
  return {
    method: endpoint.method,
    headers,
    body: content === undefined ? null : JSON.stringify(content),
    cache: options.fresh ? 'no-cache' : 'default',
  } satisfies RequestInit
}

/** Whether the endpoint sends bytes rather than JSON: its answer is then the `Response` itself. */
export const isBytes = (endpoint: Endpoint): boolean => 'raw' in endpoint.response
