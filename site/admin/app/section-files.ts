import { type ComponentType, lazy } from 'react'

/** Loads the section's own file when it is first opened. */
const load = <Name extends string>(name: Name, file: () => Promise<Record<Name, ComponentType>>) =>
  lazy(async () => ({ default: (await file())[name] }))

/**
 * Maps each section's value to its component. Separate from `sections.ts`, which the sections themselves may import.
 */
export const sectionFiles: Readonly<Record<string, ComponentType>> = {
  dashboard: load('Dashboard', () => import('#site/admin/desk/dashboard/Dashboard.tsx')),
  users: load('UsersSection', () => import('#site/admin/people/users/UsersSection.tsx')),
  screening: load('Screening', () => import('#site/admin/compliance/screening/Screening.tsx')),
  verifications: load(
    'Verifications',
    () => import('#site/admin/compliance/verifications/Verifications.tsx'),
  ),
  transactions: load('Transactions', () => import('#site/admin/cash/transactions/Transactions.tsx')),
  portfolio: load('Portfolios', () => import('#site/admin/portfolio/Portfolios.tsx')),
  'token-pending': load(
    'InvestmentRequests',
    () => import('#site/admin/portfolio/investment-requests/InvestmentRequests.tsx'),
  ),
  subscriptions: load('Subscriptions', () => import('#site/admin/holdings/subscriptions/Subscriptions.tsx')),
  register: load('Register', () => import('#site/admin/holdings/register/Register.tsx')),
  notifications: load('Notifications', () => import('#site/admin/messaging/notifications/Notifications.tsx')),
  tokens: load('TokensSection', () => import('#site/admin/catalog/tokens/TokensSection.tsx')),
  documents: load('Documents', () => import('#site/admin/catalog/documents/Documents.tsx')),
  support: load('Support', () => import('#site/admin/desk/support/Support.tsx')),
  departments: load('Departments', () => import('#site/admin/desk/departments/Departments.tsx')),
  mails: load('Emails', () => import('#site/admin/messaging/emails/Emails.tsx')),
  approvals: load('Approvals', () => import('#site/admin/desk/approvals/Approvals.tsx')),
  'login-tracking': load(
    'LoginTracking',
    () => import('#site/admin/identity/login-tracking/LoginTracking.tsx'),
  ),
  reports: load('Reports', () => import('#site/admin/desk/reports/Reports.tsx')),
  'audit-log': load('AuditLog', () => import('#site/admin/platform/audit/AuditLog.tsx')),
  administrators: load(
    'Administrators',
    () => import('#site/admin/identity/administrators/Administrators.tsx'),
  ),
  settings: load('SiteSettings', () => import('#site/admin/platform/settings/SiteSettings.tsx')),
}
