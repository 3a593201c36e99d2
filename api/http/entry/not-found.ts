/** The errors for API paths without a route. */

import { notFoundProblem, Problem } from '#contract/problem'
import { API_BASE } from '#contract/request-url'
import { registeredEndpoints } from '#http/pipeline/route'

/** Methods of an API path, for the `Allow` header of a 405. */
function methodsOf(path: string): string[] {
  const segments = path.split('/')
  return [...registeredEndpoints.values()]
    .filter((endpoint) => {
      const pattern = endpoint.path.split('/')
      return (
        pattern.length === segments.length &&
        pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
      )
    })
    .map((endpoint) => endpoint.method)
}

/** The error for a path without a route: 404, or 405 with the methods of the path. */
export function createUnknownRouteProblem(path: string): Problem {
  const allow = path.startsWith(API_BASE) ? methodsOf(path.slice(API_BASE.length)) : []
  if (allow.length === 0) return notFoundProblem()
  if (allow.includes('GET')) allow.push('HEAD')
  return new Problem('method_not_allowed', `Only ${allow.join(', ')} is supported at this URL.`, { allow })
}
