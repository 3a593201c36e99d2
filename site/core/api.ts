/**
 * The one client of the API. On `fetch` rather than on a client library: beyond React an island page
 * has 9 kB of script to spend, and ky alone is 7.7 of them.
 */
import { type Answer, addressOf, type CallInput } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { NetworkFailure, readRefusal } from './problems.ts'
import { makeRandomId } from './random-id.ts'
import { investorSession } from './session.ts'

/** Milliseconds until a call without a complete answer is given up. */
const TIMEOUT_MS = 10_000

export interface CallOptions {
  /** Sent with endpoints that honour it. Pass the same key to repeat a submit; else each call has its own. */
  idempotencyKey?: string
  /** Asks the server even where the browser holds a copy that may still be used; an ETag keeps that cheap. */
  fresh?: boolean
}

function headersOf(endpoint: Endpoint, body: string | undefined, options: CallOptions): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (endpoint.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? makeRandomId())
  const token = endpoint.access === 'investor' ? investorSession.$session.get()?.token : undefined
  if (token) headers.set('authorization', `Bearer ${token}`)
  return headers
}

/**
 * Calls an endpoint of the contract and gives its answer; a `Response` where the endpoint sends bytes.
 * Throws `RefusedCall` (a `Problem` with the code, details and request id of the wire) when the server
 * says no, `NetworkFailure` when it says nothing within ten seconds.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: CallOptions = {},
): Promise<Answer<E>> {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: headersOf(endpoint, body, options),
      body: body ?? null,
      cache: options.fresh ? 'no-cache' : 'default',
      signal: deadline.signal,
    })
    if (!response.ok) throw await readRefusal(response)
    // Bytes may take longer than the deadline: it covers their first one only.
    return ('raw' in endpoint.answer ? response : await response.json()) as Answer<E>
  } catch (error) {
    if (error instanceof Error && error.name === 'RefusedCall') throw error
    throw new NetworkFailure(deadline.signal.aborted, error)
  } finally {
    clearTimeout(timer)
  }
}
