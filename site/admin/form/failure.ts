import { explainRefusal } from '#core/api/problems'

/**
 * The message about a failed change. `{reason}` in the text is replaced by the reason; without it the server's
 * message follows, if there is one.
 */
export function describeFailure(failure: string, error: unknown): string {
  if (!failure.includes('{reason}')) {
    const reason = explainRefusal(error, '')
    return reason && reason !== failure ? `${failure}. ${reason}` : failure
  }
  const reason = explainRefusal(error, error instanceof Error ? error.message : 'Unknown error')
  return failure.replace('{reason}', () => reason)
}
