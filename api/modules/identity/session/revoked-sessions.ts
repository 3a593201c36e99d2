/**
 * Sessions that ended before their access tokens expired. Every instance caches them in memory, notified by the
 * database (`session_ended`), and removes them once their last token has expired, so checking a request costs no query.
 * While notifications cannot be received, the database is queried instead.
 */
import { eq, sql } from 'drizzle-orm'
import { ACCESS_TOKEN_SECONDS, CLOCK_TOLERANCE_SECONDS } from '#common/access-token'
import { withDeadline } from '#common/request-deadline'
import type { RevocationReason, RevokedSessions } from '#common/session-revocation'
import { database } from '#db/connection'
import type { ChannelListener } from '#db/notify-listener'
import { prepareQuery } from '#db/prepared-queries'
import { sessions } from '#db/schema/identity/accounts'

/** Beyond a token's lifetime: clocks differ, and a transaction commits later than its `now()`. */
const REMEMBER_SECONDS = ACCESS_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS
const SWEEP_MS = 60_000

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text can be a session id: the database fails for any other. */
export const isSessionId = (text: string): boolean => UUID.test(text)

/** The error code for the caller of a revoked session. */
export const toRevocationCode = (reason: string): RevocationReason =>
  reason === 'account_disabled' ? 'account_disabled' : 'session_expired'

const findSession = prepareQuery((db) =>
  db
    .select({ revoked_at: sessions.revoked_at, revoked_reason: sessions.revoked_reason })
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('session_end'),
)

async function queryDatabase(sessionId: string): Promise<RevocationReason | undefined> {
  if (!isSessionId(sessionId)) return 'session_expired'
  const [session] = await withDeadline(findSession().execute({ id: sessionId }))
  if (!session) return 'session_expired'
  return session.revoked_at ? toRevocationCode(session.revoked_reason) : undefined
}

interface Revocation {
  reason: string
  removeAt: number
}

/** Creates the list of one instance. */
export function createRevokedSessions() {
  const revocations = new Map<string, Revocation>()
  const watchers = new Set<(sessionId: string) => void>()
  let listening = false

  /** Stores that a session has ended, and notifies watchers. */
  function remember(sessionId: string, reason: string): void {
    const isNew = !revocations.has(sessionId)
    revocations.set(sessionId, { reason, removeAt: Date.now() + REMEMBER_SECONDS * 1000 })
    if (isNew) for (const watcher of watchers) watcher(sessionId)
  }

  async function load(): Promise<void> {
    const ended = await database()
      .select({ id: sessions.id, reason: sessions.revoked_reason })
      .from(sessions)
      .where(sql`${sessions.revoked_at} > now() - make_interval(secs => ${REMEMBER_SECONDS})`)
    for (const { id, reason } of ended) if (!revocations.has(id)) remember(id, reason)
  }

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [id, { removeAt }] of revocations) if (removeAt <= now) revocations.delete(id)
  }, SWEEP_MS)
  sweep.unref()

  const channel: ChannelListener = {
    onNotification(payload) {
      const [id = '', reason = ''] = payload.split(' ')
      remember(id, reason)
    },
    async onConnected() {
      await load()
      listening = true
    },
    onDisconnected() {
      listening = false
    },
  }

  return {
    reasonOf(sessionId: string) {
      const revocation = revocations.get(sessionId)
      if (revocation) return toRevocationCode(revocation.reason)
      return listening ? undefined : queryDatabase(sessionId)
    },
    remember,
    watch(watcher: (sessionId: string) => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    /** The listener for what the database announces as `session_ended`. */
    channel,
  } satisfies RevokedSessions & Record<string, unknown>
}
