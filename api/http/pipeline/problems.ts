/** The only place that turns errors into responses, and the only one with status codes. */
import { unavailable } from '#common/problems'
import { Problem, type ProblemBody, problemStatus } from '#contract/problem'
import { isOfDeletedAccount, isUnavailable } from '#db/errors'
import { sendPrivate } from './responses.ts'

/** Any thrown value as a {@link Problem}. An unexpected one reveals no details. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error)) return unavailable(error)
  if (isOfDeletedAccount(error)) {
    return new Problem('conflict', 'This account was deleted meanwhile. Nothing was changed.', {
      cause: error,
    })
  }
  return new Problem('internal', 'Something went wrong on our side. Please try again.', { cause: error })
}

/** The JSON response of a problem. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const body: ProblemBody = {
    error: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.details && { details: problem.details }),
  }
  const headers: Record<string, string> = {}
  if (problem.retryAfter !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(problem.retryAfter)))
  if (problem.allow) headers.allow = problem.allow.join(', ')
  return sendPrivate(body, { status: problemStatus[problem.code], requestId, headers })
}
