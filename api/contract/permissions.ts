/**
 * What administrators may do, by role. Every panel endpoint names one of these permissions as its access
 * (`admin:<permission>`), so an endpoint without one does not compile. The pipeline compares it with the caller's
 * roles, and the panel shows only what its reader may do.
 */
import type { AdminRole } from '#shared/enums/accounts'
import { adminRoles } from '#shared/enums/accounts'

const everyone = adminRoles
const desk = ['owner', 'operator', 'compliance', 'support'] as const

export const permissions = {
  /** The administrator's own profile, factors, sessions and views; the dashboard; live events. */
  self: everyone,
  /** Lists and details, including their files, but not evidence, administrators or the audit log. */
  read: ['owner', 'operator', 'compliance', 'auditor'],
  /** The same for investors, support desk, notifications and documents. */
  read_desk: everyone,
  /** Transactions, portfolios, pending tokens, subscriptions, tokens, series, register, distributions, snapshots. */
  money: ['owner', 'operator'],
  /** Verification decisions, evidence, screening. */
  verify: ['owner', 'compliance'],
  /** Tickets, calls, chats, notes, canned replies, notifications to one investor. */
  desk,
  /** Announcements, documents, departments, banner, failed emails. */
  publish: ['owner', 'operator'],
  /** Activating and deactivating investors. */
  activate: ['owner', 'operator', 'compliance'],
  /** Verifying investors manually. */
  verify_by_hand: ['owner', 'compliance'],
  unlock: ['owner', 'operator', 'support'],
  delete_user: ['owner'],
  /** Settings, administrators, roles; deleting login records, which are evidence. */
  administer: ['owner'],
  /** Deciding approval requests of others; the change itself needs its own permission in addition. */
  approve: ['owner', 'operator', 'compliance'],
  audit: ['owner', 'compliance', 'auditor'],
  report: ['owner', 'operator', 'compliance', 'auditor'],
  /** Report schedules, which send email. */
  schedule_report: ['owner', 'operator', 'compliance'],
} as const satisfies Record<string, readonly AdminRole[]>
export type Permission = keyof typeof permissions

/** Whether any of these roles has the permission. */
export const hasPermission = (roles: readonly AdminRole[] | undefined, permission: Permission): boolean =>
  roles?.some((role) => (permissions[permission] as readonly AdminRole[]).includes(role)) ?? false

/** The permission that a panel endpoint needs; undefined for all others. */
export const getRequiredPermission = (access: string): Permission | undefined =>
  access.startsWith('admin:') ? (access.slice('admin:'.length) as Permission) : undefined
