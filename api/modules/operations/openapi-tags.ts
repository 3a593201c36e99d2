import { ADMIN_PATH_PARAMETER } from '#contract/admin-endpoint'
import type { Endpoint } from '#contract/endpoint'

/**
 * The sections of the description of visitors' and investors' calls, in order, by the first one or two parts of the
 * path.
 */
export const apiTags: Record<string, { description: string; paths: string[] }> = {
  'Market prices': {
    description: 'Prices with source and timestamp, price history and derived indicators.',
    paths: ['market-data', 'crypto-prices', 'sparklines', 'chart-data', 'market-intelligence'],
  },
  Tokens: {
    description: 'Tokens open for investment requests and offerings open for subscription.',
    paths: ['tokens', 'offerings'],
  },
  Proof: {
    description: 'Signed snapshots of the registers of holders, and missing days.',
    paths: ['proof'],
  },
  'Documents and pages': {
    description: 'Reports, public documents and site pages as HTML.',
    paths: ['documents', 'reports', 'docs', 'legal'],
  },
  'Site and contact': {
    description: 'Site settings, colors and department contacts.',
    paths: ['settings', 'theme.css', 'banner', 'contact-departments'],
  },
  Support: { description: 'Tickets, calls and live chat. No account is needed.', paths: ['support'] },
  'Accounts and sessions': {
    description: 'Registration, sign-in and session tokens.',
    paths: ['auth', 'csrf-token'],
  },
  'Portfolio and holdings': {
    description: 'Holdings, value and returns of the signed-in investor, with an explanation of each figure.',
    paths: [
      'user/portfolio',
      'user/holdings',
      'user/figures',
      'user/returns',
      'user/recent-activities',
      'user/proof',
    ],
  },
  Transactions: {
    description: 'Transactions, totals and statements of the investor.',
    paths: ['user/transactions', 'user/statement'],
  },
  Subscriptions: {
    description: 'Subscriptions to a series, from submission to allotment.',
    paths: ['user/subscriptions'],
  },
  Verification: {
    description: 'Identity verification: answers and evidence.',
    paths: ['user/verification'],
  },
  'Account security': {
    description: 'Password, email, two-step verification, sessions and account activity.',
    paths: ['user/password', 'user/email', 'user/factors', 'user/step-up', 'user/sessions', 'user/activity'],
  },
  'Profile and notifications': {
    description: 'Profile, preferences, notifications, support cases, data export and account closure.',
    paths: ['user', 'unsubscribe'],
  },
  'Live updates': { description: 'Server-sent events for data changes.', paths: ['events'] },
  Operations: {
    description: 'Server status and API description.',
    paths: ['health', 'ready', 'openapi.json', 'reference'],
  },
}

/** The section of a call; for one of the panel, the part of the path after the secret segment. */
export function getTag({ path, adminPathHeader }: Endpoint): string {
  if (adminPathHeader === 'required') return 'sign-in'
  const parts = path.split('/')
  if (path.startsWith(`/:${ADMIN_PATH_PARAMETER}`)) return parts[3] as string
  const [first = '', second = ''] = parts.slice(1)
  const sectionWith = (start: string) =>
    Object.keys(apiTags).find((name) => apiTags[name]?.paths.includes(start))
  return sectionWith(`${first}/${second}`) ?? sectionWith(first) ?? first
}
