/**
 * From a contract's descriptor to a route that reads its input and sends plain data: request context (`route.ts`) →
 * input → handler → response.
 */
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import type { Caller } from '#common/access-token'
import { timeLeft, withDeadline } from '#common/deadline'
import type { Logger } from '#common/log'
import { ADMIN_PATH_PARAMETER } from '#contract/admin'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint'
import { pathOf } from '#http/entry/request-target'
import { readJson } from './body.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import {
  isRaw,
  isStream,
  type ResponseWithHeaders,
  sendCached,
  sendPrivate,
  serialiseResponse,
  splitHeaders,
} from './responses.ts'
import { type RequestContext, route } from './route.ts'
import type { ServerContext } from './server-context.ts'
import { isCounted, sharerOf } from './shares.ts'
import { findProposedCall, isWaiting, registerCall, sendWaiting, splitReason } from './two-pairs.ts'
import { compileInput, compileParams, compileQuery, compileResponse } from './validation.ts'

/** What a handler sees of a request. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Why it is done, where the endpoint has a rule of two pairs of eyes and the caller said so. */
  reason?: string | undefined
  /** The caller: set on every guarded endpoint, and where an optional access token was sent. */
  caller: E['access'] extends 'public' ? Caller | undefined : Caller
  /** IP address of the caller, behind trusted proxies too. */
  address: string
  requestId: string
  request: Request
  /** For errors after a response has begun; all others are logged by the pipeline. */
  log: Logger
  /** The slots for files that are being sent, see `shares.ts`. */
  exports: ServerContext['shares']['exports']
  /** The line of files that are being prepared. */
  preparing: ServerContext['shares']['preparing']
  /** Records an export of the panel, see `Instance`. */
  onAdminExport: ServerContext['onAdminExport']
}

/** A handler's result: the declared response, with headers where some are declared. */
export type HandlerResult<E extends Endpoint> = ResponseOf<E> | ResponseWithHeaders<ResponseOf<E>>

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerResult<E>> | HandlerResult<E>

/** The scope of idempotency keys: one caller and one path, without the administrators' secret. */
export function idempotencyScope({ request, params, caller, address }: RequestContext): string {
  const path = pathOf(request.url).replace(`/${params[ADMIN_PATH_PARAMETER]}/`, `/:${ADMIN_PATH_PARAMETER}/`)
  return `${caller ? `${caller.role} ${caller.id}` : address} ${request.method} ${path}`
}

/**
 * Makes the route of an endpoint. The handler gets validated input and returns plain data, of which only the declared
 * fields are sent; for a raw response it returns the `Response` itself.
 */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
  const { body, query, params, response: schema } = endpoint
  const checkBody = body && compileInput(body)
  const checkQuery = query && compileQuery(query)
  const checkParams = params && compileParams(params)
  const mayOmitBody = body !== undefined && OptionalKind in body
  const toDeclared = isRaw(schema) ? undefined : compileResponse(schema as TSchema)
  const counted = isCounted(endpoint)

  registerCall(endpoint, async (input, frame, store) => {
    const call = {
      ...frame,
      params: checkParams?.(input.params),
      query: undefined,
      ...splitReason(endpoint, input.body === undefined ? undefined : checkBody?.(input.body)),
    }
    const result = await store(async () => handler(call as unknown as Call<E>))
    return toDeclared ? toDeclared(splitHeaders(endpoint, result).data) : undefined
  })

  return route(endpoint, async (requestContext) => {
    const {
      request,
      params: rawParams,
      address,
      caller,
      requestId,
      context: instance,
      waited,
    } = requestContext
    const call = {
      params: checkParams?.(rawParams),
      query: checkQuery?.(new URL(request.url).searchParams),
      body: undefined as unknown,
      reason: undefined as string | undefined,
      caller,
      address,
      requestId,
      request,
      log: instance.log,
      exports: instance.shares.exports,
      preparing: instance.shares.preparing,
      onAdminExport: instance.onAdminExport,
    }
    if (checkBody && !(mayOmitBody && request.body === null)) {
      call.body = checkBody(await readJson(request, endpoint.bodyLimit))
    }
    if (endpoint.stepUp && caller) {
      await withDeadline(instance.checkStepUp(endpoint, caller, call.body), timeLeft(waited))
    }

    const { body: sent } = call
    Object.assign(call, splitReason(endpoint, sent))
    const key = endpoint.idempotent ? readIdempotencyKey(request) : undefined
    const handle = async () => handler(call as Call<E>)
    const attempt = async () => {
      const proposed = await findProposedCall(endpoint, requestContext, sent)
      return proposed ? instance.twoPairs.attempt(proposed, handle) : handle()
    }
    const once = endpoint.twoPairs ? attempt : handle
    const work = key === undefined ? once : () => runOnce(idempotencyScope(requestContext), key, sent, once)
    const limit = timeLeft(waited, endpoint.timeLimit)
    // The slot is taken until the work ends, also when the caller already got a 503 for a timeout.
    const working = counted ? instance.shares.calls.run(sharerOf(caller, address), limit, work) : work()
    const result = await withDeadline(working, limit)
    if (endpoint.twoPairs && isWaiting(result)) return sendWaiting(result, requestId)
    // A stream has its id already: headers that were read keep an object alive as long as their response.
    if (isStream(endpoint)) return result as Response
    if (!toDeclared) return stamp(result as Response, requestId)
    const { data, headers } = splitHeaders(endpoint, result as HandlerResult<E>)
    const kept = toDeclared(data)
    if (endpoint.cache) {
      const shared = serialiseResponse(JSON.stringify(kept), endpoint.cache, { headers, effort: 'each' })
      return sendCached(shared, request)
    }
    const reads = endpoint.method === 'GET' ? request : undefined
    return sendPrivate(kept, { status: endpoint.status, requestId, headers, request: reads })
  })
}

function stamp(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId)
  return response
}
