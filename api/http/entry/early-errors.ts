/** Errors outside the API's routes, counted, logged and measured as theirs are. */
import { ADMIN_PATH_PARAMETER } from '#contract/admin'
import type { Problem } from '#contract/problem'
import { problemResponse, toProblem } from '#http/pipeline/problems'
import { logProblem } from '#http/pipeline/route'
import { nextRequestId, type ServerContext } from '#http/pipeline/server-context'

/** Characters of a path that are logged. */
const LOGGED_PATH = 200

interface FailedRequest {
  request: Request
  /** Of the caller. */
  address: string
  /** The requested path, for the log; undefined where it could not be read. */
  path?: string
  /** The call was counted before it failed. */
  isCounted?: boolean
}

/** Responds to a request with an error. */
export type SendError = (error: unknown, failed: FailedRequest) => Response

/** A path for the log, without the administrators' segment. */
export const loggedPath = (path: string, secret: string): string =>
  path.replaceAll(secret, `:${ADMIN_PATH_PARAMETER}`).slice(0, LOGGED_PATH)

/** Makes the function for one process; `secret` is the administrators' path segment. */
export function createErrorResponder(context: ServerContext, secret: string): SendError {
  const { limiter, onResponse } = context

  /** The problem, or that this was one call too many. */
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
    const requestId = nextRequestId()
    const problem = isCounted ? toProblem(error) : count(toProblem(error), address)
    // What cannot be read may be another spelling of the administrators' path.
    const shown = path === undefined ? '(unreadable)' : loggedPath(path, secret)
    const facts = { request_id: requestId, method, path: shown, address }
    logProblem(problem, facts, context)
    const response = problemResponse(problem, requestId)
    onResponse?.('(none)', method, response.status, 0)
    return response
  }
}
