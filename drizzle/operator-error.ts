/** A failure that the operator can correct: its message is shown as one line, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
