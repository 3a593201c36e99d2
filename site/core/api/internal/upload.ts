/**
 * Uploads. They use XMLHttpRequest because fetch does not report upload progress, and have no time limit because large
 * files take long.
 */

import type { Endpoint } from '#contract/endpoint'
import { buildUrl, type ResponseBody } from '#contract/request-url'
import { NetworkError, parseApiError } from '#core/api/call-errors'
import { createRandomId } from '#core/api/random-id'

export interface UploadOptions {
  /** Path parameters that the area does not fill in. */
  params?: Readonly<Record<string, string | number>>
  /** A file sent again with this key after a lost response is stored only once. */
  idempotencyKey?: string
  /** Other fields of the form. */
  fields?: Readonly<Record<string, string>>
  /** Called with the percentage sent so far. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

interface Sending extends UploadOptions {
  address: string
  form: FormData
  headers: Record<string, string>
}

function send({ address, form, headers, onProgress, signal }: Sending): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open('POST', address)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / (total || 1)) * 100))
  request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
  request.onerror = () => reject(new NetworkError(undefined))
  request.onabort = () => reject(signal.reason)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  if (signal.aborted) reject(signal.reason)
  else request.send(form)
  return promise
}

interface Area {
  /**
   * The headers to send: the access token, and a CSRF token if calls need one. Another call of the area is made first,
   * which refreshes a token about to expire and detects a session that has ended.
   */
  currentHeaders: () => Promise<Readonly<Record<string, string>>>
  /** Path parameters of every call. */
  params?: () => Readonly<Record<string, string>>
}

/**
 * Creates the function that uploads a file to an endpoint and returns the response body. It throws as the calls of the
 * area do, and throws the signal's reason if aborted.
 */
export function createUpload({ currentHeaders, params: ofArea = () => ({}) }: Area) {
  return async <E extends Endpoint>(
    endpoint: E,
    file: File,
    options: UploadOptions,
  ): Promise<ResponseBody<E>> => {
    const form = new FormData()
    for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value)
    form.append(endpoint.upload?.field ?? 'file', file)
    const params = { ...options.params, ...ofArea() } as never
    const address = buildUrl<Endpoint>(endpoint, { params })
    // Both attempts share one key, so a file whose response was lost is stored only once.
    const key = options.idempotencyKey ?? createRandomId()
    const attempt = async () => {
      const headers = { ...(await currentHeaders()), 'idempotency-key': key }
      return send({ ...options, address, form, headers })
    }
    let response = await attempt()
    if (response.status === 401) response = await attempt()
    if (!response.ok) throw await parseApiError(response)
    return response.json()
  }
}
