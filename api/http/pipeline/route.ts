/**
 * What every route does before its own work, so that none can forget it: caller's address → rate limit → access.
 * Its answer or its error is told to the log and to whoever counts.
 */

import type { Caller } from '#common/access-token'
import { clientAddress, plainAddress } from '#common/client-address'
import { timeLeft, withDeadline } from '#common/deadline'
import { ADMIN_PATH_PARAMETER } from '#contract/admin'
import type { Endpoint, ResponseSchema } from '#contract/endpoint'
import { nothingHere, Problem } from '#contract/problem'
import { readJson } from './body.ts'
import { checkCsrfToken } from './csrf.ts'
import { problemResponse, toProblem } from './problems.ts'
import { nextRequestId, type ServerContext } from './server-context.ts'

/** Descriptors of every route made, by method and path: what the contract test and the reference read. */
export const served = new Map<string, Endpoint>()

/** Whether an answer goes on for as long as somebody listens. */
export const isStream = ({ response: answer }: Endpoint): boolean =>
  isRaw(answer) && answer.raw.startsWith('text/event-stream')

/** Whether an endpoint sends bytes instead of JSON. */
export const isRaw = (answer: ResponseSchema): answer is { raw: string } => 'raw' in answer

/** Who calls, when the endpoint lets them. */
function admit(
  { access, bearer }: Endpoint,
  request: Request,
  { guard }: ServerContext,
): Caller | undefined | Promise<Caller> {
  return access === 'public' && bearer === 'optional' ? guard.identify(request) : guard.admit(request, access)
}

/** What is known of a request before its handler runs. */
export interface RequestContext {
  request: Request
  params: Record<string, string>
  address: string
  caller: Caller | undefined
  requestId: string
  context: ServerContext
  server: RequestServer
  /** Milliseconds it has waited for its limit and its access. */
  waited: number
}

/** What is used of `Bun.serve`'s server; null for requests made in memory. */
export type RequestServer = {
  requestIP(request: Request): { address: string } | null
  timeout(request: Request, seconds: number): void
} | null

/** Requests made in memory have no socket. */
const NO_SOCKET = '127.0.0.1'

/** The caller's address, proxies taken into account. */
export function addressOf(
  request: Request,
  server: RequestServer | undefined,
  trustedProxies: ServerContext['trustedProxies'],
): string {
  const socket = server?.requestIP(request)?.address ?? NO_SOCKET
  if (!trustedProxies) return plainAddress(socket)
  return clientAddress(socket, request.headers.get('x-forwarded-for'), trustedProxies)
}

/**
 * Seconds that a file which is made while it is sent may stay unread, then its connection is closed. The system tells
 * of a reader only when a good part of what it holds back is taken: with its largest buffers, some megabytes, this
 * leaves time to who reads 50 kB a second.
 */
const UNREAD_SECONDS = 120

/** Bytes of an empty object, generously spaced. */
const EMPTY_OBJECT_MAX = 32

/**
 * Refuses a body where none is declared, so that nothing is read that nobody asked for. Some clients send an empty
 * object with every write: that is taken for none.
 */
async function refuseBody(request: Request): Promise<void> {
  const problem = new Problem('too_large', 'This address takes no body.')
  if (request.method === 'GET' || request.method === 'HEAD') throw problem
  const body = await readJson(request, EMPTY_OBJECT_MAX).catch(() => undefined)
  const isEmpty =
    typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0
  if (!isEmpty) throw problem
}

const hasBody = ({ headers }: Request): boolean =>
  Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding')

/** Compares the secret in `X-Admin-Path`, before a body is read that would tell that there is something here. */
function checkAdminHeader(
  { adminPathHeader }: Endpoint,
  { headers }: Request,
  { adminAccess: door }: ServerContext,
): void {
  const segment = headers.get('x-admin-path')
  if (segment === null && adminPathHeader === 'optional') return
  if (!door.opens(segment)) throw nothingHere()
}

/** Administrators' paths are watched: who knows one and may not use it is kept in the audit log. */
function reportRefusal(
  { code }: Problem,
  { method, path }: Endpoint,
  { request, address, requestId, context }: Omit<RequestContext, 'caller' | 'server' | 'waited'>,
): void {
  if (code !== 'admin_network' && code !== 'forbidden') return
  const caller = code === 'forbidden' ? context.guard.peek(request) : undefined
  context.onAdminRefused({ code, method, path, caller, address, requestId })
}

/** A fault of ours is an error in the log, an outage a warning, a refusal a line of information. */
export function logProblem(
  problem: Problem,
  facts: { address: string },
  { log, refusals }: ServerContext,
): void {
  const line = { ...facts, code: problem.code }
  if (problem.code === 'rate_limited') refusals.tell(line, problem.message)
  else if (problem.code === 'internal') log.error({ ...line, err: problem.cause }, problem.message)
  else if (problem.code === 'unavailable') log.warn({ ...line, err: problem.cause }, problem.message)
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
  const requestId = nextRequestId()
  const { log, limiter, trustedProxies } = context
  const address = addressOf(request, server, trustedProxies)
  context.watchProxy(request, server)
  const facts = () => ({
    request_id: requestId,
    method: endpoint.method,
    path: endpoint.path,
    address,
    ms: Math.round(performance.now() - startedAt),
  })
  try {
    const limited = limiter.consume(endpoint.limit, address)
    let waited = 0
    if (limited) {
      await withDeadline(limited)
      waited = performance.now() - startedAt
    }
    if (endpoint.access === 'admin' || endpoint.access === 'admin-path') {
      context.adminAccess.check(params[ADMIN_PATH_PARAMETER], address)
    }
    if (endpoint.adminPathHeader) checkAdminHeader(endpoint, request, context)
    const admitted = admit(endpoint, request, context)
    let caller: Caller | undefined
    if (admitted instanceof Promise) {
      caller = await withDeadline(admitted, timeLeft(waited))
      waited = performance.now() - startedAt
    } else {
      caller = admitted
    }
    if (endpoint.csrf) checkCsrfToken(request, caller?.sessionId ?? '', context.tokenSecret)
    if (endpoint.bodyLimit === 0 && hasBody(request))
      await withDeadline(refuseBody(request), timeLeft(waited))
    const response = await run({
      request,
      params,
      address,
      caller,
      requestId,
      context: context,
      server,
      waited,
    })
    // Silence is no reason to cut off a listener; whoever was refused, or asked for headers only, is none.
    if (isStream(endpoint) && request.method === 'GET') server?.timeout(request, 0)
    if (endpoint.limit === 'export') server?.timeout(request, UNREAD_SECONDS)
    // A line for every read would cost more than the read; writes are always told.
    context.onAnswered?.(endpoint.path, endpoint.method, response.status, performance.now() - startedAt)
    if (endpoint.method !== 'GET') log.info({ ...facts(), status: response.status }, 'answered')
    else if (log.isLevelEnabled('debug')) log.debug(facts(), 'answered')
    return response
  } catch (error) {
    const problem = toProblem(error)
    if (endpoint.access === 'admin')
      reportRefusal(problem, endpoint, { request, params, address, requestId, context: context })
    logProblem(problem, facts(), context)
    const response = problemResponse(problem, requestId)
    context.onAnswered?.(endpoint.path, endpoint.method, response.status, performance.now() - startedAt)
    return response
  }
}

/** An endpoint and what answers it; `router.ts` mounts it. */
export interface Route {
  endpoint: Endpoint
  handle: (
    request: Request,
    params: Record<string, string> | undefined,
    server: RequestServer,
    context: ServerContext,
  ) => Promise<Response>
}

/** Makes a route: everything up to its input is the same for all. */
export function route(
  endpoint: Endpoint,
  run: (requestContext: RequestContext) => Promise<Response> | Response,
): Route {
  served.set(`${endpoint.method} ${endpoint.path}`, endpoint)
  return {
    endpoint,
    handle: (request, params, server, context) => respond(endpoint, run, request, params, server, context),
  }
}
