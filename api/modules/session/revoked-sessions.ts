/**
 * Sessions that ended before their access tokens did. Every instance keeps them in memory, told by the
 * database (`session_ended`), and forgets them when their last token has run out; a request then costs
 * no query. While notices cannot be heard the database is asked instead: memory would not know.
 */
import { eq, sql } from 'drizzle-orm'
import { ACCESS_TOKEN_SECONDS, CLOCK_TOLERANCE_SECONDS } from '#common/access-token'
import { withDeadline } from '#common/deadline'
import type { RevocationReason, RevokedSessions } from '#common/revocation'
import { database } from '#db/connection'
import type { ChannelListener } from '#db/notify-listener'
import { prepared } from '#db/prepared'
import { sessions } from '#db/schema/accounts'

/** Beyond a token's lifetime: clocks differ, and a transaction commits later than its `now()`. */
const REMEMBER_SECONDS = ACCESS_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS
const SWEEP_MS = 60_000

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a bearer of such a session is told. */
export const codeOf = (reason: string): RevocationReason =>
  reason === 'account_disabled' ? 'account_disabled' : 'session_expired'

const findSession = prepared((db) =>
  db
    .select({ revoked_at: sessions.revoked_at, revoked_reason: sessions.revoked_reason })
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare('session_end'),
)

async function askDatabase(sessionId: string): Promise<RevocationReason | undefined> {
  if (!UUID.test(sessionId)) return 'session_expired'
  const [session] = await withDeadline(findSession().execute({ id: sessionId }))
  if (!session) return 'session_expired'
  return session.revoked_at ? codeOf(session.revoked_reason) : undefined
}

interface Ending {
  reason: string
  forgetAt: number
}

/** Makes the memory of one instance. */
export function createRevokedSessions() {
  const endings = new Map<string, Ending>()
  const watchers = new Set<(sessionId: string) => void>()
  let listening = false

  /** Keeps in mind that a session has ended, and tells those who watch. */
  function remember(sessionId: string, reason: string): void {
    const isNew = !endings.has(sessionId)
    endings.set(sessionId, { reason, forgetAt: Date.now() + REMEMBER_SECONDS * 1000 })
    if (isNew) for (const watcher of watchers) watcher(sessionId)
  }

  async function load(): Promise<void> {
    const ended = await database()
      .select({ id: sessions.id, reason: sessions.revoked_reason })
      .from(sessions)
      .where(sql`${sessions.revoked_at} > now() - make_interval(secs => ${REMEMBER_SECONDS})`)
    for (const { id, reason } of ended) if (!endings.has(id)) remember(id, reason)
  }

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [id, { forgetAt }] of endings) if (forgetAt <= now) endings.delete(id)
  }, SWEEP_MS)
  sweep.unref()

  const channel: ChannelListener = {
    onNotice(payload) {
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
      const ending = endings.get(sessionId)
      if (ending) return codeOf(ending.reason)
      return listening ? undefined : askDatabase(sessionId)
    },
    remember,
    /** Calls `watcher` once for each session that ends, whoever ended it. Returns how to stop. */
    watch(watcher: (sessionId: string) => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    /** What the database announces as `session_ended`. */
    channel,
  } satisfies RevokedSessions & Record<string, unknown>
}
