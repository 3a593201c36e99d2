/**
 * What every route does before its own work, so that none can omit it: caller's IP address → rate limit → access →
 * account limit. Its response or error is logged and passed to the observer.
 */

import type { Caller } from '#common/access-token'
import { getClientAddress, normalizeAddress } from '#common/client-address'
import { getRemainingTime, withDeadline } from '#common/request-deadline'
import { getService } from '#common/service-container'
import { ADMIN_PATH_PARAMETER } from '#contract/admin-endpoint'
import type { Endpoint } from '#contract/endpoint'
import { getRequiredPermission } from '#contract/permissions'
import { notFoundProblem, Problem } from '#contract/problem'
import { assertCsrfToken } from './csrf-check.ts'
import { createProblemResponse, toProblem } from './problem-response.ts'
import { isLimitedPerAccount } from './rate-limit.ts'
import { parseJsonBody } from './read-body.ts'
import { isStream } from './responses.ts'
import { createRequestId, type ServerContext } from './server-context.ts'

/** Descriptors of every route created, by method and path, for the contract test and the API reference. */
export const registeredEndpoints = new Map<string, Endpoint>()

/** The caller, if the endpoint admits them. */
function admit(
  { access, bearer }: Endpoint,
  request: Request,
  { guard }: ServerContext,
): Caller | undefined | Promise<Caller> {
  return access === 'public' && bearer === 'optional' ? guard.identify(request) : guard.admit(request, access)
}

/** What is known about a request before its handler runs. */
export interface RequestContext {
  request: Request
  params: Record<string, string>
  address: string
  caller: Caller | undefined
  requestId: string
  context: ServerContext
  server: RequestServer
  /** Milliseconds already spent on rate limit and access. */
  waited: number
}

/** The part of `Bun.serve`'s server in use; null for requests made in memory. */
export type RequestServer = {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
} | null

/** Requests made in memory have no socket. */
const NO_SOCKET = '127.0.0.1'

/** The caller's IP address, also behind trusted proxies. */
export function getRequestAddress(
  request: Request,
  server: RequestServer | undefined,
  trustedProxies: ServerContext['trustedProxies'],
): string {
  const socket = server?.requestIP(request)?.address ?? NO_SOCKET
  if (!trustedProxies) return normalizeAddress(socket)
  return getClientAddress(socket, request.headers.get('x-forwarded-for'), trustedProxies)
}

/**
 * Seconds that a file generated while it is sent may stay unread before its connection is closed. The system reports a
 * read only when a good part of its buffer is consumed: with the largest buffers, some megabytes, this is enough for a
 * client that reads 50 kB a second.
 */
const UNREAD_SECONDS = 120
/** Seconds a connection stays open beyond the time limit of a slow call, so that its 503 still arrives. */
const IDLE_MARGIN_SECONDS = 5

/** Maximum bytes of an ignored body. */
const IGNORED_BODY_MAX = 1024

/**
 * Skips the body where none is declared: the fields of an object are unknown, and unknown fields are always ignored.
 * Throws `too_large` for a large body and for any body of a read, `unsupported_type`, and `malformed_request`.
 */
async function ignoreBody(request: Request): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    throw new Problem('too_large', 'This URL does not accept a request body.')
  }
  const body = await parseJsonBody(request, IGNORED_BODY_MAX)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('malformed_request', 'This URL does not accept a request body.')
  }
}

/** Whether a request has a form of at most 1 KB. */
const hasSmallForm = ({ headers }: Request): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers.get('content-type') ?? '') &&
  Number(headers.get('content-length') ?? Number.NaN) <= 1024

const hasBody = ({ headers }: Request): boolean =>
  Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding')

/** Throws what an administrator must do before a call like this: choose a password, set up a second factor. */
function assertSetUp(
  { allowedBeforePassword, allowedBeforeSetup }: Endpoint,
  { mustChangePassword, mustSetUpFactor }: Caller,
): void {
  if (mustChangePassword && !allowedBeforePassword) {
    throw new Problem('password_change_required', 'Set a new password first.')
  }
  if (mustSetUpFactor && !allowedBeforeSetup && !(mustChangePassword && allowedBeforePassword)) {
    throw new Problem('second_factor_required', 'Set up a passkey or an authenticator app first.')
  }
}

/** Compares the secret in `X-Admin-Path` before reading the body, which would reveal that the path exists. */
function checkAdminHeader(
  { adminPathHeader }: Endpoint,
  { headers }: Request,
  { adminAccess }: ServerContext,
): void {
  const segment = headers.get('x-admin-path')
  if (segment === null && adminPathHeader === 'optional') return
  if (!adminAccess.opens(segment)) throw notFoundProblem()
}

/** Admin paths are monitored: a denied call by a caller who knows one is recorded in the audit log. */
function reportDeniedCall(
  { code }: Problem,
  { method, path }: Endpoint,
  { request, params, address, requestId, context }: Omit<RequestContext, 'caller' | 'server' | 'waited'>,
): void {
  if (code !== 'admin_network' && code !== 'forbidden') return
  const caller = context.guard.peek(request)
  context.onDeniedAdminCall({ code, method, path, params, caller, address, requestId })
}

/** Logs a server fault as an error, an outage as a warning, a rejected call as information. */
export function logProblem(
  problem: Problem,
  facts: { address: string },
  { log, rejections }: ServerContext,
): void {
  const line = { ...facts, code: problem.code }
  if (problem.code === 'rate_limited') rejections.write(line, problem.message)
  else if (problem.code === 'internal') log.error({ ...line, err: problem.cause }, problem.message)
  else if (problem.code === 'unavailable') log.warn({ ...line, err: problem.cause }, problem.message)
  else if (problem.code === 'conflict' && problem.cause)
    log.warn({ ...line, err: problem.cause }, problem.message)
  else log.info(line, problem.message)
}

async function respond(
  endpoint: Endpoint,
  run: (requestContext: RequestContext) => Promise<Response> | Response,
  request: Request,
  // Paths without parameters have none.
  params: Record<string, string> = {},
  server: RequestServer,
  context: ServerContext,
): Promise<Response> {
  const startedAt = performance.now()
  const requestId = createRequestId()
  const { log, limiter, trustedProxies } = context
  const address = getRequestAddress(request, server, trustedProxies)
  context.checkProxy(request, server)
  const facts = () => ({
    request_id: requestId,
    method: endpoint.method,
    path: endpoint.path,
    address,
    ms: Math.round(performance.now() - startedAt),
  })
  try {
    const limited = limiter.consume(isLimitedPerAccount(endpoint.limit) ? 'general' : endpoint.limit, address)
    let waited = 0
    if (limited) {
      await withDeadline(limited)
      waited = performance.now() - startedAt
    }
    const isOfPanel = getRequiredPermission(endpoint.access) !== undefined
    if (isOfPanel || endpoint.access === 'admin-path') {
      context.adminAccess.check(params[ADMIN_PATH_PARAMETER], address)
    }
    if (endpoint.adminPathHeader) checkAdminHeader(endpoint, request, context)
    const admitted = admit(endpoint, request, context)
    let caller: Caller | undefined
    if (admitted instanceof Promise) {
      caller = await withDeadline(admitted, getRemainingTime(waited))
      waited = performance.now() - startedAt
    } else {
      caller = admitted
    }
    if (caller && isOfPanel) assertSetUp(endpoint, caller)
    if (endpoint.csrf) assertCsrfToken(request, caller?.sessionId ?? '', getService('tokenSecret'))
    if (endpoint.bodyLimit === 0 && hasBody(request) && !(endpoint.oneClick && hasSmallForm(request)))
      await withDeadline(ignoreBody(request), getRemainingTime(waited))
    if (caller && isLimitedPerAccount(endpoint.limit)) {
      await withDeadline(limiter.consumeByAccount(endpoint.limit, caller), getRemainingTime(waited))
      waited = performance.now() - startedAt
    }
    // Exports have their own limit, below.
    if (endpoint.timeLimit && endpoint.limit !== 'export')
      server?.timeout(request, Math.ceil(endpoint.timeLimit / 1000) + IDLE_MARGIN_SECONDS)
    const response = await run({
      request,
      params,
      address,
      caller,
      requestId,
      context,
      server,
      waited,
    })
    // An idle event stream must not time out; a rejected request or a HEAD request has no stream.
    if (isStream(endpoint) && request.method === 'GET') server?.timeout(request, 0)
    if (endpoint.limit === 'export') server?.timeout(request, UNREAD_SECONDS)
    // Logging every read would cost more than the read; writes are always logged.
    context.onResponse?.(endpoint.path, endpoint.method, response.status, performance.now() - startedAt)
    if (endpoint.method !== 'GET') log.info({ ...facts(), status: response.status }, 'request completed')
    else if (log.isLevelEnabled('debug')) log.debug(facts(), 'request completed')
    return response
  } catch (error) {
    const problem = toProblem(error)
    if (getRequiredPermission(endpoint.access))
      reportDeniedCall(problem, endpoint, { request, params, address, requestId, context })
    logProblem(problem, facts(), context)
    const response = createProblemResponse(problem, requestId)
    context.onResponse?.(endpoint.path, endpoint.method, response.status, performance.now() - startedAt)
    return response
  }
}

/** An endpoint and its handler; `router.ts` mounts it. */
export interface Route {
  endpoint: Endpoint
  handle: (
    request: Request,
    params: Record<string, string> | undefined,
    server: RequestServer,
    context: ServerContext,
  ) => Promise<Response>
}

/** Creates a route: everything before its input is the same for all. */
export function createRoute(
  endpoint: Endpoint,
  run: (requestContext: RequestContext) => Promise<Response> | Response,
): Route {
  registeredEndpoints.set(`${endpoint.method} ${endpoint.path}`, endpoint)
  return {
    endpoint,
    handle: (request, params, server, context) => respond(endpoint, run, request, params, server, context),
  }
}
