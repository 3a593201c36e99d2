/** A failure that the operator can fix: its message is shown as one line, without a stack trace. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
