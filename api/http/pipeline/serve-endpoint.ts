/**
 * Turns a contract descriptor into a route that reads its input and sends plain data: request context (`route.ts`) →
 * input → handler → response.
 */
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import type { Caller } from '#common/access-token'
import type { Logger } from '#common/logger'
import { getRemainingTime, withDeadline } from '#common/request-deadline'
import { ADMIN_PATH_PARAMETER } from '#contract/admin-endpoint'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint'
import { getUrlPath } from '#http/entry/request-target'
import {
  extractApprovalReason,
  findApprovableCall,
  isAwaitingApproval,
  registerApprovableCall,
  sendAwaitingApproval,
} from './approval-gate.ts'
import { getConcurrencyKey, isConcurrencyLimited } from './concurrency-limits.ts'
import { parseIdempotencyKey, runIdempotent } from './idempotency.ts'
import { parseJsonBody } from './read-body.ts'
import {
  isBinaryResponse,
  isStream,
  type ResponseWithHeaders,
  sendCachedResponse,
  sendPrivateJson,
  serializeResponse,
  splitHeaders,
} from './responses.ts'
import { createRoute, type RequestContext } from './route.ts'
import type { ServerContext } from './server-context.ts'
import { compileInput, compileParams, compileQuery, compileResponse } from './validation.ts'

/** The request as a handler sees it. */
export interface HandlerContext<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The reason, if the endpoint has a dual approval rule and the caller gave one. */
  reason?: string | undefined
  /** The caller: set on every guarded endpoint, and if an optional access token was sent. */
  caller: E['access'] extends 'public' ? Caller | undefined : Caller
  /** IP address of the caller, also behind trusted proxies. */
  address: string
  requestId: string
  request: Request
  /** For errors after a response has begun; the pipeline logs all others. */
  log: Logger
  /** The slots for files being sent, see `concurrency-limits.ts`. */
  exports: ServerContext['shares']['exports']
  /** The queue for files being prepared. */
  preparing: ServerContext['shares']['preparing']
  /** Records a panel export. */
  onAdminExport: ServerContext['onAdminExport']
}

/** A handler's result: the declared response, with headers if any are declared. */
export type HandlerResult<E extends Endpoint> = ResponseOf<E> | ResponseWithHeaders<ResponseOf<E>>

type Handler<E extends Endpoint> = (call: HandlerContext<E>) => Promise<HandlerResult<E>> | HandlerResult<E>

/** The scope of idempotency keys: one caller and one path, without the secret path segment. */
export function getIdempotencyScope({ request, params, caller, address }: RequestContext): string {
  const path = getUrlPath(request.url).replace(
    `/${params[ADMIN_PATH_PARAMETER]}/`,
    `/:${ADMIN_PATH_PARAMETER}/`,
  )
  return `${caller ? `${caller.role} ${caller.id}` : address} ${request.method} ${path}`
}

/**
 * Creates the route of an endpoint. The handler gets validated input and returns plain data, of which only the declared
 * fields are sent; for a raw response it returns the `Response` itself.
 */
export function serveEndpoint<E extends Endpoint>(endpoint: E, handler: Handler<E>) {
  const { body, query, params, response: schema } = endpoint
  const checkBody = body && compileInput(body)
  const checkQuery = query && compileQuery(query)
  const checkParams = params && compileParams(params)
  const mayOmitBody = body !== undefined && OptionalKind in body
  const toDeclared = isBinaryResponse(schema) ? undefined : compileResponse(schema as TSchema)
  const counted = isConcurrencyLimited(endpoint)

  registerApprovableCall(endpoint, async (input, frame, store) => {
    const call = {
      ...frame,
      params: checkParams?.(input.params),
      query: undefined,
      ...extractApprovalReason(endpoint, input.body === undefined ? undefined : checkBody?.(input.body)),
    }
    const result = await store(async () => handler(call as unknown as HandlerContext<E>))
    return toDeclared ? toDeclared(splitHeaders(endpoint, result).data) : undefined
  })

  return createRoute(endpoint, async (requestContext) => {
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
      call.body = checkBody(await parseJsonBody(request, endpoint.bodyLimit))
    }
    if (endpoint.stepUp && caller) {
      await withDeadline(instance.checkStepUp(endpoint, caller, call.body), getRemainingTime(waited))
    }

    const { body: sent } = call
    Object.assign(call, extractApprovalReason(endpoint, sent))
    const key = endpoint.idempotent ? parseIdempotencyKey(request) : undefined
    const handle = async () => handler(call as HandlerContext<E>)
    const attempt = async () => {
      const proposed = await findApprovableCall(endpoint, requestContext, sent)
      return proposed ? instance.approvalGate.writeOrRequestApproval(proposed, handle) : handle()
    }
    const once = endpoint.approvalRule ? attempt : handle
    const work =
      key === undefined ? once : () => runIdempotent(getIdempotencyScope(requestContext), key, sent, once)
    const limit = getRemainingTime(waited, endpoint.timeLimit)
    // The slot is held until the work ends, even if the caller already got a 503 for a timeout.
    const working = counted
      ? instance.shares.calls.run(getConcurrencyKey(caller, address), limit, work)
      : work()
    const result = await withDeadline(working, limit)
    if (endpoint.approvalRule && isAwaitingApproval(result)) return sendAwaitingApproval(result, requestId)
    // A stream already has its id: headers that were read keep an object alive as long as their response.
    if (isStream(endpoint)) return result as Response
    if (!toDeclared) return stamp(result as Response, requestId)
    const { data, headers } = splitHeaders(endpoint, result as HandlerResult<E>)
    const kept = toDeclared(data)
    if (endpoint.cache) {
      const shared = serializeResponse(JSON.stringify(kept), endpoint.cache, { headers, effort: 'each' })
      return sendCachedResponse(shared, request)
    }
    const reads = endpoint.method === 'GET' ? request : undefined
    return sendPrivateJson(kept, { status: endpoint.status, requestId, headers, request: reads })
  })
}

function stamp(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId)
  return response
}
