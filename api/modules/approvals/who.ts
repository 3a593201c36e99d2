/** Who may see and decide proposals, and whether there are two who could. */
import { and, arrayOverlaps, eq, ne, or, type SQL } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { partOf } from '#common/process-state'
import { mayDo, type Permission } from '#contract/permissions'
import { twoPairsPermissions } from '#contract/two-pairs'
import { database } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { approvals } from '#db/schema/approvals'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'

declare module '#common/process-state' {
  interface ProcessState {
    twoPairs: {
      isOn: boolean
      /** Days after which a proposal expires. */
      days: number
    }
  }
}

/** Roles that may decide a proposal of a call with this permission. */
const approvers = (permission: Permission): AdminRole[] =>
  adminRoles.filter((role) => mayDo([role], permission) && mayDo([role], 'approve'))

/** Whether the caller may decide proposals of calls with this permission. */
export const mayApprove = ({ adminRoles: own }: Caller, permission: string): boolean =>
  mayDo(own, 'approve') && mayDo(own, permission as Permission)

/** Whether who proposed a write is still an active administrator who may make it. */
export async function mayStillMake(row: { proposed_by: number; permission: string }): Promise<boolean> {
  const [proposer] = await database()
    .select({ roles: admins.roles })
    .from(admins)
    .where(and(eq(admins.id, row.proposed_by), eq(admins.is_active, true)))
  return proposer !== undefined && mayDo(proposer.roles, row.permission as Permission)
}

/**
 * Whether two active administrators could approve a call with this permission: one proposes, the other decides.
 * Otherwise the rule rests.
 */
export async function isTwoPairsActive(permission: Permission): Promise<boolean> {
  if (!partOf('twoPairs').isOn) return false
  const rows = await database()
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.is_active, true), arrayOverlaps(admins.roles, approvers(permission))))
    .limit(2)
  return rows.length === 2
}

/** What the caller may change alone, because no second administrator could approve it. Empty where the rule is off. */
export async function listResting({ adminRoles: own }: Caller) {
  const resting: (typeof twoPairsPermissions)[number][] = []
  if (!partOf('twoPairs').isOn) return resting
  for (const permission of twoPairsPermissions) {
    if (mayDo(own, permission) && !(await isTwoPairsActive(permission))) resting.push(permission)
  }
  return resting
}

/** Condition for proposals that a caller may see: those about administrators are for owners, auditors and who made them. */
export function isVisibleTo(caller: Caller): SQL | undefined {
  const seesAll = mayDo(caller.adminRoles, 'administer') || mayDo(caller.adminRoles, 'audit')
  return seesAll ? undefined : or(ne(approvals.entity, 'admin'), eq(approvals.proposed_by, caller.id))
}
