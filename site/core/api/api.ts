/**
 * The client of the API. It carries no session; `signed-in-api.ts` adds one. Public pages send with `fetch`: beyond React
 * an island page has a few bytes of script to spend, and ky alone is 8 kB.
 */
import { addressOf, type CallInput, type ResponseBody } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { NetworkFailure, RejectedCall, readRejection } from './problems.ts'
import { type CallOptions, describeRequest, isBytes, TIMEOUT_MS } from './request.ts'

/**
 * Calls an endpoint of the contract and returns its response body, or the `Response` where the endpoint sends bytes.
 * Throws `RejectedCall` (a `Problem` with the code, details and request id of the response) when the server rejects
 * the call, `NetworkFailure` when it does not respond within ten seconds (more where the endpoint has a time limit of its own) or the call is aborted.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: CallOptions = {},
): Promise<ResponseBody<E>> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS + (endpoint.timeLimit ?? 0))
  try {
    const send = options.send ?? fetch
    const response = await send(addressOf(endpoint, input), {
      ...describeRequest(endpoint, input.body, options),
      signal: AbortSignal.any([deadline.signal, options.signal ?? deadline.signal]),
    })
    if (!response.ok) throw await readRejection(response)
    options.onHeaders?.(response.headers)
    // Bytes may take longer than the deadline: it covers the response headers only.
    return (isBytes(endpoint) ? response : await response.json()) as ResponseBody<E>
  } catch (error) {
    if (error instanceof RejectedCall) throw error
    // For the watch on the connection (`site/components/connection.ts`), where the page has one.
    if (!options.signal?.aborted) dispatchEvent(new Event('unreachable'))
    throw new NetworkFailure(error)
  } finally {
    clearTimeout(timer)
  }
}
