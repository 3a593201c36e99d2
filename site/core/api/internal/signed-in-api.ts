/**
 * The client of the API behind sign-in: `call`, sent with ky. It adds the access token, its refresh and the CSRF token,
 * and ends the session in the browser when the server says that it is over.
 */
import ky from 'ky'
import type { CallInput, ResponseBody } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { session as endpoints } from '#contract/session'
import { call } from '#core/api/api'
import { SESSION_EXPIRED, unsignedError } from '#core/api/failures'
import { NetworkFailure, RejectedCall } from '#core/api/problems'
import { makeRandomId } from '#core/api/random-id'
import type { CallOptions } from '#core/api/request'
import { isConfirmed } from '#core/api/step-up'
import { createTokenRefresh } from '#core/session/internal/token-refresh'
import type { SessionStore } from '#core/session/session'

/** A read that was cut off is repeated once; a write never is, since it may have been carried out. */
const client = ky.create({
  // `call` has the time limit, and reads the errors.
  timeout: false,
  throwHttpErrors: false,
  retry: { limit: 1, methods: ['get'], statusCodes: [], delay: () => 300 },
})

/**
 * ky resolves relative addresses only where a document has a base. A change without a body, such as marking as read,
 * outlives the page that a link leaves.
 */
const send: NonNullable<CallOptions['send']> = (address, request) =>
  client(new URL(address, location.origin), {
    ...request,
    keepalive: request.method !== 'GET' && !request.body,
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
  options?: CallOptions,
) => Promise<ResponseBody<E>>

/**
 * Makes the client of one kind of session. Its `call` calls an endpoint as the signed-in user and returns the response body,
 * or the `Response` where the endpoint sends bytes. An expired token is refreshed and the call repeated, once. When
 * that fails too, the session is cleared and the browser goes to the sign-in page. Where the endpoint needs a CSRF
 * token, it is fetched and sent; where it needs a confirmation, the user is asked and the call repeated. It throws
 * `RejectedCall` when the server rejects the call or no one is signed in,
 * `NetworkFailure` when there is no response within ten seconds, and the signal's reason when aborted.
 */
export function createSignedInClient<User extends { id: number }>(realm: Realm<User>) {
  const { session: store, lock, renewalHeaders } = realm
  const { isEnding, renew } = createTokenRefresh({ session: store, lock, headers: renewalHeaders })
  let csrfToken: string | undefined
  let ended: RejectedCall | undefined

  /** Calls in the stored session, with a token that the server accepts. */
  const callInSession: SignedInCall = async (endpoint, input, options) => {
    const callWith = (token: string) => {
      const params = { ...realm.params?.(), ...input?.params } as NonNullable<typeof input>['params']
      const headers = { ...options?.headers, authorization: `Bearer ${token}` }
      return call(endpoint, { ...input, params }, { ...options, headers, send })
    }
    const stored = store.read()
    if (!stored) throw unsignedError('unauthenticated', 'Authentication required')
    const session = isEnding(stored.token) ? await renew(stored) : stored
    const isUnsigned = (error: unknown) => error instanceof RejectedCall && error.status === 401
    try {
      return await callWith(session.token)
    } catch (error) {
      if (!isUnsigned(error)) throw error
    }
    const renewed = await renew(session)
    return callWith(renewed.token).catch((error: unknown) => {
      throw isUnsigned(error) ? unsignedError('session_expired', SESSION_EXPIRED) : error
    })
  }

  const readCsrfToken = async () => {
    csrfToken ??= (await callInSession(endpoints.csrfToken)).csrf_token
    return csrfToken
  }

  /**
   * Calls with a CSRF token. One that is rejected, because it is old or belongs to an ended session, is replaced and
   * the call repeated once.
   */
  const callWithCsrfToken: SignedInCall = async (endpoint, input, options) => {
    const send = (token: string) =>
      callInSession(endpoint, input, { ...options, headers: { ...options?.headers, 'x-csrf-token': token } })
    const token = await readCsrfToken()
    try {
      return await send(token)
    } catch (error) {
      if (!(error instanceof RejectedCall) || error.code !== 'csrf') throw error
      // Another call may have fetched a new one in the meantime.
      if (csrfToken === token) csrfToken = undefined
      return send(await readCsrfToken())
    }
  }

  /** Fetches new tokens, which say what the account may do now. Does nothing without a session. */
  const renewSession = async (): Promise<void> => {
    const stored = store.read()
    if (stored) await renew(stored)
  }

  const callSignedIn: SignedInCall = async (endpoint, input, options) => {
    try {
      // One key for every attempt: a change whose response was lost is stored once.
      const keyed = { idempotencyKey: makeRandomId(), ...options }
      const send = endpoint.csrf ? callWithCsrfToken : callInSession
      try {
        return await send(endpoint, input, keyed)
      } catch (error) {
        if (await isConfirmed(error, { endpoint, body: input?.body, act: options?.act }))
          return await send(endpoint, input, keyed)
        throw error
      }
    } catch (error) {
      options?.signal?.throwIfAborted()
      if (error instanceof NetworkFailure) throw error
      if (!(error instanceof RejectedCall)) throw new NetworkFailure(error)
      // Calls that were in flight when another one has ended the session fail for the same reason.
      if (error.code === 'unauthenticated' && ended && !store.read()) throw ended
      if (isOver(error)) {
        ended = error
        realm.endSession(error.message)
      }
      throw error
    }
  }

  return { call: callSignedIn, renewSession }
}
