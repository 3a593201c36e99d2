/**
 * What administrators may do, by role. Every call of the panel names one of these permissions as its access
 * (`admin:<permission>`), so that a call without an entry does not compile; the pipeline compares it with the roles of
 * the caller, and the panel shows only what its reader may do.
 */
import type { AdminRole } from '#shared/enums/accounts'
import { adminRoles } from '#shared/enums/accounts'

const everyone = adminRoles
const desk = ['owner', 'operator', 'compliance', 'support'] as const

export const permissions = {
  /** The own profile, factors, sessions and views; the dashboard; what is announced live. */
  self: everyone,
  /** Lists and details, their files included; not evidence, administrators or the audit log. */
  read: ['owner', 'operator', 'compliance', 'auditor'],
  /** The same for users, desk, notifications and documents. */
  read_desk: everyone,
  /** Transactions, portfolios, pending tokens, subscriptions, tokens, series, register, distributions, snapshots. */
  money: ['owner', 'operator'],
  /** Decisions on verifications, evidence, screening. */
  verify: ['owner', 'compliance'],
  /** Tickets, calls, chats, notes, canned replies, notifications to one investor. */
  desk,
  /** Announcements, documents, departments, banner, mails that failed. */
  publish: ['owner', 'operator'],
  /** Enabling and disabling investors. */
  activate: ['owner', 'operator', 'compliance'],
  /** Marking investors as verified by hand. */
  verify_by_hand: ['owner', 'compliance'],
  unlock: ['owner', 'operator', 'support'],
  delete_user: ['owner'],
  /** Settings, administrators, roles; deleting login records, which are evidence. */
  administer: ['owner'],
  /** Deciding proposals of others; what is proposed needs its own permission beside it. */
  approve: ['owner', 'operator', 'compliance'],
  audit: ['owner', 'compliance', 'auditor'],
  report: ['owner', 'operator', 'compliance', 'auditor'],
  /** Schedules of reports, which send mails. */
  schedule_report: ['owner', 'operator', 'compliance'],
} as const satisfies Record<string, readonly AdminRole[]>
export type Permission = keyof typeof permissions

/** Whether one of these roles has the permission. */
export const mayDo = (roles: readonly AdminRole[] | undefined, permission: Permission): boolean =>
  roles?.some((role) => (permissions[permission] as readonly AdminRole[]).includes(role)) ?? false

/** The permission that an endpoint of the panel needs; undefined for all others. */
export const permissionOf = (access: string): Permission | undefined =>
  access.startsWith('admin:') ? (access.slice('admin:'.length) as Permission) : undefined
