/** The sections of the panel, chosen by `?d=` in the URL; `section-files.ts` maps each to its component. */
import type { Permission } from '#contract/permissions'
import { bellIcon } from '#ui/icons/account'
import {
  approveIcon,
  badgeIcon,
  briefcaseIcon,
  checkedIcon,
  coinsIcon,
  emailIcon,
  exchangeIcon,
  gridIcon,
  logIcon,
  pendingIcon,
  peopleIcon,
  placeIcon,
  registerIcon,
  searchIcon,
  sheetIcon,
  signIcon,
  slidersIcon,
  supportIcon,
} from '#ui/icons/sections'

export const sectionGroups = ['Investors', 'Catalog', 'Service', 'Control'] as const
export type SectionGroup = (typeof sectionGroups)[number]

export interface Section {
  /** The value of `d` in the URL. */
  value: string
  /** Its heading. */
  title: string
  /** Its name in the navigation. */
  label: string
  /** Its purpose, in one line. */
  about: string
  /** Its group in the navigation; the dashboard is above all groups. */
  group: SectionGroup | undefined
  icon: string
  /** The permission needed to open it: to read what it lists. */
  needs: Permission
}

const dashboard: Section = {
  value: 'dashboard',
  title: 'Dashboard',
  label: 'Dashboard',
  about: 'Work queue and all sections',
  group: undefined,
  icon: gridIcon,
  needs: 'self',
}

export const sections: readonly Section[] = [
  dashboard,
  {
    value: 'users',
    title: 'User Management',
    label: 'Users',
    about: 'Investor accounts, status and verification',
    group: 'Investors',
    icon: peopleIcon,
    needs: 'read_desk',
  },
  {
    value: 'screening',
    title: 'Screening',
    label: 'Screening',
    about: 'Potential watchlist matches',
    group: 'Investors',
    icon: searchIcon,
    needs: 'verify',
  },
  {
    value: 'verifications',
    title: 'Verifications',
    label: 'Verifications',
    about: 'Identity verification: evidence, review and decisions',
    group: 'Investors',
    icon: checkedIcon,
    needs: 'read',
  },
  {
    value: 'transactions',
    title: 'Transaction Management',
    label: 'Transactions',
    about: 'All transactions, or by investor',
    group: 'Investors',
    icon: exchangeIcon,
    needs: 'read',
  },
  {
    value: 'portfolio',
    title: 'Portfolio Management',
    label: 'Portfolios',
    about: 'Portfolio values, gains and recent activities',
    group: 'Investors',
    icon: briefcaseIcon,
    needs: 'read',
  },
  {
    value: 'token-pending',
    title: 'Token Pending Status',
    label: 'Investment requests',
    about: 'Pending investment requests',
    group: 'Investors',
    icon: pendingIcon,
    needs: 'read',
  },
  {
    value: 'subscriptions',
    title: 'Subscriptions',
    label: 'Subscriptions',
    about: 'Subscriptions, from review to allotment',
    group: 'Investors',
    icon: signIcon,
    needs: 'read',
  },
  {
    value: 'register',
    title: 'Register',
    label: 'Register',
    about: 'Register of holders and distributions',
    group: 'Investors',
    icon: registerIcon,
    needs: 'read',
  },
  {
    value: 'notifications',
    title: 'Notifications',
    label: 'Notifications',
    about: 'Notify one investor, several or all',
    group: 'Investors',
    icon: bellIcon,
    needs: 'read_desk',
  },
  {
    value: 'tokens',
    title: 'Token Management',
    label: 'Tokens',
    about: 'Token catalog for investors',
    group: 'Catalog',
    icon: coinsIcon,
    needs: 'read',
  },
  {
    value: 'documents',
    title: 'Documents',
    label: 'Documents',
    about: 'Public and private documents',
    group: 'Catalog',
    icon: sheetIcon,
    needs: 'read_desk',
  },
  {
    value: 'support',
    title: 'Support Management',
    label: 'Support',
    about: 'Tickets, call requests and chats',
    group: 'Service',
    icon: supportIcon,
    needs: 'read_desk',
  },
  {
    value: 'departments',
    title: 'Contact Departments',
    label: 'Contact departments',
    about: 'Contact details by department',
    group: 'Service',
    icon: emailIcon,
    needs: 'read',
  },
  {
    value: 'mails',
    title: 'Emails',
    label: 'Emails',
    about: 'Sent, pending and failed emails',
    group: 'Service',
    icon: emailIcon,
    needs: 'read',
  },
  {
    value: 'approvals',
    title: 'Approvals',
    label: 'Approvals',
    about: 'Changes awaiting dual approval',
    group: 'Control',
    icon: approveIcon,
    needs: 'read',
  },
  {
    value: 'login-tracking',
    title: 'Login tracking',
    label: 'Login tracking',
    about: 'Sign-in attempts by account, location and device',
    group: 'Control',
    icon: placeIcon,
    needs: 'read',
  },
  {
    value: 'reports',
    title: 'Reports',
    label: 'Reports',
    about: 'Register, subscription, cash flow, verification and access reports',
    group: 'Control',
    icon: sheetIcon,
    needs: 'report',
  },
  {
    value: 'audit-log',
    title: 'Audit Log',
    label: 'Audit log',
    about: 'Tamper-evident record of all actions',
    group: 'Control',
    icon: logIcon,
    needs: 'audit',
  },
  {
    value: 'administrators',
    title: 'Administrators',
    label: 'Administrators',
    about: 'Panel access and roles',
    group: 'Control',
    icon: badgeIcon,
    needs: 'administer',
  },
  {
    value: 'settings',
    title: 'Site Settings',
    label: 'Site settings',
    about: 'Site name, colors, payments, approvals and screening',
    group: 'Control',
    icon: slidersIcon,
    needs: 'read',
  },
]

/** The section in a URL; the dashboard if it names no existing one. */
export const findSection = (value: string | null): Section =>
  sections.find((section) => section.value === value) ?? dashboard

/** The location of a section, for links: `{ pathname, search }`. */
export const getSectionLocation = (value: string) => ({
  pathname: '/',
  search: value === dashboard.value ? '' : `?d=${value}`,
})
