/** The only place that turns errors into responses, and the only one with status codes. */

import { constraintProblem } from '#common/constraint-problems'
import { contended, unavailableProblem } from '#common/database-problems'
import { Problem, type ProblemBody, problemStatuses } from '#contract/problem'
import { isContended, isUnavailable } from '#db/errors'
import { noteStorageFailure } from '#db/storage-failure'
import { sendPrivateJson } from './responses.ts'

/** Any thrown value as a {@link Problem}. An unexpected one reveals no details. */
export function toProblem(error: unknown): Problem {
  noteStorageFailure(error)
  if (error instanceof Problem) return error
  if (isContended(error)) return contended(error)
  if (isUnavailable(error)) return unavailableProblem(error)
  return (
    constraintProblem(error) ??
    new Problem('internal', 'Something went wrong on our side. Please try again.', { cause: error })
  )
}

/** The JSON response for a problem. */
export function createProblemResponse(problem: Problem, requestId: string): Response {
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
  return sendPrivateJson(body, { status: problemStatuses[problem.code], requestId, headers })
}
