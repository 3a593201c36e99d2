import { ADMIN_PATH_PARAMETER } from '#contract/admin'
import type { Endpoint } from '#contract/endpoint'

/**
 * The sections of the description of visitors' and investors' calls, in their order, by the first part of the path, or
 * the first two.
 */
export const sections: Record<string, { description: string; paths: string[] }> = {
  'Market prices': {
    description: 'Prices with their source and age, their history, and figures computed from them.',
    paths: ['market-data', 'crypto-prices', 'sparklines', 'chart-data', 'market-intelligence'],
  },
  Tokens: {
    description: 'The tokens that are open for requests, and the offerings that are open for subscription.',
    paths: ['tokens', 'offerings'],
  },
  Proof: {
    description: 'Signed snapshots of the registers of holders, and the days without one.',
    paths: ['proof'],
  },
  'Documents and pages': {
    description: 'Reports, public uploads, and the pages of the site as HTML.',
    paths: ['documents', 'reports', 'docs', 'legal'],
  },
  'Site and contact': {
    description: 'Settings and colours of the site, and how to reach each department.',
    paths: ['settings', 'theme.css', 'banner', 'contact-departments'],
  },
  Support: { description: 'Tickets, calls and live chat. No account is needed.', paths: ['support'] },
  'Accounts and sessions': {
    description: 'Registration, sign-in, and the tokens that signed-in calls carry.',
    paths: ['auth', 'csrf-token'],
  },
  'Portfolio and holdings': {
    description: 'What the signed-in investor holds, its value and returns, and how each figure is made up.',
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
    description: 'The transactions of the investor, their sums, and statements.',
    paths: ['user/transactions', 'user/statement'],
  },
  Subscriptions: {
    description: 'Amounts of a series that the investor asked for, from the submission to the allotment.',
    paths: ['user/subscriptions'],
  },
  Verification: {
    description: 'The answers and the evidence with which an investor is verified.',
    paths: ['user/verification'],
  },
  'Account security': {
    description: 'Password, email, second factors, sessions and what happened in the account.',
    paths: ['user/password', 'user/email', 'user/factors', 'user/step-up', 'user/sessions', 'user/activity'],
  },
  'Profile and notifications': {
    description:
      'Profile, preferences, notifications, own support cases, the export and the end of an account.',
    paths: ['user', 'unsubscribe'],
  },
  'Live updates': { description: 'Server-sent events that say what has changed.', paths: ['events'] },
  Operations: {
    description: 'State of the server, and this description.',
    paths: ['health', 'ready', 'openapi.json', 'reference'],
  },
}

/** The section of a call; for one of the panel, the part of the path after the secret segment. */
export function sectionOf({ path, adminPathHeader }: Endpoint): string {
  if (adminPathHeader === 'required') return 'sign-in'
  const parts = path.split('/')
  if (path.startsWith(`/:${ADMIN_PATH_PARAMETER}`)) return parts[3] as string
  const [first = '', second = ''] = parts.slice(1)
  const sectionWith = (start: string) =>
    Object.keys(sections).find((name) => sections[name]?.paths.includes(start))
  return sectionWith(`${first}/${second}`) ?? sectionWith(first) ?? first
}
