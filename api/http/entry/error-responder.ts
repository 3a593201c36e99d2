/** Errors outside the API's routes: counted, logged and measured like theirs. */
import { ADMIN_PATH_PARAMETER } from '#contract/admin-endpoint'
import type { Problem } from '#contract/problem'
import { createProblemResponse, toProblem } from '#http/pipeline/problem-response'
import { logProblem } from '#http/pipeline/route'
import { createRequestId, type ServerContext } from '#http/pipeline/server-context'

/** Maximum characters of a path in the log. */
const LOGGED_PATH = 200

interface FailedRequest {
  request: Request
  /** The caller's IP address. */
  address: string
  /** The requested path, for the log; undefined if it could not be read. */
  path?: string
  /** The call was already counted before it failed. */
  isCounted?: boolean
}

/** Responds to a request with an error. */
export type SendError = (error: unknown, failed: FailedRequest) => Response

/** A path for the log, without the administrators' segment. */
export const redactPath = (path: string, secret: string): string =>
  path.replaceAll(secret, `:${ADMIN_PATH_PARAMETER}`).slice(0, LOGGED_PATH)

/** Creates the function for one process; `secret` is the administrators' path segment. */
export function createErrorResponder(context: ServerContext, secret: string): SendError {
  const { limiter, onResponse } = context

  /** The problem itself, or the rate limit error if this was one call too many. */
  function count(problem: Problem, address: string): Problem {
    if (problem.code === 'rate_limited') return problem
    try {
      limiter.consume('general', address)
      return problem
    } catch (error) {
      return toProblem(error)
    }
  }

  return (error, { request: { method }, address, path, isCounted }) => {
    const requestId = createRequestId()
    const problem = isCounted ? toProblem(error) : count(toProblem(error), address)
    // An unreadable path may be another spelling of the admin path.
    const shown = path === undefined ? '(unreadable)' : redactPath(path, secret)
    const facts = { request_id: requestId, method, path: shown, address }
    logProblem(problem, facts, context)
    const response = createProblemResponse(problem, requestId)
    onResponse?.('(none)', method, response.status, 0)
    return response
  }
}
