/** The client of the API behind sign-in: the access token, its refresh, and what happens when the session is over. */
import ky, { isTimeoutError } from 'ky'
import { addressOf, type CallInput, type ResponseBody } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import type { SessionStore } from '#core/session/session'
import { createTokenRefresh } from '#core/session/token-refresh'
import { NetworkFailure, RejectedCall, readRefusal, refuseUnsigned, SESSION_EXPIRED } from './problems.ts'
import { type CallOptions, describeRequest, isBytes, TIMEOUT_MS } from './request.ts'

export interface SignedInCallOptions extends CallOptions {
  /** The CSRF token, for endpoints that need one. */
  csrfToken?: string
  signal?: AbortSignal
}

const client = ky.create({
  timeout: TIMEOUT_MS,
  throwHttpErrors: false,
  // A read that was cut off is repeated once; a write never is, since it may have been carried out.
  retry: { limit: 1, methods: ['get'], statusCodes: [], delay: () => 300 },
})

/** One kind of session, and the settings its calls share. */
interface Realm<User> {
  session: SessionStore<User>
  /** Name of the lock under which tabs refresh its tokens one at a time. */
  lock: string
  /** Sent with a token refresh. */
  renewalHeaders?: () => Record<string, string>
  /** Path parameters that all its endpoints have. */
  params?: () => Record<string, string>
  /** Ends the session in the browser; `sentence` says why. */
  endSession: (sentence: string) => void
}

/** Whether the failure means that the session is over. */
const isOver = (error: RejectedCall): boolean =>
  error.code === 'session_expired' || error.code === 'account_disabled'

export type SignedInCall = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options?: SignedInCallOptions,
) => Promise<ResponseBody<E>>

/**
 * Makes the client of one kind of session. It calls an endpoint as the signed-in user and returns the response body,
 * or the `Response` where the endpoint sends bytes. An expired token is refreshed and the call repeated, once. When
 * that fails too, the session is cleared and the browser goes to the sign-in page. It throws `RejectedCall` when the
 * server rejects the call or no one is signed in, `NetworkFailure` when there is no response within ten seconds, and
 * the signal's reason when aborted.
 */
export function createSignedInClient<User extends { id: number }>(realm: Realm<User>): SignedInCall {
  const { session: store, lock, renewalHeaders } = realm
  const { isEnding, renew } = createTokenRefresh({ session: store, lock, headers: renewalHeaders })

  /**
   * Sends the call in a session and returns the response, whatever its status, and a function that reads its JSON
   * within the time limit.
   */
  async function send<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: SignedInCallOptions,
    request: ReturnType<typeof describeRequest>,
    token: string,
  ) {
    const { headers } = request
    headers.set('authorization', `Bearer ${token}`)
    if (options.csrfToken) headers.set('x-csrf-token', options.csrfToken)
    const params = { ...realm.params?.(), ...input.params } as CallInput<E>['params']
    const sending = client(new URL(addressOf(endpoint, { ...input, params }), location.origin), {
      ...request,
      signal: options.signal,
    })
    return { response: await sending, readJson: () => sending.json() }
  }

  async function callInSession<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: SignedInCallOptions,
  ): Promise<ResponseBody<E>> {
    const stored = store.read()
    if (!stored) throw refuseUnsigned('unauthenticated', 'Authentication required')
    // Built once, so that a repeat carries the same idempotency key.
    const request = describeRequest(endpoint, input.body, options)
    const session = isEnding(stored.token) ? await renew(stored) : stored
    let { response, readJson } = await send(endpoint, input, options, request, session.token)
    if (response.status === 401) {
      await response.body?.cancel()
      const renewed = await renew(session)
      const repeated = await send(endpoint, input, options, request, renewed.token)
      response = repeated.response
      readJson = repeated.readJson
    }
    if (response.status === 401) throw refuseUnsigned('session_expired', SESSION_EXPIRED)
    if (!response.ok) throw await readRefusal(response)
    return (isBytes(endpoint) ? response : await readJson()) as ResponseBody<E>
  }

  return async (endpoint, input = {}, options = {}) => {
    try {
      return await callInSession(endpoint, input, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (error instanceof NetworkFailure) throw error
      if (!(error instanceof RejectedCall)) throw new NetworkFailure(isTimeoutError(error), error)
      if (isOver(error)) realm.endSession(error.message)
      throw error
    }
  }
}
