/** Mounts routes on Elysia. No other file of the server imports it. */
import { Elysia } from 'elysia'
import type { RequestServer, Route } from './route.ts'
import type { ServerContext } from './server-context.ts'

interface RouterOptions {
  /** Prefix of every path. */
  prefix: string
  routes: readonly Route[]
  context: ServerContext
  /** Responds to errors and unknown paths; `isUnknown` if there is no route for the method and path. */
  onError: (error: unknown, request: Request, server: RequestServer, isUnknown: boolean) => Response
}

/** What Elysia passes to a handler. */
interface HandlerContext {
  request: Request
  params: Record<string, string>
  server: RequestServer
}

/**
 * HEAD is GET without the body (RFC 9110, 9.3.2): the listener omits the body and sends its length. Elysia would read a
 * body to its end to count it, so it sees a GET request, while the handler gets the original one.
 */
const heads = new WeakMap<Request, Request>()
const sent = (request: Request): Request => heads.get(request) ?? request

function findAsGet(head: Request): Request {
  const get = new Request(head.url)
  heads.set(get, head)
  return get
}

/** Combines routes into one request handler. */
export function createRouter({ prefix, routes, context, onError }: RouterOptions) {
  // The path is cut as in `request-target.ts`, after the shortest possible host, and accepted in one form only.
  const elysia = new Elysia({ prefix, strictPath: true, handler: { standardHostname: false } }).onError(
    ({ code, error, request, server }) => onError(error, sent(request), server, code === 'NOT_FOUND'),
  )
  for (const { endpoint, handle } of routes) {
    // The parts of the context are named one by one: Elysia reads a handler's source to see what to prepare for it.
    const handler = ({ request, params, server }: HandlerContext) =>
      handle(sent(request), params, server, context)
    elysia.route(endpoint.method, endpoint.path, handler as never, { parse: 'none' })
  }
  elysia.compile()
  return {
    /** Method and path of every route. */
    routes: elysia.routes.map(({ method, path }) => ({ method, path })),
    fetch(request: Request, server: Bun.Server<unknown> | undefined): Promise<Response> | Response {
      if (server && elysia.server !== server) elysia.server = server
      return elysia.fetch(request.method === 'HEAD' ? findAsGet(request) : request)
    },
  }
}
