/**
 * The API client behind sign-in: `call`, sent with ky. It adds the access token, token refresh and the CSRF token, and
 * ends the session in the browser when the server reports that it is over.
 */
import ky from 'ky'
import type { Endpoint } from '#contract/endpoint'
import { session as endpoints } from '#contract/identity/session'
import type { EndpointInput, ResponseBody } from '#contract/request-url'
import { callApi } from '#core/api/api'
import type { CallOptions } from '#core/api/build-request'
import { ApiError, NetworkError } from '#core/api/call-errors'
import { createUnauthenticatedError, SESSION_EXPIRED_MESSAGE } from '#core/api/error-messages'
import { createRandomId } from '#core/api/random-id'
import { confirmStepUp } from '#core/api/step-up'
import { createTokenRefresh } from '#core/session/internal/token-refresh'
import type { SessionStore } from '#core/session/session'

/** An interrupted read is repeated once; a write never is, because it may have been carried out. */
const client = ky.create({
  // `call` applies the time limit and parses the errors.
  timeout: false,
  throwHttpErrors: false,
  retry: { limit: 1, methods: ['get'], statusCodes: [], delay: () => 300 },
})

/**
 * ky resolves relative URLs only if the document has a base. A change without a body, such as marking as read, outlives
 * a page left through a link.
 */
const send: NonNullable<CallOptions['send']> = (address, request) =>
  client(new URL(address, location.origin), {
    ...request,
    keepalive: request.method !== 'GET' && !request.body,
  })

/** One kind of session, and the settings its calls share. */
interface Realm<User> {
  session: SessionStore<User>
  /** Name of the lock that makes tabs refresh the tokens one at a time. */
  lock: string
  /** Sent with a token refresh. */
  renewalHeaders?: () => Record<string, string>
  /** Path parameters shared by all its endpoints. */
  params?: () => Record<string, string>
  /** Ends the session in the browser; `sentence` gives the reason. */
  endSession: (sentence: string) => void
}

/** Whether the failure means that the session has ended. */
const isOver = (error: ApiError): boolean =>
  error.code === 'session_expired' || error.code === 'account_disabled'

export type SignedInCall = <E extends Endpoint>(
  endpoint: E,
  input?: EndpointInput<E>,
  options?: CallOptions,
) => Promise<ResponseBody<E>>

/**
 * Creates the client for one kind of session. Its `call` calls an endpoint as the signed-in user and returns the
 * response body, or the `Response` if the endpoint sends bytes. An expired token is refreshed and the call repeated
 * once. If that fails too, the session is cleared and the browser goes to the sign-in page. If the endpoint needs a
 * CSRF token, it is fetched and sent; if it needs a confirmation, the user is asked and the call repeated. Throws
 * `ApiError` if the server rejects the call or no one is signed in, `NetworkError` if there is no response within ten
 * seconds, and the signal's reason if aborted.
 */
export function createSignedInClient<User extends { id: number }>(realm: Realm<User>) {
  const { session: store, lock, renewalHeaders } = realm
  const { isEnding, renew } = createTokenRefresh({ session: store, lock, headers: renewalHeaders })
  let csrfToken: string | undefined
  let ended: ApiError | undefined

  /** Makes calls in the stored session, with a token that the server accepts. */
  const callInSession: SignedInCall = async (endpoint, input, options) => {
    const callWith = (token: string) => {
      const params = { ...realm.params?.(), ...input?.params } as NonNullable<typeof input>['params']
      const headers = { ...options?.headers, authorization: `Bearer ${token}` }
      return callApi(endpoint, { ...input, params }, { ...options, headers, send })
    }
    const stored = store.read()
    if (!stored) throw createUnauthenticatedError('unauthenticated', 'Authentication required')
    const session = isEnding(stored.token) ? await renew(stored) : stored
    const isUnsigned = (error: unknown) => error instanceof ApiError && error.status === 401
    try {
      return await callWith(session.token)
    } catch (error) {
      if (!isUnsigned(error)) throw error
    }
    const renewed = await renew(session)
    return callWith(renewed.token).catch((error: unknown) => {
      throw isUnsigned(error) ? createUnauthenticatedError('session_expired', SESSION_EXPIRED_MESSAGE) : error
    })
  }

  const readCsrfToken = async () => {
    csrfToken ??= (await callInSession(endpoints.csrfToken)).csrf_token
    return csrfToken
  }

  /**
   * Makes calls with a CSRF token. If the token is rejected because it is old or belongs to an ended session, it is
   * replaced and the call repeated once.
   */
  const callWithCsrfToken: SignedInCall = async (endpoint, input, options) => {
    const send = (token: string) =>
      callInSession(endpoint, input, { ...options, headers: { ...options?.headers, 'x-csrf-token': token } })
    const token = await readCsrfToken()
    try {
      return await send(token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'csrf') throw error
      // Another call may have fetched a new token in the meantime.
      if (csrfToken === token) csrfToken = undefined
      return send(await readCsrfToken())
    }
  }

  /** Fetches new tokens, which carry the account's current permissions. Does nothing without a session. */
  const renewSession = async (): Promise<void> => {
    const stored = store.read()
    if (stored) await renew(stored)
  }

  const callSignedIn: SignedInCall = async (endpoint, input, options) => {
    try {
      // All attempts share one key, so a change whose response was lost is stored only once.
      const keyed = { idempotencyKey: createRandomId(), ...options }
      const send = endpoint.csrf ? callWithCsrfToken : callInSession
      try {
        return await send(endpoint, input, keyed)
      } catch (error) {
        if (await confirmStepUp(error, { endpoint, body: input?.body, act: options?.act }))
          return await send(endpoint, input, keyed)
        throw error
      }
    } catch (error) {
      options?.signal?.throwIfAborted()
      if (error instanceof NetworkError) throw error
      if (!(error instanceof ApiError)) throw new NetworkError(error)
      // Calls in flight when another call ends the session fail for the same reason.
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
