/** One-time codes (RFC 6238): six digits that change every 30 seconds, made by an authenticator app. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { database } from '#db/connection'
import { factors } from '#db/schema/factors'
import { type Account, ownedBy } from './account.ts'
import { decryptSecret, encryptSecret } from './secret-box.ts'

const PERIOD = 30
/** Steps by which a device's clock may differ, either way. */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** What may be wrong with a code beside its digits. */
export const CLOCK_HINT =
  'Wait for the next one, and check that the clock of the device with the authenticator app is set automatically.'

const contextOf = ({ role, id }: Account): string => `${role} ${id}`

const generatorOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) })

/** A new secret: in base32, as an address for a QR code, and as it is stored. */
export function makeSecret(account: Account, issuer: string, label: string) {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  return {
    secret,
    uri: generatorOf(secret, issuer, label).toString(),
    encrypted: encryptSecret(secret, contextOf(account)),
  }
}

/** The time step that a code belongs to; undefined for a wrong code. */
export function stepOfCode(account: Account, encrypted: string, code: string, now = Date.now()) {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const secret = decryptSecret(encrypted, contextOf(account))
  if (secret === undefined)
    throw new Error('A secret of one-time codes was encrypted with another FACTOR_KEY')
  const delta = generatorOf(secret).validate({ token: digits, window: WINDOW, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}

/**
 * Whether this is a code of one of the account's confirmed generators, and newer than the last accepted one: a code
 * counts once, also when it is sent twice at the same time.
 */
export async function spendOneTimeCode(account: Account, code: string): Promise<boolean> {
  const db = database()
  const generators = await db
    .select({ id: factors.id, secret: factors.secret })
    .from(factors)
    .where(and(ownedBy(factors, account), eq(factors.kind, 'totp'), isNotNull(factors.confirmed_at)))
  for (const { id, secret } of generators) {
    const step = stepOfCode(account, secret ?? '', code)
    if (step === undefined) continue
    const used = await db
      .update(factors)
      .set({ last_step: step, last_used_at: sql`now()` })
      .where(and(eq(factors.id, id), lt(factors.last_step, step)))
      .returning({ id: factors.id })
    if (used.length > 0) return true
  }
  return false
}
