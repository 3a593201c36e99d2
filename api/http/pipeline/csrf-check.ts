import { isCsrfTokenValid } from '#common/csrf-token'
import { Problem } from '#contract/problem'

/** Throws `csrf` unless the request carries a valid token of this session in `X-CSRF-Token`. */
export function assertCsrfToken(request: Request, sessionId: string, secret: string, now = Date.now()): void {
  const token = request.headers.get('x-csrf-token')
  if (token && token.length <= 200 && isCsrfTokenValid(token, sessionId, secret, now)) return
  throw new Problem('csrf', 'Your request could not be verified. Please try again.')
}
