import { isCsrfTokenValid } from '#common/csrf-token'
import { Problem } from '#contract/problem'

/** Throws `csrf` unless the request carries a valid token of this session in `X-CSRF-Token`. */
export function checkCsrfToken(request: Request, sessionId: string, secret: string, now = Date.now()): void {
  const token = request.headers.get('x-csrf-token')
  if (token && token.length <= 200 && isCsrfTokenValid(token, sessionId, secret, now)) return
  throw new Problem('csrf', 'The CSRF token is missing or no longer valid. Please try again.')
}
