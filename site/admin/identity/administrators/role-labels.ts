/** Panel labels for roles and permissions. */
import type { Permission } from '#contract/permissions'
import type { AdminRole } from '#shared/enums/accounts'

export const roleLabels: Record<AdminRole, string> = {
  owner: 'Owner',
  operator: 'Operator',
  compliance: 'Compliance',
  support: 'Support',
  auditor: 'Auditor',
}

/** The purpose of each role. */
export const roleDescriptions: Record<AdminRole, string> = {
  owner: 'Full access. The only role that manages settings and administrators',
  operator:
    'Day-to-day operations: transactions, portfolios, tokens, subscriptions, register and announcements',
  compliance: 'Investor verification and screening. Read access to everything else, including the audit log',
  support: 'Investor support: tickets, calls, chats and messages. No access to transactions or portfolios',
  auditor: 'Read-only access to everything, including the audit log',
}

/** What each permission allows, in table order. */
export const permissionDescriptions: Record<Permission, string> = {
  self: 'Own profile, two-step verification and sessions',
  read_desk: 'View investors, support, notifications and documents',
  read: 'View transactions, portfolios, subscriptions, register and sign-ins',
  money:
    'Edit transactions, portfolios, investment requests, subscriptions, tokens, register and distributions',
  verify: 'Review verifications, open evidence and resolve screening matches',
  desk: 'Reply to tickets, calls and chats; message individual investors',
  publish: 'Announcements, documents, departments and bulk notifications',
  unlock: 'Unlock investor accounts',
  activate: 'Activate and deactivate investors',
  verify_by_hand: 'Verify investors manually',
  delete_user: 'Delete investors',
  audit: 'View and verify the audit log',
  report: 'Reports',
  schedule_report: 'Report schedules (emailed)',
  approve: 'Approve requests from other administrators for changes within own permissions',
  administer: 'Settings, administrators and roles',
}
export const permissionOrder = Object.keys(permissionDescriptions) as Permission[]

/** `Owner and Support`. */
export const formatRoles = (roles: readonly AdminRole[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => roleLabels[role]))
