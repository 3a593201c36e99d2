/** What screens behind sign-in say about a failed call. Apart from the errors, which public pages load too. */
import { NetworkFailure, RejectedCall } from './problems.ts'

/** Shown when the server does not respond. */
export const CONNECTION_FAILED = 'Unable to connect to server. Please check your connection and try again.'
/** Shown when the session is over. */
export const SESSION_EXPIRED = 'Session expired. Please sign in again.'

/** A call that needs a session and has none, or no longer has one. It was not sent, or was not carried out. */
export const unsignedError = (code: 'unauthenticated' | 'session_expired', error: string): RejectedCall =>
  new RejectedCall({ code, error, request_id: '' }, { status: 401 })

/**
 * The message a screen of the investor area shows for a failed call: about the connection, about the session, else
 * `otherwise`.
 */
export function explainFailure(error: unknown, otherwise: string): string {
  if (error instanceof NetworkFailure) return CONNECTION_FAILED
  return error instanceof RejectedCall && error.status === 401 ? error.message : otherwise
}

/** The same, but with the server's own message where it sent one. */
export function explainRejection(error: unknown, otherwise: string): string {
  const hasMessage = error instanceof RejectedCall && error.ours && error.message !== ''
  return hasMessage ? error.message : explainFailure(error, otherwise)
}

/** The message about something that could not be loaded, and the reason where there is more to say. */
export const explainLoad =
  (message: string) =>
  (error: unknown): readonly string[] => {
    const reason = explainRejection(error, '')
    return reason && reason !== message ? [message, reason] : [message]
  }

/**
 * The message about a failed change. `{reason}` in the text is replaced by the reason; without it the server's
 * message follows, if there is one.
 */
export function describeFailure(failure: string, error: unknown): string {
  if (!failure.includes('{reason}')) {
    const reason = explainRejection(error, '')
    return reason && reason !== failure ? `${failure}. ${reason}` : failure
  }
  const reason = explainRejection(error, error instanceof Error ? error.message : 'Unknown error')
  return failure.replace('{reason}', () => reason)
}
