/**
 * How the listener hands requests on. `request.url` is not what was sent: dot segments are resolved and backslashes
 * are slashes. The runtime's own router sees the path before that, so its patterns are used to learn it.
 */

/** Answers a request; `target` is for `readPath` of `entrance.ts`. */
type Answer = (request: Request, server: Bun.Server<unknown>, target?: string) => Promise<Response> | Response

/** Segments a path may have; no address has more than eight. */
const MAX_SEGMENTS = 12

/**
 * The routes of `Bun.serve`: everything leads to `answer`. `constant` paths are matched letter by letter, which
 * costs less than having their segments compared.
 */
export function listenerRoutes(answer: Answer, constant: Iterable<string> = []) {
  const routes: Record<
    string,
    (request: Bun.BunRequest, server: Bun.Server<unknown>) => Promise<Response> | Response
  > = {
    '/': (request, server) => answer(request, server),
    // Empty segments, or too many of them: equal to no path.
    '/*': (request, server) => answer(request, server, ''),
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
    routes[pattern] = (request, server) => answer(request, server, join(request))
    routes[`${pattern}/`] = (request, server) => answer(request, server, `${join(request)}/`)
  }
  for (const path of constant) routes[path] = (request, server) => answer(request, server)
  return routes
}
