/**
 * Refresh tokens: the session's id, 256 random bits, and a signature over both. Only the hash of a session's current
 * token is stored. Any other token with a valid signature was an earlier one: this detects the second use of a token
 * without storing all of them.
 */

import { createHash, createHmac, randomBytes } from 'node:crypto'
import { equalsInConstantTime } from '#common/access-token'
import { getService } from '#common/service-container'

const ID_BYTES = 16
const RANDOM_BYTES = 32
/** Bytes of the signature in the token, chosen so that the base64url text is used to the last bit. */
const SIGNATURE_BYTES = 15
const LENGTH = ((ID_BYTES + RANDOM_BYTES + SIGNATURE_BYTES) * 4) / 3

function sign(body: Buffer): string {
  return createHmac('sha256', getService('tokenSecret'))
    .update('refresh-token of a session\n')
    .update(body)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url')
}

/** A refresh token of a session. Its 32 random bytes are new, unless a token refresh derives them. */
export function createRefreshToken(sessionId: string, random: Buffer = randomBytes(RANDOM_BYTES)): string {
  const body = Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), random])
  return body.toString('base64url') + sign(body)
}

/**
 * The session a token was issued for, current or not; undefined for a token that was not issued here, or before tokens
 * contained it.
 */
export function getSessionIdFromRefreshToken(token: string): string | undefined {
  if (token.length !== LENGTH) return undefined
  const bodyLength = ((ID_BYTES + RANDOM_BYTES) * 4) / 3
  const body = Buffer.from(token.slice(0, bodyLength), 'base64url')
  if (!equalsInConstantTime(token.slice(bodyLength), sign(body))) return undefined
  const hex = body.toString('hex', 0, ID_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The stored form of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
