/**
 * Uploads. By XMLHttpRequest, as fetch does not report upload progress, and without a time limit, as large files take
 * long.
 */
import { addressOf, type ResponseBody } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { NetworkFailure, readRejection } from '#core/api/problems'
import { makeRandomId } from '#core/api/random-id'

export interface UploadOptions {
  /** Path parameters that the area does not fill in. */
  params?: Readonly<Record<string, string | number>>
  /** A file sent again with it after a lost response is stored once. */
  idempotencyKey?: string
  /** Other fields of the form. */
  fields?: Readonly<Record<string, string>>
  /** Called with the percentage that has been sent. */
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
  request.onerror = () => reject(new NetworkFailure(undefined))
  request.onabort = () => reject(signal.reason)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  if (signal.aborted) reject(signal.reason)
  else request.send(form)
  return promise
}

interface Area {
  /**
   * The headers to send: the access token, and a CSRF token where calls need one. A call of the area comes first, which
   * refreshes a token that is about to expire and ends a session that is over.
   */
  currentHeaders: () => Promise<Readonly<Record<string, string>>>
  /** Path parameters of every call. */
  params?: () => Readonly<Record<string, string>>
}

/**
 * Makes the function that uploads a file to an endpoint and returns the response body. It throws as the calls of the
 * area do, and the signal's reason when it is aborted.
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
    const address = addressOf<Endpoint>(endpoint, { params })
    // One key for both attempts: a file whose response was lost is stored once.
    const key = options.idempotencyKey ?? makeRandomId()
    const attempt = async () => {
      const headers = { ...(await currentHeaders()), 'idempotency-key': key }
      return send({ ...options, address, form, headers })
    }
    let response = await attempt()
    if (response.status === 401) response = await attempt()
    if (!response.ok) throw await readRejection(response)
    return response.json()
  }
}
