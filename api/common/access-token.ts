/**
 * Access tokens: JWT (RFC 7519) signed with HMAC-SHA-256, made and verified synchronously. WebCrypto would queue in the
 * thread pool behind the password hashes of concurrent sign-ins.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdminRole } from '#shared/enums/accounts'

export type AccountRealm = 'investor' | 'admin'

/** The account and session that a token is issued for. */
interface Owner {
  role: AccountRealm
  /** Id of the investor or administrator. */
  id: number
  sessionId: string
  /** An administrator who may only replace a password set by someone else. */
  mustChangePassword?: boolean
  /** An administrator who may only set up the required second factor. */
  mustSetUpFactor?: boolean
  /** Administrators only. A change of roles ends the sessions. */
  adminRoles?: readonly AdminRole[]
}

/** The caller identified by a token. */
export interface Caller extends Owner {
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number
}

/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

/**
 * Seconds by which the servers' clocks may differ. A token issued further ahead is not valid yet: it would outlast the
 * memory of revoked sessions.
 */
export const CLOCK_TOLERANCE_SECONDS = 60
const LONGEST_MS = (ACCESS_TOKEN_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1000

/** Whether a token that expires at `expiresAt` is valid at `now`, both in milliseconds since 1970. */
export const isNotExpired = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt <= now + LONGEST_MS

interface Claims {
  sub: string
  role: AccountRealm
  sid: string
  iat: number
  exp: number
  /** Set when the session can only change the password. */
  password?: true
  /** Set when the session can only set up a second factor. */
  setup?: true
  /** Administrators only. */
  roles?: AdminRole[]
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Only tokens with exactly this header are accepted, so no other algorithm can be requested. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/**
 * Compares texts in constant time. It compares the signature's text rather than its bytes: base64url has several texts
 * for the same bytes, and a token must only be accepted in the form in which it was issued.
 */
export function equalsInConstantTime(given: string, expected: string): boolean {
  return (
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'))
  )
}

/** Creates a token. `now` is in milliseconds since 1970. */
export function signAccessToken(
  { role, id, sessionId, mustChangePassword, mustSetUpFactor, adminRoles }: Owner,
  secret: string,
  now = Date.now(),
): string {
  const iat = Math.floor(now / 1000)
  const claims: Claims = {
    sub: String(id),
    role,
    sid: sessionId,
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
    ...(mustChangePassword && { password: true }),
    ...(mustSetUpFactor && { setup: true }),
    ...(adminRoles && { roles: [...adminRoles] }),
  }
  const text = `${HEADER}.${encode(claims)}`
  return `${text}.${sign(text, secret)}`
}

function readClaims(payload: string): Claims | undefined {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  } catch {
    return undefined
  }
}

export type TokenResult =
  | { status: 'valid'; caller: Caller }
  /** Signed by this server but expired, or from a clock that is ahead: the caller can refresh it. */
  | { status: 'expired'; caller: Caller }
  | { status: 'invalid' }

const INVALID: TokenResult = { status: 'invalid' }

/** Reads a token. The content is trusted only with a valid signature. */
function readAccessToken(token: string, secret: string, now: number): TokenResult {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (end < 0 || !text.startsWith(`${HEADER}.`)) return INVALID
  if (!equalsInConstantTime(token.slice(end + 1), sign(text, secret))) return INVALID
  const claims = readClaims(text.slice(HEADER.length + 1))
  if (!claims) return INVALID
  const expiresAt = claims.exp * 1000
  const caller = {
    role: claims.role,
    id: Number(claims.sub),
    sessionId: claims.sid,
    expiresAt,
    ...(claims.password && { mustChangePassword: true }),
    ...(claims.setup && { mustSetUpFactor: true }),
    ...(claims.roles && { adminRoles: claims.roles }),
  }
  return { status: isNotExpired(expiresAt, now) ? 'valid' : 'expired', caller }
}

/** Two access tokens, joined by the platform with a comma, do not match. */
const BEARER = /^Bearer ([A-Za-z0-9_\-.]{1,2000})$/i

/** Reads the token of an `Authorization` header; a header without an access token is invalid. */
export function parseBearerToken(
  authorization: string | null,
  secret: string,
  now = Date.now(),
): TokenResult {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token ? readAccessToken(token, secret, now) : INVALID
}
