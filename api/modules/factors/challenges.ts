/** Challenges: what a sign-in, a new passkey or a confirmation has to answer, once and within five minutes. */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#common/access-token'
import { SESSION_EXPIRED } from '#common/revocation'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { challenges } from '#db/schema/factors'
import type { ChallengePurpose } from '#shared/enums/factors'
import { type Account, accountOf, ownerColumns } from './account.ts'

/** Seconds for which a challenge can be answered. */
export const CHALLENGE_SECONDS = 300
/** Answers to one challenge of a sign-in. */
const TRIES = 5

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const expiry = sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`
const isOpen = gt(challenges.expires_at, sql`now()`)

/** The challenge was answered, has expired, or never existed. */
export const challengeOver = (): Problem => new Problem('session_expired', SESSION_EXPIRED)

/** A new value for an authenticator to sign, 256 random bits in base64url. */
export const makePasskeyChallenge = (): string => randomBytes(32).toString('base64url')

/** Asks for the second factor of an account whose password was right; returns the token that names the challenge. */
export async function askForSecondFactor(account: Account): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database()
    .insert(challenges)
    .values({
      purpose: 'second_factor',
      ...ownerColumns(account),
      token_hash: hashOf(token),
      expires_at: expiry,
    })
  return token
}

const ofToken = (role: Role, token: string): SQL | undefined =>
  and(
    eq(challenges.token_hash, hashOf(token)),
    eq(challenges.purpose, 'second_factor'),
    eq(challenges.role, role),
    isOpen,
    lt(challenges.tries, TRIES),
  )

/** A challenge of a sign-in: its account, and what a passkey has to sign, if that was asked for. */
export interface SignInChallenge {
  id: number
  account: Account
  passkeyChallenge: string | undefined
  /** No further answer is taken. */
  isLast: boolean
}

type Row = typeof challenges.$inferSelect

const toChallenge = (row: Row | undefined): SignInChallenge => {
  if (!row) throw challengeOver()
  return {
    id: row.id,
    account: accountOf(row),
    passkeyChallenge: row.passkey_challenge ?? undefined,
    isLast: row.tries >= TRIES,
  }
}

/** Counts one answer to the challenge, before it is checked. Throws `session_expired`, also for the sixth. */
export async function tryChallenge(role: Role, token: string): Promise<SignInChallenge> {
  const [row] = await database()
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(ofToken(role, token))
    .returning()
  return toChallenge(row)
}

/** Sets what a passkey has to sign to answer the challenge. Throws `session_expired`. */
export async function addPasskeyChallenge(role: Role, token: string, value: string) {
  const [row] = await database()
    .update(challenges)
    .set({ passkey_challenge: value })
    .where(ofToken(role, token))
    .returning()
  return toChallenge(row)
}

/** Uses the challenge up. Call it in the transaction that opens the session. Throws `session_expired`. */
export async function endChallenge(id: number): Promise<void> {
  const ended = await database()
    .delete(challenges)
    .where(and(eq(challenges.id, id), isOpen))
    .returning({ id: challenges.id })
  if (ended.length === 0) throw challengeOver()
}

interface PasskeyChallenge {
  purpose: Exclude<ChallengePurpose, 'second_factor'>
  role: Role
  /** Missing for a sign-in: the account is not known yet. */
  account?: Account
  sessionId?: string
}

/** Stores what a passkey has to sign. A session has one challenge of each purpose: a new one replaces it. */
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
      ...(account ? ownerColumns(account) : { role }),
      session_id: sessionId,
      passkey_challenge: value,
      expires_at: expiry,
    })
}

/** Uses up what a passkey has signed; returns whether it was asked for, by this session where one is named. */
export async function takePasskeyChallenge(
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
