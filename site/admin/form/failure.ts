import { explainRefusal } from '#core/api/problems'

/**
 * The sentence about a change that failed. Where the text has `{reason}` in it, what went wrong stands there; else
 * the server's own sentence follows, if it gave one.
 */
export function describeFailure(failure: string, error: unknown): string {
  if (!failure.includes('{reason}')) {
    const reason = explainRefusal(error, '')
    return reason && reason !== failure ? `${failure}. ${reason}` : failure
  }
  const reason = explainRefusal(error, error instanceof Error ? error.message : 'Unknown error')
  return failure.replace('{reason}', () => reason)
}
