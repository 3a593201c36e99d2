import type { Endpoint } from '#contract/endpoint'
import { createRandomId } from './random-id.ts'

/** Milliseconds after which an incomplete call is aborted, unless the endpoint has its own time limit. */
export const TIMEOUT_MS = 10_000

export interface CallOptions {
  /**
   * Sent to endpoints that support it. Pass the same key to repeat a submission; by default each call gets a new one.
   */
  idempotencyKey?: string
  /** Fetches from the server even if the browser has a fresh cached copy; the ETag keeps this cheap. */
  fresh?: boolean
  /** Headers in addition to those of every call. */
  headers?: Readonly<Record<string, string>>
  /** Receives the headers of a successful response. */
  onHeaders?: (headers: Headers) => void
  /** Sends the request, by default with `fetch`. Resolves with the response, whatever its status. */
  send?: (address: string, request: RequestInit) => Promise<Response>
  /** Describes the call in a confirmation dialog when the body alone does not. */
  act?: string
  /** Aborts the call and any byte transfer that follows. */
  signal?: AbortSignal
}

/** The parts of a request that are derived from the endpoint and its body. */
export function buildRequestOptions(endpoint: Endpoint, content: unknown, options: CallOptions) {
  const headers = new Headers({
    accept: isBinaryEndpoint(endpoint) ? '*/*' : 'application/json',
    ...options.headers,
  })
  if (content !== undefined) headers.set('content-type', 'application/json')
  if (endpoint.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? createRandomId())
  return {
    method: endpoint.method,
    headers,
    body: content === undefined ? null : JSON.stringify(content),
    cache: options.fresh ? 'no-cache' : 'default',
  } satisfies RequestInit
}

/**
 * Whether the endpoint sends bytes rather than JSON, so that its result is the `Response` itself. The build omits all
 * other response schemas from the browser's contract.
 */
export const isBinaryEndpoint = ({ response }: Partial<Endpoint>): boolean =>
  response !== undefined && 'raw' in response
