/**
 * From a contract's descriptor to a route. Every route of the API is made here, so that none can
 * forget its access, limit or body bound: caller's address → rate limit → access → input → handler → answer.
 */
import type { TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { API_BASE } from '#contract/call'
import type { AnswerOf, AnswerSchema, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import type { Caller } from './access-token.ts'
import { type SharedAnswer, sendPrivate, sendShared, shareAnswer } from './answers.ts'
import { readJson } from './body.ts'
import { clientAddress } from './client-address.ts'
import { checkCsrfToken } from './csrf.ts'
import { withDeadline } from './deadline.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import { type Instance, nextRequestId } from './instance.ts'
import { problemResponse, toProblem } from './problems.ts'
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
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>

/** Descriptors of every route made, by method and path: what the contract test and the reference read. */
export const served = new Map<string, Endpoint>()

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
}

/** The part of Elysia's context that is used here. */
interface RouteContext {
  request: Request
  params: Record<string, string>
  server: { requestIP(request: Request): { address: string } | null } | null
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
  return clientAddress(socket, request.headers.get('x-forwarded-for'), trustedProxies)
}

/** Refuses a body where none is declared, so that nothing is read that nobody asked for. */
function refuseBody(request: Request): void {
  if (Number(request.headers.get('content-length') ?? 0) > 0 || request.headers.has('transfer-encoding')) {
    throw new Problem('too_large', 'This address takes no body.')
  }
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
    if (limited) await limited
    const admitted = admit(endpoint, request, instance)
    const caller = admitted instanceof Promise ? await admitted : admitted
    if (endpoint.csrf) checkCsrfToken(request, caller?.sessionId ?? '', instance.tokenSecret)
    if (endpoint.bodyLimit === 0) refuseBody(request)
    const response = await run({ request, params, address, caller, requestId, instance })
    // A line for every read would cost more than the read; writes are always told.
    if (endpoint.method === 'GET') log.debug(facts(), 'answered')
    else log.info({ ...facts(), status: response.status }, 'answered')
    return response
  } catch (error) {
    const problem = toProblem(error)
    const level = problem.code === 'internal' ? 'error' : problem.code === 'unavailable' ? 'warn' : 'info'
    log[level](
      { ...facts(), code: problem.code, ...(level !== 'info' && { err: problem.cause }) },
      problem.message,
    )
    return problemResponse(problem, requestId)
  }
}

function route(endpoint: Endpoint, run: (arrival: Arrival) => Promise<Response> | Response) {
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

/**
 * Makes the route of an endpoint. The handler gets validated input and returns plain data, of which
 * only the declared fields are sent; for a raw answer it returns the `Response` itself.
 */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
  const { body, query, params, answer: schema } = endpoint
  const checkBody = body && compileInput(body)
  const checkQuery = query && compileQuery(query)
  const checkParams = params && compileParams(params)
  const keepDeclared = isRaw(schema) ? undefined : compileAnswer(schema as TSchema)

  return route(endpoint, async ({ request, params: rawParams, address, caller, requestId }) => {
    const call = {
      params: checkParams?.(rawParams),
      query: checkQuery?.(new URL(request.url).searchParams),
      body: undefined as unknown,
      caller,
      address,
      requestId,
      request,
    }
    if (checkBody) call.body = checkBody(await readJson(request, endpoint.bodyLimit))

    const work = async () => handler(call as Call<E>)
    const key = endpoint.idempotent ? readIdempotencyKey(request) : undefined
    const scope = `${caller ? `${caller.role} ${caller.id}` : address} ${endpoint.method} ${endpoint.path}`
    const result = await withDeadline(
      key === undefined ? work() : (runOnce(scope, key, call.body, work) as Promise<AnswerOf<E>>),
    )
    if (!keepDeclared) return stamp(result as Response, requestId)
    const data = keepDeclared(result)
    if (!endpoint.cache) return sendPrivate(data, endpoint.status, requestId)
    return sendShared(shareAnswer(JSON.stringify(data), endpoint.cache), request)
  })
}

function stamp(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId)
  return response
}

interface SharedOptions {
  /** Milliseconds after which the answer is made again, in the background while the old one is sent. */
  freshFor: number
}

/**
 * Makes the route of a public endpoint without input whose answer is the same for everybody.
 * It is serialised once and sent from memory; when it cannot be made anew the last one is still sent.
 */
export function serveShared<E extends Endpoint>(
  endpoint: E,
  load: () => Promise<AnswerOf<E> | string> | AnswerOf<E> | string,
  { freshFor }: SharedOptions,
) {
  const { answer: schema, cache } = endpoint
  if (!cache) throw new Error(`${endpoint.path} is shared but declares no cache rule`)
  const keepDeclared = isRaw(schema) ? undefined : compileAnswer(schema as TSchema)
  let current: SharedAnswer | undefined
  let madeAt = 0
  let making: Promise<SharedAnswer> | undefined

  const make = async (): Promise<SharedAnswer> => {
    const data = await load()
    const body = keepDeclared ? JSON.stringify(keepDeclared(data)) : String(data)
    return shareAnswer(body, cache, isRaw(schema) ? schema.raw : undefined)
  }

  const path = `${API_BASE}${endpoint.path}`
  const answerFresh = (request: Request): Response | undefined =>
    current && Date.now() - madeAt < freshFor ? sendShared(current, request) : undefined

  return route(endpoint, ({ request, instance }) => {
    const fresh = answerFresh(request)
    if (fresh) return fresh
    making ??= make()
      .then((answer) => {
        current = answer
        madeAt = Date.now()
        instance.ready.set(path, answerFresh)
        return answer
      })
      .finally(() => {
        making = undefined
      })
    if (!current) return withDeadline(making).then((answer) => sendShared(answer, request))
    // The last answer stands until a new one is made; a failure is tried again after the next interval.
    madeAt = Date.now()
    making.catch((error) => instance.log.warn({ err: error, path }, 'kept the last answer'))
    return sendShared(current, request)
  })
}
