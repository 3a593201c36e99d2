/** The sections of the panel, chosen by `?d=` in the URL; `section-files.ts` maps each to its component. */
import type { Permission } from '#contract/permissions'
import { bellIcon } from '#ui/icons/account'
import {
  approveIcon,
  badgeIcon,
  caseIcon,
  checkedIcon,
  coinsIcon,
  exchangeIcon,
  gridIcon,
  letterIcon,
  logIcon,
  peopleIcon,
  placeIcon,
  registerIcon,
  searchIcon,
  sheetIcon,
  signIcon,
  slidersIcon,
  speechIcon,
  waitIcon,
} from '#ui/icons/sections'

export const sectionGroups = ['Investors', 'Catalogue', 'Service', 'Control'] as const
export type SectionGroup = (typeof sectionGroups)[number]

export interface Section {
  /** The value of `d` in the URL. */
  value: string
  /** Its heading. */
  title: string
  /** Its name in the navigation. */
  label: string
  /** Its purpose, in a line. */
  about: string
  /** Its group in the navigation; the dashboard is above all groups. */
  group: SectionGroup | undefined
  icon: string
  /** What somebody must be allowed to do to open it: to read what it lists. */
  needs: Permission
}

const dashboard: Section = {
  value: 'dashboard',
  title: 'Dashboard',
  label: 'Dashboard',
  about: 'All sections at a glance',
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
    about: 'Investors, their state and their verification',
    group: 'Investors',
    icon: peopleIcon,
    needs: 'read_desk',
  },
  {
    value: 'screening',
    title: 'Screening',
    label: 'Screening',
    about: 'Investors who may be on a list of names',
    group: 'Investors',
    icon: searchIcon,
    needs: 'verify',
  },
  {
    value: 'verifications',
    title: 'Verifications',
    label: 'Verifications',
    about: 'Who investors are: evidence, review and decisions',
    group: 'Investors',
    icon: checkedIcon,
    needs: 'read',
  },
  {
    value: 'transactions',
    title: 'Transaction Management',
    label: 'Transactions',
    about: 'Of all investors, and the ledger of one',
    group: 'Investors',
    icon: exchangeIcon,
    needs: 'read',
  },
  {
    value: 'portfolio',
    title: 'Portfolio Management',
    label: 'Portfolios',
    about: 'Values, gains and recent activities',
    group: 'Investors',
    icon: caseIcon,
    needs: 'read',
  },
  {
    value: 'token-pending',
    title: 'Token Pending Status',
    label: 'Pending requests',
    about: 'Investment requests to approve or reject',
    group: 'Investors',
    icon: waitIcon,
    needs: 'read',
  },
  {
    value: 'subscriptions',
    title: 'Subscriptions',
    label: 'Subscriptions',
    about: 'Requests with an amount, from review to allotment',
    group: 'Investors',
    icon: signIcon,
    needs: 'read',
  },
  {
    value: 'register',
    title: 'Register',
    label: 'Register',
    about: 'Who holds how many units, and distributions',
    group: 'Investors',
    icon: registerIcon,
    needs: 'read',
  },
  {
    value: 'notifications',
    title: 'Notifications',
    label: 'Notifications',
    about: 'Messages to one investor or to all',
    group: 'Investors',
    icon: bellIcon,
    needs: 'read_desk',
  },
  {
    value: 'tokens',
    title: 'Token Management',
    label: 'Tokens',
    about: 'The catalogue that investors choose from',
    group: 'Catalogue',
    icon: coinsIcon,
    needs: 'read',
  },
  {
    value: 'documents',
    title: 'Documents',
    label: 'Documents',
    about: 'Uploads, public and private',
    group: 'Catalogue',
    icon: sheetIcon,
    needs: 'read_desk',
  },
  {
    value: 'support',
    title: 'Support Management',
    label: 'Support',
    about: 'Tickets, call requests and chats',
    group: 'Service',
    icon: speechIcon,
    needs: 'read_desk',
  },
  {
    value: 'departments',
    title: 'Contact Departments',
    label: 'Contact departments',
    about: 'Where visitors reach each department',
    group: 'Service',
    icon: letterIcon,
    needs: 'read',
  },
  {
    value: 'mails',
    title: 'Mails',
    label: 'Mails',
    about: 'What was mailed, what waits and what was refused',
    group: 'Service',
    icon: letterIcon,
    needs: 'read',
  },
  {
    value: 'approvals',
    title: 'Approvals',
    label: 'Approvals',
    about: 'Changes that a second administrator has to approve',
    group: 'Control',
    icon: approveIcon,
    needs: 'read',
  },
  {
    value: 'login-tracking',
    title: 'Login tracking',
    label: 'Login tracking',
    about: 'Who signed in, from where, with what',
    group: 'Control',
    icon: placeIcon,
    needs: 'read',
  },
  {
    value: 'reports',
    title: 'Reports',
    label: 'Reports',
    about: 'Register, subscriptions, flows, verification and access of a period',
    group: 'Control',
    icon: sheetIcon,
    needs: 'report',
  },
  {
    value: 'audit-log',
    title: 'Audit Log',
    label: 'Audit log',
    about: 'What administrators did, in a chain that shows changes',
    group: 'Control',
    icon: logIcon,
    needs: 'audit',
  },
  {
    value: 'administrators',
    title: 'Administrators',
    label: 'Administrators',
    about: 'Who may sign in to this panel, and do what',
    group: 'Control',
    icon: badgeIcon,
    needs: 'administer',
  },
  {
    value: 'settings',
    title: 'Site Settings',
    label: 'Site settings',
    about: 'Name, colors, address and dates',
    group: 'Control',
    icon: slidersIcon,
    needs: 'read',
  },
]

/** The section of a URL; the dashboard when it names no existing one. */
export const findSection = (value: string | null): Section =>
  sections.find((section) => section.value === value) ?? dashboard

/** The location of a section, for links: `{ pathname, search }`. */
export const sectionLocation = (value: string) => ({
  pathname: '/',
  search: value === dashboard.value ? '' : `?d=${value}`,
})
