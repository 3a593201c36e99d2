import { ApiError, getFieldErrors } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import { getRetryMessage } from '#core/api/retry-message'
import { PasskeyAlreadyExistsError, PasskeyCancelledError } from './passkey-browser.ts'

/** The message for a failed second-factor step: the field's, the browser's or the server's. */
export function getFactorErrorMessage(error: unknown): string {
  if (error instanceof PasskeyCancelledError || error instanceof PasskeyAlreadyExistsError)
    return error.message
  const [first] = Object.values(getFieldErrors(error))
  if (first) return first
  if (error instanceof ApiError && error.status === 429) {
    return `Too many attempts. ${getRetryMessage(error) ?? 'Please wait a few minutes before trying again.'}`
  }
  return getServerErrorMessage(error, 'Something went wrong. Please try again.')
}
