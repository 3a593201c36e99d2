/** Dispatches each request to memory, a route of the API, a file such as an upload, or a page of the site. */

import { withDeadline } from '#common/request-deadline'
import { Problem } from '#contract/problem'
import { getRequestAddress } from '#http/pipeline/route'
import { createRequestId, type ServerContext } from '#http/pipeline/server-context'
import type { SeriesCodes } from '#http/static/series-pages'
import type { Site } from '#http/static/static-site'
import { redactPath, type SendError } from './error-responder.ts'
import { isValidQuery, parseRequestPath } from './request-target.ts'

type Server = Bun.Server<unknown> | undefined

/** Files of one kind: whether a path belongs to them, and the function that sends one; undefined if there is none. */
interface FileSource {
  /** For log and metrics. */
  name: string
  owns: (path: string) => boolean
  send: (request: Request, path: string) => Promise<Response | undefined>
}

interface DispatchOptions {
  context: ServerContext
  sendError: SendError
  site: Site
  /** The codes of all public series; never rejects. */
  publicCodes: () => Promise<SeriesCodes>
  /** The administrators' path segment, which no log line may contain. */
  secret: string
  /** Runs the API's routes. */
  callApi: (request: Request, server: Server) => Promise<Response> | Response
  /** Files outside the API that are recorded in the database, such as uploads. */
  files: readonly FileSource[]
}

/** Creates the function that responds to any request. `target` is the path as seen by `listener.ts`. */
export function createRequestDispatcher(options: DispatchOptions) {
  const { context, sendError, site, publicCodes, secret, callApi, files } = options
  const { limiter, log, onResponse, ready, trustedProxies } = context
  const callerOf = (request: Request, server: Server) => getRequestAddress(request, server, trustedProxies)

  /** Cached responses are sent before routing: most requests are for the same few. */
  function respondFromCache(request: Request, path: string, server: Server): Response | undefined {
    const send = request.method === 'GET' ? ready.get(path) : undefined
    if (!send) return undefined
    try {
      limiter.consume('general', callerOf(request, server))
      return send(request)
    } catch {
      // Over the limit: the route sends the error.
      return undefined
    }
  }

  function respondToCall(request: Request, path: string, server: Server): Promise<Response> | Response {
    const stored = respondFromCache(request, path, server)
    if (stored) return stored
    return callApi(request, server)
  }

  /** Logs and measures a response that no route made; a rejected request has a request id. */
  function record(kind: string, response: Response, request: Request, path: string, facts: Facts): Response {
    const ms = performance.now() - facts.startedAt
    onResponse?.(kind, request.method, response.status, ms)
    const isRejected = response.status >= 400
    if (!isRejected && !log.isLevelEnabled('debug')) return response
    const requestId = createRequestId()
    if (isRejected) response.headers.set('x-request-id', requestId)
    const line = { request_id: requestId, method: request.method, path: redactPath(path, secret) }
    const { address } = facts
    log[isRejected ? 'info' : 'debug'](
      { ...line, address, ms: Math.round(ms), status: response.status },
      'request completed',
    )
    return response
  }

  /** Existing pages have their own limit; redirects and rejected requests count like API calls. */
  function respondWithPage(request: Request, path: string, server: Server, codes?: SeriesCodes): Response {
    const facts = { startedAt: performance.now(), address: callerOf(request, server) }
    const response = site.respond(request, path, codes)
    const isThere = response.status < 300 || response.status === 304
    try {
      limiter.consume(isThere ? 'page' : 'general', facts.address)
    } catch (error) {
      return sendError(error, { request, path, address: facts.address, isCounted: true })
    }
    return record('(site)', response, request, path, facts)
  }

  /** A file that is not public gets the response for an unknown path. */
  async function respondWithFile(
    source: FileSource,
    request: Request,
    path: string,
    server: Server,
  ): Promise<Response> {
    const facts = { startedAt: performance.now(), address: callerOf(request, server) }
    try {
      limiter.consume('general', facts.address)
      const sent = await withDeadline(source.send(request, path))
      return record(source.name, sent ?? site.respond(request, path), request, path, facts)
    } catch (error) {
      return sendError(error, { request, path, address: facts.address, isCounted: true })
    }
  }

  return (request: Request, server?: Bun.Server<unknown>, target?: string): Promise<Response> | Response => {
    let path: string
    try {
      path = parseRequestPath(request, target)
      if (path.startsWith('/api/') && !isValidQuery(request.url)) {
        throw new Problem('malformed_request', 'The URL is not valid.')
      }
    } catch (error) {
      return sendError(error, { request, address: callerOf(request, server) })
    }
    if (path.startsWith('/api/') || path === '/api') return respondToCall(request, path, server)
    const source = files.find(({ owns }) => owns(path))
    if (source) return respondWithFile(source, request, path, server)
    return site.dependsOnSeries(path)
      ? publicCodes().then((codes) => respondWithPage(request, path, server, codes))
      : respondWithPage(request, path, server)
  }
}

interface Facts {
  /** Start time from `performance.now()`. */
  startedAt: number
  address: string
}
