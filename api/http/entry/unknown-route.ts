/** The errors for paths of the API without a route. */
import { API_BASE } from '#contract/call'
import { nothingHere, Problem } from '#contract/problem'
import { served } from '#http/pipeline/route'

/** Methods of an API path, for the `Allow` header of a 405. */
function methodsOf(path: string): string[] {
  const segments = path.split('/')
  return [...served.values()]
    .filter((endpoint) => {
      const pattern = endpoint.path.split('/')
      return (
        pattern.length === segments.length &&
        pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
      )
    })
    .map((endpoint) => endpoint.method)
}

/** The error for a path without a route: 404, or 405 with the methods that the path has. */
export function unknownRoute(path: string): Problem {
  const allow = path.startsWith(API_BASE) ? methodsOf(path.slice(API_BASE.length)) : []
  if (allow.length === 0) return nothingHere()
  if (allow.includes('GET')) allow.push('HEAD')
  return new Problem('method_not_allowed', `This address answers ${allow.join(', ')} only.`, { allow })
}
