/** Sessions and their refresh tokens, as rows. */
import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { AccountRealm } from '#common/access-token'
import { afterCommit, database, inTransaction } from '#db/connection'
import { retiredRefreshTokens, sessions } from '#db/schema/identity/accounts'
import type { SignInMethod } from '#shared/enums/factors'
import { createRefreshToken, getSessionIdFromRefreshToken, hashToken } from './refresh-token.ts'
import { createRevokedSessions } from './revoked-sessions.ts'

/** The sessions that ended early, as known to this instance. */
export const revokedSessions = createRevokedSessions()

/** Hours until a refresh token expires, and until its session ends however often it was used. */
const lifetimes: Record<AccountRealm, { token: number; session: number }> = {
  investor: { token: 30 * 24, session: 90 * 24 },
  admin: { token: 12, session: 7 * 24 },
}
/** Hours after which every refresh token has expired, of either role. */
export const REFRESH_TOKEN_HOURS_MAX = Math.max(...Object.values(lifetimes).map(({ token }) => token))

export const USER_AGENT_MAX = 600

/** The client that signs in. */
export interface Client {
  address: string
  userAgent: string
}

interface Opened {
  sessionId: string
  /** See `refresh-token.ts`. Returned only once: the database has only its hash. */
  refreshToken: string
}

/**
 * Seconds for which an exchange may be repeated: the next page repeats it if the previous one was left before the
 * response.
 */
const REPEAT_SECONDS = 30

/** The owner of a session: an investor or an administrator. */
interface Owner {
  role: AccountRealm
  id: number
}

interface SessionOptions {
  /** With anything other than a password alone, calls that need a confirmation are accepted for some minutes. */
  signedInWith: SignInMethod
}

/** Opens a session. Call it in the transaction that has checked the account. */
export async function openSession(
  { role, id }: Owner,
  { address, userAgent }: Client,
  { signedInWith }: SessionOptions,
): Promise<Opened> {
  const sessionId = randomUUID()
  const refreshToken = createRefreshToken(sessionId)
  await database()
    .insert(sessions)
    .values({
      id: sessionId,
      role,
      ...(role === 'admin' ? { admin_id: id } : { user_id: id }),
      refresh_token_hash: hashToken(refreshToken),
      expires_at: sql`now() + make_interval(hours => ${lifetimes[role].token})`,
      confirmed_at: signedInWith === 'password' ? null : sql`now()`,
      ip_address: address,
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
      signed_in_with: signedInWith,
    })
  return { sessionId, refreshToken }
}

type Exchange =
  | ({ status: 'renewed'; ownerId: number } & Opened)
  /** `reason` is empty if the token is unknown or too old. */
  | { status: 'rejected'; reason: string }

/**
 * Reasons for which the server ends a session; when an account changes, the database ends its sessions, with other
 * reasons.
 */
type EndReason =
  | 'signed_out'
  | 'token_reused'
  | 'ended_by_owner'
  | 'ended_by_administrator'
  | 'factors_removed'

/**
 * Ends the matching open sessions and returns their number. This instance knows immediately, the others are notified by
 * the database.
 */
export async function revokeSessions(condition: SQL | undefined, reason: EndReason): Promise<number> {
  const ended = await database()
    .update(sessions)
    .set({ revoked_at: sql`now()`, revoked_reason: reason })
    .where(and(condition, isNull(sessions.revoked_at)))
    .returning({ id: sessions.id })
  afterCommit(() => {
    for (const { id } of ended) revokedSessions.remember(id, reason)
  })
  return ended.length
}

/** The session of a current or former token; undefined for an unknown token. */
async function findSessionOf(token: string): Promise<string | undefined> {
  const named = getSessionIdFromRefreshToken(token)
  if (named) return named
  const [retired] = await database()
    .select({ sessionId: retiredRefreshTokens.session_id })
    .from(retiredRefreshTokens)
    .where(eq(retiredRefreshTokens.token_hash, hashToken(token)))
  return retired?.sessionId
}

/** The open or ended session whose current refresh token this is, locked. */
async function findCurrent(role: AccountRealm, hash: string) {
  const [session] = await database()
    .select({
      id: sessions.id,
      userId: sessions.user_id,
      adminId: sessions.admin_id,
      reason: sessions.revoked_reason,
      isRevoked: sql<boolean>`${sessions.revoked_at} is not null`,
      isExpired: sql<boolean>`${sessions.expires_at} <= now()`,
      previousHash: sessions.previous_token_hash,
      isFresh: sql<boolean>`coalesce(${sessions.exchanged_at} > now() - make_interval(secs => ${REPEAT_SECONDS}), false)`,
    })
    .from(sessions)
    // A concurrent second exchange waits here, and then finds the token exchanged.
    .where(and(eq(sessions.refresh_token_hash, hash), eq(sessions.role, role)))
    .for('update')
  return session
}

/**
 * Repeats an exchange whose response may have been lost: the successor is the same, recent and unused. Otherwise
 * undefined.
 */
async function repeatExchange(
  role: AccountRealm,
  token: string,
  successor: string,
): Promise<Exchange | undefined> {
  const session = await findCurrent(role, hashToken(successor))
  if (!session?.isFresh || session.previousHash !== hashToken(token)) return undefined
  if (session.isRevoked || session.isExpired) return undefined
  return { status: 'renewed', ownerId: ownerOf(session), sessionId: session.id, refreshToken: successor }
}

function ownerOf({ userId, adminId }: { userId: number | null; adminId: number | null }): number {
  const ownerId = userId ?? adminId
  if (ownerId === null) throw new Error('A session has no owner')
  return ownerId
}

/**
 * Exchanges a refresh token for the next one. A token that was already exchanged is in two hands, and the rightful one
 * cannot be determined, so the session ends. This is deliberately strict, also for two concurrent exchanges: one
 * succeeds, the other revokes its new tokens. Tabs of one browser therefore take turns. Only the same exchange may be
 * repeated: a page that was left while waiting has lost the response, and the next one requests it again. The same
 * exchange has the same successor, whose `random` bytes the caller derives from secrets that only the holder of the
 * token and the server have.
 */
export function exchangeRefreshToken(
  role: AccountRealm,
  token: string,
  random: Buffer = randomBytes(32),
): Promise<Exchange> {
  return inTransaction(async () => {
    const hash = hashToken(token)
    const session = await findCurrent(role, hash)
    if (!session) {
      const sessionId = await findSessionOf(token)
      if (!sessionId) return { status: 'rejected', reason: '' }
      const repeated = await repeatExchange(role, token, createRefreshToken(sessionId, random))
      if (repeated) return repeated
      // An administrator's current token sent to the investors' endpoint is misdirected, not reused.
      await revokeSessions(
        and(eq(sessions.id, sessionId), ne(sessions.refresh_token_hash, hash)) ?? sql`false`,
        'token_reused',
      )
      return { status: 'rejected', reason: '' }
    }
    if (session.isRevoked || session.isExpired) return { status: 'rejected', reason: session.reason }

    const successor = createRefreshToken(session.id, random)
    if (!getSessionIdFromRefreshToken(token)) {
      await database().insert(retiredRefreshTokens).values({ token_hash: hash, session_id: session.id })
    }
    await database()
      .update(sessions)
      .set({
        refresh_token_hash: hashToken(successor),
        previous_token_hash: hash,
        exchanged_at: sql`now()`,
        last_used_at: sql`now()`,
        expires_at: sql`least(now() + make_interval(hours => ${lifetimes[role].token}), ${sessions.created_at} + make_interval(hours => ${lifetimes[role].session}))`,
      })
      .where(eq(sessions.id, session.id))
    return { status: 'renewed', ownerId: ownerOf(session), sessionId: session.id, refreshToken: successor }
  })
}

/** Ends a session. Does nothing if it has ended already. */
export async function revokeSession(sessionId: string, reason: EndReason): Promise<void> {
  await revokeSessions(eq(sessions.id, sessionId), reason)
}

/** Ends the session of a refresh token, whether or not it was already exchanged. */
export async function revokeSessionByToken(token: string, reason: EndReason): Promise<void> {
  const sessionId = await findSessionOf(token)
  await revokeSessions(
    sessionId ? eq(sessions.id, sessionId) : eq(sessions.refresh_token_hash, hashToken(token)),
    reason,
  )
}

/** Updates this instance's list of revoked sessions once the surrounding transaction is committed. */
async function syncRevoked(condition: SQL): Promise<void> {
  const ended = await database()
    .select({ id: sessions.id, reason: sessions.revoked_reason })
    .from(sessions)
    .where(and(condition, sql`${sessions.revoked_at} > now() - interval '1 hour'`))
  afterCommit(() => {
    for (const { id, reason } of ended) revokedSessions.remember(id, reason)
  })
}

/**
 * Call this in the transaction that has disabled, enabled or deleted investors, or changed their passwords. The
 * database ends their sessions (migration `triggers`) and notifies every instance; this one then knows before its
 * response is sent.
 */
export const syncRevokedUsers = (userIds: number[]): Promise<void> =>
  syncRevoked(inArray(sessions.user_id, userIds))

/** The same for an administrator. */
export const syncRevokedAdmin = (adminId: number): Promise<void> =>
  syncRevoked(eq(sessions.admin_id, adminId))

/** Call this in a transaction that changes a password, before the change: this session survives it. */
export async function keepCurrentSession(sessionId: string): Promise<void> {
  await database().execute(sql`select set_config('lodefield.kept_session', ${sessionId}, true)`)
}
