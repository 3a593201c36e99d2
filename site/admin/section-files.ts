import { type ComponentType, lazy } from 'react'

/** Loads the section's own file when it is first opened. */
const load = <Name extends string>(name: Name, file: () => Promise<Record<Name, ComponentType>>) =>
  lazy(async () => ({ default: (await file())[name] }))

/**
 * Maps each section's value to its component. Separate from `sections.ts`, which the sections themselves may import.
 */
export const sectionFiles: Readonly<Record<string, ComponentType>> = {
  dashboard: load('Dashboard', () => import('./dashboard/Dashboard.tsx')),
  users: load('UsersSection', () => import('./users/UsersSection.tsx')),
  screening: load('Screening', () => import('./screening/Screening.tsx')),
  verifications: load('Verifications', () => import('./verifications/Verifications.tsx')),
  transactions: load('Transactions', () => import('./transactions/Transactions.tsx')),
  portfolio: load('Portfolios', () => import('./portfolio/Portfolios.tsx')),
  'token-pending': load('InvestmentRequests', () => import('./investment-requests/InvestmentRequests.tsx')),
  subscriptions: load('Subscriptions', () => import('./subscriptions/Subscriptions.tsx')),
  register: load('Register', () => import('./register/Register.tsx')),
  notifications: load('Notifications', () => import('./notifications/Notifications.tsx')),
  tokens: load('TokensSection', () => import('./tokens/TokensSection.tsx')),
  documents: load('Documents', () => import('./documents/Documents.tsx')),
  support: load('Support', () => import('./support/Support.tsx')),
  departments: load('Departments', () => import('./departments/Departments.tsx')),
  mails: load('Emails', () => import('./emails/Emails.tsx')),
  approvals: load('Approvals', () => import('./approvals/Approvals.tsx')),
  'login-tracking': load('LoginTracking', () => import('./login-tracking/LoginTracking.tsx')),
  reports: load('Reports', () => import('./reports/Reports.tsx')),
  'audit-log': load('AuditLog', () => import('./audit/AuditLog.tsx')),
  administrators: load('Administrators', () => import('./administrators/Administrators.tsx')),
  settings: load('SiteSettings', () => import('./settings/SiteSettings.tsx')),
}
