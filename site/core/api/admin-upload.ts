/**
 * Uploads of the panel. By XMLHttpRequest, as fetch does not report upload progress, and without a time limit, as
 * large files take long.
 */
import { administrators } from '#contract/administrators'
import { addressOf, type ResponseBody } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { adminPath } from '#core/session/admin-path'
import { adminSession } from '#core/session/admin-session'
import { callAdmin } from './admin-api.ts'
import { unsignedError } from './failures.ts'
import { NetworkFailure, readRejection } from './problems.ts'
import { sendOrPropose } from './proposals.ts'
import { makeRandomId } from './random-id.ts'

interface UploadOptions {
  /** Path parameters beside the secret segment. */
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
  request.onerror = () => reject(new NetworkFailure(false, undefined))
  request.onabort = () => reject(signal.reason)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  if (signal.aborted) reject(signal.reason)
  else request.send(form)
  return promise
}

/**
 * The token to send. Reading the profile first refreshes a token that is about to expire and ends a session that is
 * over.
 */
async function currentToken(): Promise<string> {
  await callAdmin(administrators.profile)
  const session = adminSession.read()
  if (!session) throw unsignedError('unauthenticated', 'Authentication required')
  return session.token
}

/**
 * Uploads a file to an endpoint as the signed-in administrator and returns the response body. Throws as `callAdmin`
 * does, and the signal's reason when it is aborted.
 */
export const uploadAsAdmin = <E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<ResponseBody<E>> =>
  sendOrPropose(endpoint, (reason) =>
    upload(endpoint, file, {
      ...options,
      fields: { ...options.fields, ...(reason !== undefined && { reason }) },
    }),
  )

async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<ResponseBody<E>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value)
  form.append(endpoint.upload?.field ?? 'file', file)
  const params = { ...options.params, admin_path: adminPath() } as never
  const address = addressOf<Endpoint>(endpoint, { params })
  // One key for both attempts: a file whose response was lost is stored once.
  const key = options.idempotencyKey ?? makeRandomId()
  const attempt = async () => {
    const headers = { authorization: `Bearer ${await currentToken()}`, 'idempotency-key': key }
    return send({ ...options, address, form, headers })
  }
  let response = await attempt()
  if (response.status === 401) response = await attempt()
  if (!response.ok) throw await readRejection(response)
  return response.json()
}
