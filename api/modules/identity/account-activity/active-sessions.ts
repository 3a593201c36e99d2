/** The browsers that are signed in to an account, and their end by its owner. */

import { and, desc, eq, gt, isNull, ne, type SQL } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { Actor } from '#common/audit-actor'
import { getCallerNetwork } from '#common/client-network'
import { type ActiveSession, SESSIONS_MAX } from '#contract/identity/account-activity'
import { auditActions } from '#contract/platform/audit'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { sessions } from '#db/schema/identity/accounts'
import { revokeLinks } from '#modules/identity/accounts/email-links'
import { isSessionId } from '#modules/identity/session/revoked-sessions'
import { type Client, revokeSessions } from '#modules/identity/session/session-store'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { recordAccountEvent } from './account-events.ts'

type Owner = Pick<Caller, 'role' | 'id'>

/** The nil UUID, which no session has. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

const ownSessions = ({ role, id }: Owner): SQL | undefined =>
  and(eq(sessions.role, role), eq(role === 'admin' ? sessions.admin_id : sessions.user_id, id))

/** Those that are open: the one that calls, then the others, the one seen last first. At most {@link SESSIONS_MAX}. */
export async function listSessions(caller: Owner & Partial<Caller>): Promise<ActiveSession[]> {
  const rows = await database()
    .select()
    .from(sessions)
    .where(and(ownSessions(caller), isNull(sessions.revoked_at), gt(sessions.expires_at, new Date())))
    .orderBy(desc(eq(sessions.id, caller.sessionId ?? NO_SESSION)), desc(sessions.last_used_at), sessions.id)
    .limit(SESSIONS_MAX)
  // The databases of places and browsers are loaded by the first who asks.
  const { formatClient } = await import('./client-description.ts')
  return rows.map((row) => ({
    id: row.id,
    ...formatClient(row),
    network: row.ip_address && getCallerNetwork(row.ip_address),
    signed_in_with: row.signed_in_with,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_used_at.toISOString(),
    current: row.id === caller.sessionId,
  }))
}

/** The caller and the client that ends sessions. */
export interface SessionRevocation {
  caller: Caller
  client: Client
  actor: Actor
}

/**
 * Ends those of the caller that fit, and notes it: among the activity of an investor, in the audit log for an
 * administrator. `also` is what else ended. Returns how many there were.
 */
function endOwn({ caller, client, actor }: SessionRevocation, condition: SQL, also = ''): Promise<number> {
  return inTransaction(async () => {
    if (caller.role === 'investor') await lockActiveAccount(caller.id)
    const ended = await revokeSessions(and(ownSessions(caller), condition), 'ended_by_owner')
    if (ended === 0) return 0
    if (caller.role === 'investor') {
      const detail = ended === 1 ? 'One session' : `${ended} sessions`
      await recordAccountEvent(caller.id, client, { kind: 'session_ended', detail: detail + also })
    } else {
      await recordAudit(actor, {
        action: auditActions.signOut,
        entity: 'admin',
        entityId: caller.id,
        after: { ended },
      })
    }
    return ended
  })
}

/** Signs one browser out. Throws `not_found` for a session that is not the caller's, or has ended. */
export async function revokeOwnSession(ending: SessionRevocation, id: string): Promise<void> {
  const ended = isSessionId(id) ? await endOwn(ending, eq(sessions.id, id)) : 0
  if (ended === 0) throw new Problem('not_found', 'This session has already ended.')
}

/**
 * Signs all browsers out except the one that calls, and ends a change of email that another may have asked for. Returns
 * their number.
 */
export function revokeOtherSessions(ending: SessionRevocation): Promise<number> {
  const { caller } = ending
  return inTransaction(async () => {
    let changes = 0
    if (caller.role === 'investor') {
      // Links before sessions, as a new password does it, which ends both.
      await lockActiveAccount(caller.id, 'no key update')
      changes = await revokeLinks({ userId: caller.id }, 'change')
    }
    const also = changes > 0 ? ', and the pending email change' : ''
    return endOwn(ending, ne(sessions.id, caller.sessionId), also)
  })
}
