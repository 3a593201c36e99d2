/** CSRF tokens: signed, good for an hour, bound to the session they were made for. */
import { createHmac, randomBytes } from 'node:crypto'
import { Problem } from '#contract/problem'
import { equalTexts } from './access-token.ts'

/** Milliseconds. */
const LIFETIME = 3_600_000

/** The prefix keeps this signature from ever being that of something else signed with the same secret. */
const sign = (text: string, sessionId: string, secret: string): string =>
  createHmac('sha256', secret).update(`csrf\n${sessionId}\n${text}`).digest('base64url')

/** Makes a token. `sessionId` is empty for a visitor who is not signed in. */
export function makeCsrfToken(sessionId: string, secret: string, now = Date.now()): string {
  const text = `${(now + LIFETIME).toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${text}.${sign(text, sessionId, secret)}`
}

function isValid(token: string, sessionId: string, secret: string, now: number): boolean {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(end, 0))
  if (!equalTexts(token.slice(end + 1), sign(text, sessionId, secret))) return false
  return Number.parseInt(text, 36) > now
}

/** Throws `csrf` unless the request carries a valid token of this session in `X-CSRF-Token`. */
export function checkCsrfToken(request: Request, sessionId: string, secret: string, now = Date.now()): void {
  const token = request.headers.get('x-csrf-token')
  if (token && token.length <= 200 && isValid(token, sessionId, secret, now)) return
  throw new Problem('csrf', 'The CSRF token is missing or no longer valid. Please try again.')
}
