/** Challenges: what a sign-in, a new passkey or a confirmation must answer, once and within five minutes. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { AccountRealm } from '#common/access-token'
import { SESSION_EXPIRED } from '#common/session-revocation'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { challenges } from '#db/schema/identity/second-factors'
import type { ChallengePurpose } from '#shared/enums/factors'
import { type Account, toAccount, toOwnerColumns } from './factor-account.ts'

/** Seconds for which a challenge can be answered. */
export const CHALLENGE_SECONDS = 300
/** Maximum answers to one sign-in challenge. */
const TRIES = 5

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const expiry = sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`
const isOpen = gt(challenges.expires_at, sql`now()`)

/** The challenge was answered, has expired, or never existed. */
export const challengeExpiredProblem = (): Problem => new Problem('session_expired', SESSION_EXPIRED)

/** A new value for an authenticator to sign, 256 random bits in base64url. */
export const createPasskeyChallenge = (): string => randomBytes(32).toString('base64url')

/**
 * Asks for the second factor of an account whose password was correct; returns the token that identifies the challenge.
 */
export async function createSecondFactorChallenge(account: Account): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database()
    .insert(challenges)
    .values({
      purpose: 'second_factor',
      ...toOwnerColumns(account),
      token_hash: hashOf(token),
      expires_at: expiry,
    })
  return token
}

const ofToken = (role: AccountRealm, token: string): SQL | undefined =>
  and(
    eq(challenges.token_hash, hashOf(token)),
    eq(challenges.purpose, 'second_factor'),
    eq(challenges.role, role),
    isOpen,
    lt(challenges.tries, TRIES),
  )

/** A sign-in challenge: its account, and what a passkey must sign, if requested. */
export interface SignInChallenge {
  id: number
  account: Account
  passkeyChallenge: string | undefined
  /** No further answer is accepted. */
  isLast: boolean
}

type Row = typeof challenges.$inferSelect

const toChallenge = (row: Row | undefined): SignInChallenge => {
  if (!row) throw challengeExpiredProblem()
  return {
    id: row.id,
    account: toAccount(row),
    passkeyChallenge: row.passkey_challenge ?? undefined,
    isLast: row.tries >= TRIES,
  }
}

/** Counts one answer to the challenge before it is checked. Throws `session_expired`, also for the sixth. */
export async function recordChallengeAttempt(role: AccountRealm, token: string): Promise<SignInChallenge> {
  const [row] = await database()
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(ofToken(role, token))
    .returning()
  return toChallenge(row)
}

/** Sets what a passkey must sign to answer the challenge. Throws `session_expired`. */
export async function addPasskeyChallenge(role: AccountRealm, token: string, value: string) {
  const [row] = await database()
    .update(challenges)
    .set({ passkey_challenge: value })
    .where(ofToken(role, token))
    .returning()
  return toChallenge(row)
}

/** Consumes the challenge. Call this in the transaction that opens the session. Throws `session_expired`. */
export async function consumeChallenge(id: number): Promise<void> {
  const ended = await database()
    .delete(challenges)
    .where(and(eq(challenges.id, id), isOpen))
    .returning({ id: challenges.id })
  if (ended.length === 0) throw challengeExpiredProblem()
}

interface PasskeyChallenge {
  purpose: Exclude<ChallengePurpose, 'second_factor'>
  role: AccountRealm
  /** Missing for a sign-in: the account is not known yet. */
  account?: Account
  sessionId?: string
}

/** Stores what a passkey must sign. A session has one challenge per purpose: a new one replaces it. */
export async function storePasskeyChallenge(
  value: string,
  { purpose, role, account, sessionId }: PasskeyChallenge,
) {
  if (sessionId) {
    await database()
      .delete(challenges)
      .where(and(eq(challenges.session_id, sessionId), eq(challenges.purpose, purpose)))
  }
  await database()
    .insert(challenges)
    .values({
      purpose,
      ...(account ? toOwnerColumns(account) : { role }),
      session_id: sessionId,
      passkey_challenge: value,
      expires_at: expiry,
    })
}

/** Consumes what a passkey has signed; returns whether it was requested, by this session if one is given. */
export async function consumePasskeyChallenge(
  value: string,
  { purpose, role, sessionId }: Omit<PasskeyChallenge, 'account'>,
): Promise<boolean> {
  const taken = await database()
    .delete(challenges)
    .where(
      and(
        eq(challenges.passkey_challenge, value),
        eq(challenges.purpose, purpose),
        eq(challenges.role, role),
        sessionId ? eq(challenges.session_id, sessionId) : undefined,
        isOpen,
      ),
    )
    .returning({ id: challenges.id })
  return taken.length > 0
}
