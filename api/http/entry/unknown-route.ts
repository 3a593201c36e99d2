/** What is said of paths of the API that no route answers. */
import { API_BASE } from '#contract/call'
import { nothingHere, Problem } from '#contract/problem'
import { served } from '#http/pipeline/route'

/** Methods that a path of the API answers, if there are any: what a 405 tells. */
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

/** What is said of an address that no route answers: that there is none, or which methods it does answer. */
export function unknownRoute(path: string): Problem {
  const allow = path.startsWith(API_BASE) ? methodsOf(path.slice(API_BASE.length)) : []
  if (allow.length === 0) return nothingHere()
  if (allow.includes('GET')) allow.push('HEAD')
  return new Problem('method_not_allowed', `This address answers ${allow.join(', ')} only.`, { allow })
}
