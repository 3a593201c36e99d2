import { explainRejection } from '#core/api/failures'
import { RejectedCall, readFieldErrors } from '#core/api/problems'
import { describeWait } from '#core/api/wait'
import { PasskeyCancelled, PasskeyKnown } from './passkey-browser.ts'

/** The message about a failed step with a factor: the field's, the browser's, or the server's. */
export function explainFactorFailure(error: unknown): string {
  if (error instanceof PasskeyCancelled || error instanceof PasskeyKnown) return error.message
  const [first] = Object.values(readFieldErrors(error))
  if (first) return first
  if (error instanceof RejectedCall && error.status === 429) {
    return `Too many attempts. ${describeWait(error) ?? 'Please wait a few minutes before trying again.'}`
  }
  return explainRejection(error, 'This did not work. Please try again.')
}
