/**
 * Uploads of the panel. By XMLHttpRequest, as fetch cannot tell how much of a body has been sent, and without a
 * time limit, as a large file takes what it takes.
 */
import { administrators } from '#contract/administrators'
import { type Answer, addressOf } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { adminPath } from '#core/session/admin-path'
import { adminSession } from '#core/session/admin-session'
import { callAdmin } from './admin-api.ts'
import { NetworkFailure, readRefusal, refuseUnsigned } from './problems.ts'
import { makeRandomId } from './random-id.ts'

interface UploadOptions {
  /** The form's other fields. */
  fields?: Readonly<Record<string, string>>
  /** Told how much has been sent, in percent. */
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

/** The token to send. Asking who is signed in renews one that ends, and ends a session that is over. */
async function currentToken(): Promise<string> {
  await callAdmin(administrators.profile)
  const session = adminSession.read()
  if (!session) throw refuseUnsigned('unauthenticated', 'Authentication required')
  return session.token
}

/**
 * Sends a file to an endpoint that takes one, as the signed-in administrator, and gives its answer. Throws as
 * `callAdmin` does, and the signal's reason when it is given up.
 */
export async function uploadAsAdmin<E extends Endpoint>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<Answer<E>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value)
  form.append(endpoint.upload?.field ?? 'file', file)
  const params = { admin_path: adminPath() } as never
  const address = addressOf<Endpoint>(endpoint, { params })
  // One key for both tries: a file whose answer was lost is stored once.
  const key = makeRandomId()
  const attempt = async () => {
    const headers = { authorization: `Bearer ${await currentToken()}`, 'idempotency-key': key }
    return send({ ...options, address, form, headers })
  }
  let response = await attempt()
  if (response.status === 401) response = await attempt()
  if (!response.ok) throw await readRefusal(response)
  return response.json()
}
