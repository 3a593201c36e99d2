/** Roles and permissions in the words of the panel. */
import type { Permission } from '#contract/permissions'
import type { AdminRole } from '#shared/enums/accounts'

export const roleNames: Record<AdminRole, string> = {
  owner: 'Owner',
  operator: 'Operator',
  compliance: 'Compliance',
  support: 'Support',
  auditor: 'Auditor',
}

/** What somebody with a role is there for. */
export const roleTexts: Record<AdminRole, string> = {
  owner: 'Does everything, and alone manages settings and administrators',
  operator: 'Runs the day: transactions, portfolios, tokens, subscriptions, register and announcements',
  compliance: 'Decides who is let in: verifications and screening; reads the rest and the audit log',
  support: 'Helps investors: tickets, calls, chats and messages; sees no ledger and no portfolio',
  auditor: 'Reads everything, the audit log included, and changes nothing',
}

/** What each permission allows, in the order of the table. */
export const permissionTexts: Record<Permission, string> = {
  self: 'Own profile, second factors and sessions',
  read_desk: 'Read users, support desk, notifications and documents',
  read: 'Read all other lists: transactions, portfolios, subscriptions, register, sign-ins',
  money: 'Change transactions, portfolios, pending tokens, subscriptions, tokens, register, distributions',
  verify: 'Decide verifications, open evidence, decide screening',
  desk: 'Answer tickets, calls and chats; write to one investor',
  publish: 'Announcements, documents, departments, messages to several investors',
  unlock: 'Unlock a user after failed sign-ins',
  activate: 'Enable and disable users',
  verify_by_hand: 'Mark users as verified by hand',
  delete_user: 'Delete users',
  audit: 'Read and verify the audit log',
  report: 'Reports',
  schedule_report: 'Schedules of reports, which send mails',
  approve: 'Decide proposals of others that they could make themselves',
  administer: 'Settings, administrators and roles',
}
export const permissionOrder = Object.keys(permissionTexts) as Permission[]

/** `Owner and Support`. */
export const nameRoles = (roles: readonly AdminRole[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => roleNames[role]))
