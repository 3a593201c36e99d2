/**
 * From a contract's descriptor to a route. Every route of the API is made here, so that none can
 * forget its access, limit or body bound: caller's address → rate limit → access → input → handler → answer.
 */
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ADMIN_PATH_PARAMETER } from '#contract/admin'
import { addressOf as pathTo } from '#contract/call'
import type { AnswerOf, AnswerSchema, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import type { Caller } from './access-token.ts'
import { AnswerWithHeaders, sendPrivate, sendShared, shareAnswer } from './answers.ts'
import { readJson } from './body.ts'
import { clientAddress, plainAddress } from './client-address.ts'
import { checkCsrfToken } from './csrf.ts'
import { timeLeft, withDeadline } from './deadline.ts'
import { HeldAnswer } from './held-answer.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import { type Instance, nextRequestId } from './instance.ts'
import type { Logger } from './log.ts'
import { problemResponse, toProblem } from './problems.ts'
import { type SharedTopic, watchShared } from './shared-changes.ts'
import { compileAnswer, compileInput, compileParams, compileQuery } from './validation.ts'

/** What a handler gets to see of a request. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Who calls: known on every guarded endpoint, and where a bearer is optional and was sent. */
  caller: E['access'] extends 'public' ? Caller | undefined : Caller
  /** Address of the caller, proxies taken into account. */
  address: string
  requestId: string
  request: Request
  /** For what goes wrong after an answer has begun; all else is logged without the handler's help. */
  log: Logger
}

type Answer<E extends Endpoint> = AnswerOf<E> | AnswerWithHeaders<AnswerOf<E>>

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/** Descriptors of every route made, by method and path: what the contract test and the reference read. */
export const served = new Map<string, Endpoint>()

/** Whether an answer goes on for as long as somebody listens. */
const isStream = ({ answer }: Endpoint): boolean =>
  isRaw(answer) && answer.raw.startsWith('text/event-stream')

const isRaw = (answer: AnswerSchema): answer is { raw: string } => 'raw' in answer

/** Who calls, when the endpoint lets them. */
function admit(
  { access, bearer }: Endpoint,
  request: Request,
  { guard }: Instance,
): Caller | undefined | Promise<Caller> {
  return access === 'public' && bearer === 'optional' ? guard.identify(request) : guard.admit(request, access)
}

/** What is known of a request before its handler runs. */
interface Arrival {
  request: Request
  params: Record<string, string>
  address: string
  caller: Caller | undefined
  requestId: string
  instance: Instance
  server: RouteContext['server']
  /** Milliseconds it has waited for its limit and its access. */
  waited: number
}

/** The part of Elysia's context that is used here. */
interface RouteContext {
  request: Request
  params: Record<string, string>
  server: {
    requestIP(request: Request): { address: string } | null
    timeout(request: Request, seconds: number): void
  } | null
  instance: Instance
}

/** Requests made in memory have no socket. */
const NO_SOCKET = '127.0.0.1'

/** The caller's address, proxies taken into account. */
export function addressOf(
  request: Request,
  server: RouteContext['server'] | undefined,
  trustedProxies: Instance['trustedProxies'],
): string {
  const socket = server?.requestIP(request)?.address ?? NO_SOCKET
  if (!trustedProxies) return plainAddress(socket)
  return clientAddress(socket, request.headers.get('x-forwarded-for'), trustedProxies)
}

/** Refuses a body where none is declared, so that nothing is read that nobody asked for. */
function refuseBody(request: Request): void {
  if (Number(request.headers.get('content-length') ?? 0) > 0 || request.headers.has('transfer-encoding')) {
    throw new Problem('too_large', 'This address takes no body.')
  }
}

/** Administrators' paths are watched: who knows one and may not use it is kept in the audit log. */
function tellRefusal(
  { code }: Problem,
  { method, path }: Endpoint,
  { request, address, requestId, instance }: Omit<Arrival, 'caller' | 'server' | 'waited'>,
): void {
  if (code !== 'admin_network' && code !== 'forbidden') return
  const caller = code === 'forbidden' ? instance.guard.peek(request) : undefined
  instance.onAdminRefused({ code, method, path, caller, address, requestId })
}

async function respond(
  endpoint: Endpoint,
  run: (arrival: Arrival) => Promise<Response> | Response,
  request: Request,
  params: Record<string, string>,
  server: RouteContext['server'],
  instance: Instance,
): Promise<Response> {
  const startedAt = performance.now()
  const requestId = nextRequestId()
  const { log, limiter, trustedProxies } = instance
  const address = addressOf(request, server, trustedProxies)
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
      instance.door.check(params[ADMIN_PATH_PARAMETER], address)
    }
    const admitted = admit(endpoint, request, instance)
    let caller: Caller | undefined
    if (admitted instanceof Promise) {
      caller = await withDeadline(admitted, timeLeft(waited))
      waited = performance.now() - startedAt
    } else {
      caller = admitted
    }
    if (endpoint.csrf) checkCsrfToken(request, caller?.sessionId ?? '', instance.tokenSecret)
    if (endpoint.bodyLimit === 0) refuseBody(request)
    const response = await run({ request, params, address, caller, requestId, instance, server, waited })
    // Silence is no reason to cut off a listener; whoever was refused, or asked for headers only, is none.
    if (isStream(endpoint) && request.method === 'GET') server?.timeout(request, 0)
    // A line for every read would cost more than the read; writes are always told.
    instance.onAnswered?.(endpoint.path, endpoint.method, response.status, performance.now() - startedAt)
    if (endpoint.method === 'GET') log.debug(facts(), 'answered')
    else log.info({ ...facts(), status: response.status }, 'answered')
    return response
  } catch (error) {
    const problem = toProblem(error)
    if (endpoint.access === 'admin')
      tellRefusal(problem, endpoint, { request, params, address, requestId, instance })
    const level = problem.code === 'internal' ? 'error' : problem.code === 'unavailable' ? 'warn' : 'info'
    log[level](
      { ...facts(), code: problem.code, ...(level !== 'info' && { err: problem.cause }) },
      problem.message,
    )
    const response = problemResponse(problem, requestId)
    instance.onAnswered?.(endpoint.path, endpoint.method, response.status, performance.now() - startedAt)
    return response
  }
}

/** Makes a route: everything up to its input is the same for all. */
export function route(endpoint: Endpoint, run: (arrival: Arrival) => Promise<Response> | Response) {
  served.set(`${endpoint.method} ${endpoint.path}`, endpoint)
  // The context's parts are named one by one: Elysia reads a handler's source to see what to prepare for it.
  const handler = ({ request, params, server, instance }: RouteContext) =>
    respond(endpoint, run, request, params, server, instance)
  const routes = new Elysia().route(endpoint.method, endpoint.path, handler as never, { parse: 'none' })
  if (endpoint.method !== 'GET') return routes
  // HEAD is GET without the body (RFC 9110, 9.3.2).
  const head = async (context: RouteContext) => {
    const response = await handler(context)
    // Without a body already, it may carry the length that GET would have.
    if (response.body === null) return response
    return new Response(null, { status: response.status, headers: response.headers })
  }
  return routes.route(
    'HEAD',
    endpoint.path,
    (({ request, params, server, instance }: RouteContext) =>
      head({ request, params, server, instance })) as never,
    { parse: 'none' },
  )
}

/** Whose idempotency keys these are: one caller's, for one address. */
export const idempotencyScope = ({
  request,
  caller,
  address,
}: Pick<Arrival, 'request' | 'caller' | 'address'>): string =>
  `${caller ? `${caller.role} ${caller.id}` : address} ${request.method} ${new URL(request.url).pathname}`

/**
 * Makes the route of an endpoint. The handler gets validated input and returns plain data, of which
 * only the declared fields are sent; for a raw answer it returns the `Response` itself.
 */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
  const { body, query, params, answer: schema } = endpoint
  const checkBody = body && compileInput(body)
  const checkQuery = query && compileQuery(query)
  const checkParams = params && compileParams(params)
  const mayOmitBody = body !== undefined && OptionalKind in body
  const keepDeclared = isRaw(schema) ? undefined : compileAnswer(schema as TSchema)

  return route(endpoint, async (arrival) => {
    const { request, params: rawParams, address, caller, requestId, instance, waited } = arrival
    const call = {
      params: checkParams?.(rawParams),
      query: checkQuery?.(new URL(request.url).searchParams),
      body: undefined as unknown,
      caller,
      address,
      requestId,
      request,
      log: instance.log,
    }
    if (checkBody && !(mayOmitBody && request.body === null)) {
      call.body = checkBody(await readJson(request, endpoint.bodyLimit))
    }

    const work = async () => handler(call as Call<E>)
    const key = endpoint.idempotent ? readIdempotencyKey(request) : undefined
    const result = await withDeadline(
      key === undefined ? work() : runOnce(idempotencyScope(call), key, call.body, work),
      timeLeft(waited),
    )
    // A stream has its id already: for headers that are looked at an object is kept as long as their answer lasts.
    if (isStream(endpoint)) return result as Response
    if (!keepDeclared) return stamp(result as Response, requestId)
    const { data, headers } = unpack(endpoint, result)
    const kept = keepDeclared(data)
    if (!endpoint.cache) return sendPrivate(kept, endpoint.status, requestId, headers)
    return sendShared(shareAnswer(JSON.stringify(kept), endpoint.cache, { headers }), request)
  })
}

/** What a handler answered, apart from the headers it declared; others do not leave. */
function unpack<E extends Endpoint>(
  { headers: declared = {} }: Endpoint,
  result: Answer<E>,
): { data: AnswerOf<E>; headers?: Record<string, string> } {
  if (!(result instanceof AnswerWithHeaders)) return { data: result }
  const headers = Object.entries(result.headers).filter(([name]) => Object.hasOwn(declared, name))
  return { data: result.data, headers: Object.fromEntries(headers) }
}

function stamp(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId)
  return response
}

interface SharedOptions {
  /** Milliseconds after which the answer is made again; see {@link HeldAnswer}. */
  freshFor: number
  /** Another number when the answer is out of date before that; see {@link HeldAnswer}. */
  version?: () => number
  /** How many answers are held where the path has parameters; the first one made goes first. */
  atMost?: number
  /** What the answer is made of: when that changes, it is made anew at once. */
  madeOf?: SharedTopic
}

/**
 * Makes the route of a public endpoint whose answer is the same for everybody, whatever its path's
 * parameters are. It is serialised once and sent from memory; when it cannot be made anew the last
 * one is still sent.
 */
export function serveShared<E extends Endpoint>(
  endpoint: E,
  load: (params: ParamsOf<E>) => Promise<Answer<E> | string> | Answer<E> | string,
  { freshFor, version, atMost = 100, madeOf }: SharedOptions,
) {
  const { answer: schema, cache } = endpoint
  if (!cache) throw new Error(`${endpoint.path} is shared but declares no cache rule`)
  const type = isRaw(schema) ? schema.raw : undefined
  const keepDeclared = isRaw(schema) ? undefined : compileAnswer(schema as TSchema)
  const checkParams = endpoint.params && compileParams(endpoint.params)
  const held = new Map<string, HeldAnswer>()
  if (madeOf) {
    watchShared(madeOf, () => {
      for (const answer of held.values()) answer.expire()
    })
  }

  const share = (result: Answer<E> | string) => {
    if (!keepDeclared) return shareAnswer(String(result), cache, { type })
    const { data, headers } = unpack(endpoint, result as Answer<E>)
    return shareAnswer(JSON.stringify(keepDeclared(data)), cache, { headers })
  }

  const hold = (path: string, params: ParamsOf<E>, { log, ready, onAnswered }: Instance): HeldAnswer => {
    const answer = new HeldAnswer({
      freshFor,
      version,
      make: () => {
        const loaded = load(params)
        return loaded instanceof Promise ? loaded.then(share) : share(loaded)
      },
      onFailure: (error) => log.warn({ err: error, path }, 'kept the last answer'),
    })
    held.set(path, answer)
    ready.set(path, (request) => {
      const fresh = answer.fresh()
      if (!fresh) return undefined
      const response = sendShared(fresh, request)
      onAnswered?.(endpoint.path, 'GET', response.status, 0)
      return response
    })
    return answer
  }

  return route(endpoint, async ({ request, params: rawParams, instance }) => {
    const params = (checkParams?.(rawParams) ?? {}) as ParamsOf<E>
    const path = pathTo(endpoint, { params })
    const drop = (name: string) => held.delete(name) && instance.ready.delete(name)
    try {
      const shared = await (held.get(path) ?? hold(path, params, instance)).read()
      const [oldest] = held.keys()
      if (held.size > atMost && oldest !== undefined) drop(oldest)
      return sendShared(shared, request)
    } catch (error) {
      // There is no answer, not even an old one: addresses of nothing are not held.
      drop(path)
      throw error
    }
  })
}
