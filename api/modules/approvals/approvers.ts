/** Who may see and decide approval requests, and whether two administrators could. */
import { and, arrayOverlaps, eq, ne, or, type SQL } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { getService } from '#common/service-container'
import { approvalRulePermissions } from '#contract/approval-rule'
import { hasPermission, type Permission } from '#contract/permissions'
import { database } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { approvals } from '#db/schema/approvals'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'

declare module '#common/service-container' {
  interface ServiceRegistry {
    dualApproval: {
      isOn: boolean
      /** Days after which a request expires. */
      days: number
    }
  }
}

/** Roles that may decide a request for a call with this permission. */
const approvers = (permission: Permission): AdminRole[] =>
  adminRoles.filter((role) => hasPermission([role], permission) && hasPermission([role], 'approve'))

/** Whether the caller may decide requests for calls with this permission. */
export const canApprove = ({ adminRoles: own }: Caller, permission: string): boolean =>
  hasPermission(own, 'approve') && hasPermission(own, permission as Permission)

/** Whether the requester of a write is still an active administrator who may make it. */
export async function canRequesterStillExecute(row: {
  proposed_by: number
  permission: string
}): Promise<boolean> {
  const [proposer] = await database()
    .select({ roles: admins.roles })
    .from(admins)
    .where(and(eq(admins.id, row.proposed_by), eq(admins.is_active, true)))
  return proposer !== undefined && hasPermission(proposer.roles, row.permission as Permission)
}

/**
 * Whether two active administrators could approve a call with this permission, one as requester and one as approver.
 * Otherwise the rule does not apply.
 */
export async function isDualApprovalActive(permission: Permission): Promise<boolean> {
  if (!getService('dualApproval').isOn) return false
  const rows = await database()
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.is_active, true), arrayOverlaps(admins.roles, approvers(permission))))
    .limit(2)
  return rows.length === 2
}

/** What the caller may change alone because no second administrator could approve it. Empty if the rule is off. */
export async function listInactivePermissions({ adminRoles: own }: Caller) {
  const resting: (typeof approvalRulePermissions)[number][] = []
  if (!getService('dualApproval').isOn) return resting
  for (const permission of approvalRulePermissions) {
    if (hasPermission(own, permission) && !(await isDualApprovalActive(permission))) resting.push(permission)
  }
  return resting
}

/**
 * Condition for requests that a caller may see: those about administrators are for owners, auditors and the requester.
 */
export function visibleToCondition(caller: Caller): SQL | undefined {
  const seesAll = hasPermission(caller.adminRoles, 'administer') || hasPermission(caller.adminRoles, 'audit')
  return seesAll ? undefined : or(ne(approvals.entity, 'admin'), eq(approvals.proposed_by, caller.id))
}
