/** The only place that turns errors into responses, and the only one with status codes. */
import { contended, unavailable } from '#common/problems'
import { violationProblem } from '#common/violations'
import { Problem, type ProblemBody, problemStatus } from '#contract/problem'
import { isContended, isUnavailable } from '#db/errors'
import { noteStorageFailure } from '#db/storage-failure'
import { sendPrivate } from './responses.ts'

/** Any thrown value as a {@link Problem}. An unexpected one reveals no details. */
export function toProblem(error: unknown): Problem {
  noteStorageFailure(error)
  if (error instanceof Problem) return error
  if (isContended(error)) return contended(error)
  if (isUnavailable(error)) return unavailable(error)
  return (
    violationProblem(error) ??
    new Problem('internal', 'Something went wrong on our side. Please try again.', { cause: error })
  )
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
