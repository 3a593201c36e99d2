/**
 * From a contract's descriptor to a route that reads its input and sends plain data: arrival (`route.ts`) → input →
 * handler → answer.
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
  type ResponseWithHeaders,
  sendCached,
  sendPrivate,
  serialiseResponse,
  splitHeaders,
} from './responses.ts'
import { isRaw, isStream, type RequestContext, route } from './route.ts'
import type { ServerContext } from './server-context.ts'
import { isCounted, sharerOf } from './shares.ts'
import { compileInput, compileParams, compileQuery, compileResponse } from './validation.ts'

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
  /** The places for files that are being sent, see `shares.ts`. */
  exports: ServerContext['shares']['exports']
  /** Records an export of the panel, see `Instance`. */
  onAdminExport: ServerContext['onAdminExport']
}

/** What a handler returns: the declared answer, with headers where some are declared. */
export type Answer<E extends Endpoint> = ResponseOf<E> | ResponseWithHeaders<ResponseOf<E>>

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/** Whose idempotency keys these are: one caller's, for one address, of which the administrators' secret is no part. */
export function idempotencyScope({ request, params, caller, address }: RequestContext): string {
  const path = pathOf(request.url).replace(`/${params[ADMIN_PATH_PARAMETER]}/`, `/:${ADMIN_PATH_PARAMETER}/`)
  return `${caller ? `${caller.role} ${caller.id}` : address} ${request.method} ${path}`
}

/**
 * Makes the route of an endpoint. The handler gets validated input and returns plain data, of which
 * only the declared fields are sent; for a raw answer it returns the `Response` itself.
 */
export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
  const { body, query, params, response: schema } = endpoint
  const checkBody = body && compileInput(body)
  const checkQuery = query && compileQuery(query)
  const checkParams = params && compileParams(params)
  const mayOmitBody = body !== undefined && OptionalKind in body
  const toDeclared = isRaw(schema) ? undefined : compileResponse(schema as TSchema)
  const counted = isCounted(endpoint)

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
      caller,
      address,
      requestId,
      request,
      log: instance.log,
      exports: instance.shares.exports,
      onAdminExport: instance.onAdminExport,
    }
    if (checkBody && !(mayOmitBody && request.body === null)) {
      call.body = checkBody(await readJson(request, endpoint.bodyLimit))
    }

    const handle = async () => handler(call as Call<E>)
    const key = endpoint.idempotent ? readIdempotencyKey(request) : undefined
    const work =
      key === undefined ? handle : () => runOnce(idempotencyScope(requestContext), key, call.body, handle)
    const limit = timeLeft(waited)
    // The place is kept until the work ends, also when the caller was told before that it takes too long.
    const working = counted ? instance.shares.calls.run(sharerOf(caller, address), limit, work) : work()
    const result = await withDeadline(working, limit)
    // A stream has its id already: for headers that are looked at an object is kept as long as their answer lasts.
    if (isStream(endpoint)) return result as Response
    if (!toDeclared) return stamp(result as Response, requestId)
    const { data, headers } = splitHeaders(endpoint, result)
    const kept = toDeclared(data)
    if (endpoint.cache) {
      const answer = serialiseResponse(JSON.stringify(kept), endpoint.cache, { headers, effort: 'each' })
      return sendCached(answer, request)
    }
    const reads = endpoint.method === 'GET' ? request : undefined
    return sendPrivate(kept, { status: endpoint.status, requestId, headers, request: reads })
  })
}

function stamp(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId)
  return response
}
