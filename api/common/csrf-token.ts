/** CSRF tokens: signed, valid for an hour, bound to one session. */
import { createHmac, randomBytes } from 'node:crypto'
import { equalsInConstantTime } from './access-token.ts'

/** Milliseconds. */
const LIFETIME = 3_600_000

/** The prefix keeps this signature distinct from all others made with the same secret. */
const sign = (text: string, sessionId: string, secret: string): string =>
  createHmac('sha256', secret).update(`csrf\n${sessionId}\n${text}`).digest('base64url')

/** Creates a token. `sessionId` is empty for an anonymous visitor. */
export function createCsrfToken(sessionId: string, secret: string, now = Date.now()): string {
  const text = `${(now + LIFETIME).toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${text}.${sign(text, sessionId, secret)}`
}

/** Whether a token was issued for this session within the last hour. */
export function isCsrfTokenValid(token: string, sessionId: string, secret: string, now: number): boolean {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(end, 0))
  if (!equalsInConstantTime(token.slice(end + 1), sign(text, sessionId, secret))) return false
  return Number.parseInt(text, 36) > now
}
