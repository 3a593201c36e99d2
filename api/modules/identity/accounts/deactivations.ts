/** Who deactivated an account, as the audit log records it: a later deactivation by someone else counts too. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '#common/audit-actor'
import { database } from '#db/connection'
import { auditLog } from '#db/schema/platform/audit'
import type { LinkOwner } from './email-links.ts'

const later = alias(auditLog, 'later')

/** The actions that set whether an account is active, by its kind. */
const actions = {
  user: ['user.disable', 'user.enable', 'user.update', 'email_dispute.keep', 'email_dispute.restore'],
  admin: ['admin.disable', 'admin.enable', 'email_dispute.keep', 'email_dispute.restore'],
}

/** The deactivations of these accounts since each was last activated: the account's id, and the administrator's. */
export async function listDeactivations(
  entity: keyof typeof actions,
  ids: readonly number[],
): Promise<{ id: number; admin_id: number | null }[]> {
  if (ids.length === 0) return []
  const rows = await database()
    .select({ id: auditLog.entity_id, admin_id: auditLog.admin_id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, entity),
        inArray(auditLog.entity_id, ids.map(String)),
        inArray(auditLog.action, actions[entity]),
        sql`${auditLog.after}->>'is_active' = 'false'`,
        sql`not exists (select from ${auditLog} as later
          where ${later.entity} = ${auditLog.entity} and ${later.entity_id} = ${auditLog.entity_id}
            and ${later.id} > ${auditLog.id} and ${inArray(later.action, actions[entity])}
            and ${later.after}->>'is_active' = 'true')`,
      ),
    )
  return rows.map(({ id, admin_id }) => ({ id: Number(id), admin_id }))
}

/** Those of these inactive accounts that an administrator has not deactivated as well. */
export async function listNotYetDeactivatedBy(
  { adminId }: Actor,
  entity: keyof typeof actions,
  ids: readonly number[],
): Promise<number[]> {
  const own = (await listDeactivations(entity, ids)).filter(({ admin_id }) => admin_id === adminId)
  return ids.filter((id) => !own.some((one) => one.id === id))
}

/** Whether an administrator deactivated an account, in addition to any dispute that locks it. */
export async function isDeactivated(owner: LinkOwner): Promise<boolean> {
  const [entity, id] =
    'userId' in owner ? (['user', owner.userId] as const) : (['admin', owner.adminId] as const)
  return (await listDeactivations(entity, [id])).length > 0
}
