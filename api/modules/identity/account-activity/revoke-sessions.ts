/** Sessions that an administrator ends: of an investor, or of another administrator. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { admins, sessions } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { revokeLinks } from '#modules/identity/accounts/email-links'
import { revokeSessions } from '#modules/identity/session/session-store'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { recordAccountEvent } from './account-events.ts'

const countSessions = (ended: number): string => (ended === 1 ? 'One session' : `${ended} sessions`)

/**
 * Ends all sessions of an investor, and a change of email that somebody else may have asked for. The investor is told,
 * by mail too. Returns how many there were. Throws `not_found`.
 */
export function revokeInvestorSessions(userId: number, actor: Actor): Promise<number> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'Investor not found.')
    await revokeLinks({ userId }, 'change')
    const ended = await revokeSessions(eq(sessions.user_id, userId), 'ended_by_administrator')
    if (ended === 0) return 0
    await database()
      .insert(notifications)
      .values({
        user_id: userId,
        category: 'security',
        type: 'warning',
        title: 'You were signed out by our team',
        message: `${countSessions(ended)} ended. Sign in again to continue. If you do not know the reason, contact support.`,
      })
    // Without the address of the administrator.
    await recordAccountEvent(
      userId,
      { address: '', userAgent: '' },
      { kind: 'session_ended', detail: `${countSessions(ended)}, by our team` },
    )
    await recordAudit(actor, {
      action: 'user.end_sessions',
      entity: 'user',
      entityId: userId,
      after: { ended },
      changed: true,
    })
    return ended
  })
}

/**
 * Ends all sessions of another administrator. Returns how many there were. Throws `not_found`, and `forbidden` for the
 * caller's own.
 */
export function revokeAdministratorSessions(adminId: number, actor: Actor): Promise<number> {
  if (adminId === actor.adminId) {
    throw new Problem(
      'forbidden',
      'To end your own sessions, go to Settings. Your current session stays active.',
    )
  }
  return inTransaction(async () => {
    const [admin] = await database()
      .select({ id: admins.id })
      .from(admins)
      .where(and(eq(admins.id, adminId), isNull(admins.deleted_at)))
      .for('no key update')
    if (!admin) throw new Problem('not_found', 'Administrator not found.')
    const ended = await revokeSessions(eq(sessions.admin_id, adminId), 'ended_by_administrator')
    if (ended === 0) return 0
    await recordAudit(actor, {
      action: 'admin.end_sessions',
      entity: 'admin',
      entityId: adminId,
      after: { ended },
      changed: true,
    })
    return ended
  })
}
