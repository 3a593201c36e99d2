/** Sessions and their refresh tokens, as rows. */
import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#common/access-token'
import { afterCommit, database, inTransaction } from '#db/connection'
import { retiredRefreshTokens, sessions } from '#db/schema/accounts'
import { hashOfToken, makeRefreshToken, sessionOfRefreshToken } from './refresh-token.ts'
import { createRevokedSessions } from './revoked-sessions.ts'

/** Which sessions ended early, as this instance knows it. */
export const revokedSessions = createRevokedSessions()

/** Hours a refresh token is good for, and the age at which a session ends however often it was used. */
const lifetimes: Record<Role, { token: number; session: number }> = {
  investor: { token: 30 * 24, session: 90 * 24 },
  admin: { token: 12, session: 7 * 24 },
}
/** After so many hours no refresh token is good any more, whoever's it is. */
export const LONGEST_TOKEN_HOURS = Math.max(...Object.values(lifetimes).map(({ token }) => token))

export const USER_AGENT_MAX = 600

/** Who signs in, and from where. */
export interface Client {
  address: string
  userAgent: string
}

interface Opened {
  sessionId: string
  /** See `refresh-token.ts`. Told once: only its hash is stored. */
  refreshToken: string
}

/** How long the answer to an exchange may be asked for again: a page that is left is followed by the next one. */
const REPEAT_SECONDS = 30

/** Whose session it is: an investor's or an administrator's. */
interface Owner {
  role: Role
  id: number
}

/** Opens a session. Call it in the transaction that has found the account in order. */
export async function openSession({ role, id }: Owner, { address, userAgent }: Client): Promise<Opened> {
  const sessionId = randomUUID()
  const refreshToken = makeRefreshToken(sessionId)
  await database()
    .insert(sessions)
    .values({
      id: sessionId,
      role,
      ...(role === 'admin' ? { admin_id: id } : { user_id: id }),
      refresh_token_hash: hashOfToken(refreshToken),
      expires_at: sql`now() + make_interval(hours => ${lifetimes[role].token})`,
      ip_address: address,
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
    })
  return { sessionId, refreshToken }
}

type Exchange =
  | ({ status: 'renewed'; ownerId: number } & Opened)
  /** `reason` is empty when the token is unknown or too old. */
  | { status: 'refused'; reason: string }

/** Why a session is ended here; that of an account which changes the database ends, with reasons of its own. */
type EndReason = 'signed_out' | 'token_reused'

/** Ends sessions by a condition. What this instance knows at once, the others hear from the database. */
async function end(condition: SQL, reason: EndReason): Promise<void> {
  const ended = await database()
    .update(sessions)
    .set({ revoked_at: sql`now()`, revoked_reason: reason })
    .where(and(condition, isNull(sessions.revoked_at)))
    .returning({ id: sessions.id })
  afterCommit(() => {
    for (const { id } of ended) revokedSessions.remember(id, reason)
  })
}

/** Whose session a token is or was; undefined for one that nobody ever had. */
async function findSessionOf(token: string): Promise<string | undefined> {
  const named = sessionOfRefreshToken(token)
  if (named) return named
  const [retired] = await database()
    .select({ sessionId: retiredRefreshTokens.session_id })
    .from(retiredRefreshTokens)
    .where(eq(retiredRefreshTokens.token_hash, hashOfToken(token)))
  return retired?.sessionId
}

/** The open or ended session that a refresh token of this role belongs to now, locked. */
async function findCurrent(role: Role, hash: string) {
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
    // Whoever comes second waits here, and then finds the token exchanged.
    .where(and(eq(sessions.refresh_token_hash, hash), eq(sessions.role, role)))
    .for('update')
  return session
}

/**
 * Answers the repeat of an exchange whose answer may have been lost: it names the same successor, soon enough, and
 * nobody has used that one. Undefined for everything else.
 */
async function repeatExchange(role: Role, token: string, successor: string): Promise<Exchange | undefined> {
  const session = await findCurrent(role, hashOfToken(successor))
  if (!session?.isFresh || session.previousHash !== hashOfToken(token)) return undefined
  if (session.isRevoked || session.isExpired) return undefined
  return { status: 'renewed', ownerId: ownerOf(session), sessionId: session.id, refreshToken: successor }
}

function ownerOf({ userId, adminId }: { userId: number | null; adminId: number | null }): number {
  const ownerId = userId ?? adminId
  if (ownerId === null) throw new Error('A session belongs to nobody')
  return ownerId
}

/**
 * Exchanges a refresh token for the next one. A token that was exchanged before is in two hands, and
 * nobody can tell whose are the right ones: the session ends. That is strict on purpose, also for two
 * exchanges at once: one succeeds, the other ends what the first was given. Tabs of one browser therefore
 * take turns. Only the same exchange is answered again: a page that was left while it waited has lost the answer,
 * and the next one asks once more. What makes it the same is the successor, whose `random` bytes the caller then
 * derives from what nobody else has.
 */
export function exchangeRefreshToken(
  role: Role,
  token: string,
  random: Buffer = randomBytes(32),
): Promise<Exchange> {
  return inTransaction(async () => {
    const hash = hashOfToken(token)
    const session = await findCurrent(role, hash)
    if (!session) {
      const sessionId = await findSessionOf(token)
      if (!sessionId) return { status: 'refused', reason: '' }
      const repeated = await repeatExchange(role, token, makeRefreshToken(sessionId, random))
      if (repeated) return repeated
      // That of an administrator at the investors' door is in the wrong place, not used twice.
      await end(
        and(eq(sessions.id, sessionId), ne(sessions.refresh_token_hash, hash)) ?? sql`false`,
        'token_reused',
      )
      return { status: 'refused', reason: '' }
    }
    if (session.isRevoked || session.isExpired) return { status: 'refused', reason: session.reason }

    const successor = makeRefreshToken(session.id, random)
    if (!sessionOfRefreshToken(token)) {
      await database().insert(retiredRefreshTokens).values({ token_hash: hash, session_id: session.id })
    }
    await database()
      .update(sessions)
      .set({
        refresh_token_hash: hashOfToken(successor),
        previous_token_hash: hash,
        exchanged_at: sql`now()`,
        last_used_at: sql`now()`,
        expires_at: sql`least(now() + make_interval(hours => ${lifetimes[role].token}), ${sessions.created_at} + make_interval(hours => ${lifetimes[role].session}))`,
      })
      .where(eq(sessions.id, session.id))
    return { status: 'renewed', ownerId: ownerOf(session), sessionId: session.id, refreshToken: successor }
  })
}

/** Ends a session. Nothing happens when it has ended already. */
export const endSession = (sessionId: string, reason: EndReason): Promise<void> =>
  end(eq(sessions.id, sessionId), reason)

/** Ends the session of a refresh token, whether or not that was exchanged already. */
export async function endSessionOfToken(token: string, reason: EndReason): Promise<void> {
  const sessionId = await findSessionOf(token)
  await end(
    sessionId ? eq(sessions.id, sessionId) : eq(sessions.refresh_token_hash, hashOfToken(token)),
    reason,
  )
}

/** Brings what this instance knows of somebody's sessions up to date once the transaction around this call is kept. */
async function learnEndings(theirs: SQL): Promise<void> {
  const ended = await database()
    .select({ id: sessions.id, reason: sessions.revoked_reason })
    .from(sessions)
    .where(and(theirs, sql`${sessions.revoked_at} > now() - interval '1 hour'`))
  afterCommit(() => {
    for (const { id, reason } of ended) revokedSessions.remember(id, reason)
  })
}

/**
 * Call it in the transaction that has disabled, enabled or deleted investors, or changed their passwords. The
 * database ends their sessions by itself (migration `live_changes`) and tells every instance; this one then knows
 * before its answer leaves.
 */
export const syncRevokedUsers = (userIds: number[]): Promise<void> =>
  learnEndings(inArray(sessions.user_id, userIds))

/** The same for an administrator. */
export const syncRevokedAdmin = (adminId: number): Promise<void> =>
  learnEndings(eq(sessions.admin_id, adminId))
