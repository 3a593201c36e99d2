/** Error messages for failed calls behind sign-in, kept apart from the error classes, which public pages load too. */
import { ApiError, NetworkError } from './call-errors.ts'

/** Shown when the server does not respond. */
export const CONNECTION_FAILED_MESSAGE =
  'Unable to connect to server. Please check your connection and try again.'
/** Shown when the session has ended. */
export const SESSION_EXPIRED_MESSAGE = 'Session expired. Please sign in again.'

/** The call needs a session but has none, or its session has ended. It was not sent or not carried out. */
export const createUnauthenticatedError = (
  code: 'unauthenticated' | 'session_expired',
  error: string,
): ApiError => new ApiError({ code, error, request_id: '' }, { status: 401 })

/**
 * The message an investor screen shows for a failed call: the connection message, the session message, or else
 * `otherwise`.
 */
export function getErrorMessage(error: unknown, otherwise: string): string {
  if (error instanceof NetworkError) return CONNECTION_FAILED_MESSAGE
  return error instanceof ApiError && error.status === 401 ? error.message : otherwise
}

/** The same, but prefers the server's own message if there is one. */
export function getServerErrorMessage(error: unknown, otherwise: string): string {
  const hasMessage = error instanceof ApiError && error.ours && error.message !== ''
  return hasMessage ? error.message : getErrorMessage(error, otherwise)
}

/** The message for something that could not be loaded, with the reason if there is more to say. */
export const createLoadErrorMessage =
  (message: string) =>
  (error: unknown): readonly string[] => {
    const reason = getServerErrorMessage(error, '')
    return reason && reason !== message ? [message, reason] : [message]
  }

/**
 * The message for a failed change. `{reason}` in the text is replaced by the reason; without that placeholder the
 * server's message, if any, is appended.
 */
export function formatFailureMessage(failure: string, error: unknown): string {
  if (!failure.includes('{reason}')) {
    const reason = getServerErrorMessage(error, '')
    return reason && reason !== failure ? `${failure}. ${reason}` : failure
  }
  const reason = getServerErrorMessage(error, error instanceof Error ? error.message : 'Unknown error')
  return failure.replace('{reason}', () => reason)
}
