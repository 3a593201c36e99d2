import type { Endpoint } from '#contract/endpoint'
import { makeRandomId } from './random-id.ts'

/** Milliseconds after which a call without a complete response is aborted, beyond a time limit of its own. */
export const TIMEOUT_MS = 10_000

export interface CallOptions {
  /** Sent with endpoints that honour it. Pass the same key to repeat a submit; by default each call has a new one. */
  idempotencyKey?: string
  /** Fetches from the server even where the browser has a fresh cached copy; an ETag keeps that cheap. */
  fresh?: boolean
  /** Headers in addition to those of every call. */
  headers?: Readonly<Record<string, string>>
  /** Receives the headers of a successful response. */
  onHeaders?: (headers: Headers) => void
  /** Sends the request: `fetch`, if nothing else is given. Resolves with the response, whatever its status. */
  send?: (address: string, request: RequestInit) => Promise<Response>
  /** What the call does, where its body does not say it: a dialog that asks to confirm it names it. */
  act?: string
  /** Aborts the call, and the transfer of bytes after it. */
  signal?: AbortSignal
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

/**
 * Whether the endpoint sends bytes rather than JSON: its result is then the `Response` itself. The build leaves all
 * other response schemas out of the browser's contract.
 */
export const isBytes = ({ response }: Partial<Endpoint>): boolean =>
  response !== undefined && 'raw' in response
