/**
 * Access tokens: JWT (RFC 7519) signed with HMAC-SHA-256, made and checked synchronously. WebCrypto
 * would wait in the thread pool behind the password hashes of everybody who signs in just then.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Role = 'investor' | 'admin'

/** Who calls, as a token says it. */
export interface Caller {
  role: Role
  /** Of the user or of the administrator. */
  id: number
  sessionId: string
}

/** Seconds an access token is good for. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

interface Claims {
  sub: string
  role: Role
  sid: string
  iat: number
  exp: number
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Only tokens with exactly this header are ours: no other algorithm can be asked for. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

const sign = (text: string, secret: string): Buffer => createHmac('sha256', secret).update(text).digest()

/** Makes a token. `now` is in milliseconds since 1970. */
export function signAccessToken({ role, id, sessionId }: Caller, secret: string, now = Date.now()): string {
  const iat = Math.floor(now / 1000)
  const claims: Claims = { sub: String(id), role, sid: sessionId, iat, exp: iat + ACCESS_TOKEN_SECONDS }
  const text = `${HEADER}.${encode(claims)}`
  return `${text}.${sign(text, secret).toString('base64url')}`
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
  /** Ours, but past its time. */
  | { status: 'expired'; caller: Caller }
  | { status: 'invalid' }

const INVALID: TokenReading = { status: 'invalid' }

/** Reads a token; what it says is believed only when the signature is ours. */
export function readAccessToken(token: string, secret: string, now = Date.now()): TokenReading {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, end)
  if (end < 0 || !text.startsWith(`${HEADER}.`)) return INVALID
  const given = Buffer.from(token.slice(end + 1), 'base64url')
  const expected = sign(text, secret)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return INVALID
  const claims = readClaims(text.slice(HEADER.length + 1))
  if (!claims) return INVALID
  const caller = { role: claims.role, id: Number(claims.sub), sessionId: claims.sid }
  return { status: claims.exp * 1000 > now ? 'valid' : 'expired', caller }
}
