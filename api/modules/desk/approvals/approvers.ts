/** Who may see and decide approval requests, and whether two administrators could. */
import { and, arrayOverlaps, eq, ne, notInArray, or, type SQL } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { getService } from '#common/service-container'
import { approvalRulePermissions } from '#contract/approval-rule'
import { hasPermission, type Permission } from '#contract/permissions'
import { database } from '#db/connection'
import { approvals } from '#db/schema/desk/approvals'
import { admins } from '#db/schema/identity/accounts'
import { type AdminRole, adminRoles } from '#shared/enums/accounts'
import { confidentialApprovals } from '#shared/enums/approvals'

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

/** Whether the requester of a write is still an active administrator with the permission of its call. */
export async function canRequesterStillExecute(
  requesterId: number,
  permission: Permission,
): Promise<boolean> {
  const [requester] = await database()
    .select({ roles: admins.roles })
    .from(admins)
    .where(and(eq(admins.id, requesterId), eq(admins.is_active, true)))
  return requester !== undefined && hasPermission(requester.roles, permission)
}

/**
 * Whether an active administrator other than the requester could approve a call with this permission. Otherwise the
 * rule does not apply.
 */
export async function isDualApprovalActive(permission: Permission, requesterId: number): Promise<boolean> {
  if (!getService('dualApproval').isOn) return false
  const [other] = await database()
    .select({ id: admins.id })
    .from(admins)
    .where(
      and(
        eq(admins.is_active, true),
        ne(admins.id, requesterId),
        arrayOverlaps(admins.roles, approvers(permission)),
      ),
    )
    .limit(1)
  return other !== undefined
}

/** What the caller may change alone because no second administrator could approve it. Empty if the rule is off. */
export async function listInactivePermissions({ adminRoles: own, id }: Caller) {
  const resting: (typeof approvalRulePermissions)[number][] = []
  if (!getService('dualApproval').isOn) return resting
  for (const permission of approvalRulePermissions) {
    if (hasPermission(own, permission) && !(await isDualApprovalActive(permission, id))) {
      resting.push(permission)
    }
  }
  return resting
}

/**
 * Condition for requests that a caller may see: an operator sees confidential ones only if they are the operator's own.
 */
export const visibleToCondition = ({ adminRoles: own, id }: Caller): SQL | undefined =>
  hasPermission(own, 'audit')
    ? undefined
    : or(
        and(
          notInArray(approvals.entity, confidentialApprovals.entities),
          notInArray(approvals.action, confidentialApprovals.actions),
        ),
        eq(approvals.proposed_by, id),
      )
