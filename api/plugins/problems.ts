/** The one place that turns errors into answers, and the only one that knows status codes. */
import { Problem, type ProblemBody, problemStatus } from '#contract/problem'
import { isUnavailable } from '#db/errors'
import { apiHeaders } from './answers.ts'

/** Any thrown value as a {@link Problem}. What we did not foresee says nothing of itself. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error)) {
    const text = 'The service is temporarily unavailable. Please try again in a moment.'
    return new Problem('unavailable', text, { retryAfter: 5, cause: error })
  }
  return new Problem('internal', 'Something went wrong on our side. Please try again.', { cause: error })
}

/** The wire form of a problem. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const body: ProblemBody = {
    error: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.details && { details: problem.details }),
  }
  const headers = apiHeaders(requestId)
  headers['cache-control'] = 'no-store'
  headers['content-type'] = 'application/json; charset=utf-8'
  if (problem.retryAfter !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(problem.retryAfter)))
  if (problem.allow) headers.allow = problem.allow.join(', ')
  return new Response(JSON.stringify(body), { status: problemStatus[problem.code], headers })
}
