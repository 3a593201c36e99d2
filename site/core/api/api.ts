/**
 * The unauthenticated API client; `signed-in-api.ts` adds a session. Public pages use `fetch` because an island page
 * has only a few bytes of script to spare beyond React, and ky alone is 8 kB.
 */

import type { Endpoint } from '#contract/endpoint'
import { buildUrl, type EndpointInput, type ResponseBody } from '#contract/request-url'
import { buildRequestOptions, type CallOptions, isBinaryEndpoint, TIMEOUT_MS } from './build-request.ts'
import { ApiError, NetworkError, parseApiError } from './call-errors.ts'

/**
 * Calls an endpoint of the contract and returns its response body, or the `Response` if the endpoint sends bytes.
 * Throws `ApiError` (a `Problem` with the code, details and request id of the response) if the server rejects the call,
 * and `NetworkError` if it does not respond within ten seconds (longer for endpoints with their own time limit) or the
 * call is aborted.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E> = {},
  options: CallOptions = {},
): Promise<ResponseBody<E>> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS + (endpoint.timeLimit ?? 0))
  try {
    const send = options.send ?? fetch
    const response = await send(buildUrl(endpoint, input), {
      ...buildRequestOptions(endpoint, input.body, options),
      signal: AbortSignal.any([deadline.signal, options.signal ?? deadline.signal]),
    })
    if (!response.ok) throw await parseApiError(response)
    options.onHeaders?.(response.headers)
    // Transferring bytes may outlast the deadline, which covers only the response headers.
    return (isBinaryEndpoint(endpoint) ? response : await response.json()) as ResponseBody<E>
  } catch (error) {
    if (error instanceof ApiError) throw error
    // Notifies the connection monitor (`site/components/connection-banner.ts`) on pages that have one.
    if (!options.signal?.aborted) dispatchEvent(new Event('unreachable'))
    throw new NetworkError(error)
  } finally {
    clearTimeout(timer)
  }
}
