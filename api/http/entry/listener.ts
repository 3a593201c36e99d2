/**
 * How the listener passes requests on. `request.url` is not the path as sent: dot segments are resolved and backslashes
 * turned into slashes. The runtime's router sees the path before that, so its patterns are used to read it.
 */

/** Responds to a request; `target` is for `parseRequestPath` of `request-target.ts`. */
type Respond = (
  request: Request,
  server: Bun.Server<unknown>,
  target?: string,
) => Promise<Response> | Response

/** Maximum segments of a path; no real path has more than eight. */
const MAX_SEGMENTS = 12

/**
 * The routes of `Bun.serve`, all of them leading to `respond`. `constant` paths are matched as whole strings, which is
 * cheaper than comparing segments.
 */
export function createListenerRoutes(respond: Respond, constant: Iterable<string> = []) {
  const routes: Record<
    string,
    (request: Bun.BunRequest, server: Bun.Server<unknown>) => Promise<Response> | Response
  > = {
    '/': (request, server) => respond(request, server),
    // Empty or too many segments: no such path exists.
    '/*': (request, server) => respond(request, server, ''),
  }
  const names: string[] = []
  for (let count = 1; count <= MAX_SEGMENTS; count++) {
    names.push(`s${count}`)
    const own = [...names]
    const pattern = own.map((name) => `/:${name}`).join('')
    const join = ({ params }: { params: Record<string, string> }) => {
      let path = ''
      for (const name of own) path += `/${params[name]}`
      return path
    }
    routes[pattern] = (request, server) => respond(request, server, join(request))
    routes[`${pattern}/`] = (request, server) => respond(request, server, `${join(request)}/`)
  }
  for (const path of constant) routes[path] = (request, server) => respond(request, server)
  return routes
}
