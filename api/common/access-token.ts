/**
 * Access tokens: JWT (RFC 7519) signed with HMAC-SHA-256, made and verified synchronously. WebCrypto would wait in
 * the thread pool behind the password hashes of concurrent sign-ins.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdminRole } from '#shared/enums/accounts'

export type Role = 'investor' | 'admin'

/** The account and session that a token is made for. */
interface Owner {
  role: Role
  /** Of the user or of the administrator. */
  id: number
  sessionId: string
  /** An administrator who can only replace the password that somebody else has chosen. */
  mustChangePassword?: boolean
  /** An administrator who can only set up the required second factor. */
  mustSetUpFactor?: boolean
  /** Of an administrator. Another choice of roles ends the sessions. */
  adminRoles?: readonly AdminRole[]
}

/** The caller, as named by a token. */
export interface Caller extends Owner {
  /** When the token runs out, in milliseconds since 1970. */
  expiresAt: number
}

/** Seconds an access token is good for. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

/**
 * Seconds by which the clocks of several servers may differ. A token from further ahead would outlast the memory of
 * revoked sessions, and is not valid yet.
 */
export const CLOCK_TOLERANCE_SECONDS = 60
const LONGEST_MS = (ACCESS_TOKEN_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1000

/** Whether a token that runs out at `expiresAt` is good at `now`, both in milliseconds since 1970. */
export const isCurrent = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt <= now + LONGEST_MS

interface Claims {
  sub: string
  role: Role
  sid: string
  iat: number
  exp: number
  /** Present where the session can only change the password. */
  password?: true
  /** Present where the session can only set up a second factor. */
  setup?: true
  /** Of an administrator. */
  roles?: AdminRole[]
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Only tokens with exactly this header are accepted: no other algorithm can be requested. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/**
 * Compares texts in constant time. The signature's text, not its bytes: base64url has several texts for
 * the same bytes, and a token must not be accepted in any form but the one that was issued.
 */
export function equalTexts(given: string, expected: string): boolean {
  return (
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'))
  )
}

/** Makes a token. `now` is in milliseconds since 1970. */
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

export type TokenReading =
  | { status: 'valid'; caller: Caller }
  /** Signed by this server, but expired or from a clock that is ahead: the caller can refresh it. */
  | { status: 'expired'; caller: Caller }
  | { status: 'invalid' }

const INVALID: TokenReading = { status: 'invalid' }

/** Reads a token; its content is trusted only with a valid signature. */
function readAccessToken(token: string, secret: string, now: number): TokenReading {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (end < 0 || !text.startsWith(`${HEADER}.`)) return INVALID
  if (!equalTexts(token.slice(end + 1), sign(text, secret))) return INVALID
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
  return { status: isCurrent(expiresAt, now) ? 'valid' : 'expired', caller }
}

/** Two access tokens, joined by the platform with a comma, do not match. */
const BEARER = /^Bearer ([A-Za-z0-9_\-.]{1,2000})$/i

/** Reads the token of an `Authorization` header; one without an access token is invalid. */
export function readBearer(authorization: string | null, secret: string, now = Date.now()): TokenReading {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token ? readAccessToken(token, secret, now) : INVALID
}
