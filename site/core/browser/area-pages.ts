/** Investor area pages that are served by its single page; any other URL below `/access/` shows the 404 page. */
export const investorPageNames = [
  'dashboard',
  'transactions',
  'documents',
  'support',
  'settings',
  'verification',
] as const

/** Last segment of a page's path. */
export type InvestorPageName = (typeof investorPageNames)[number]

/**
 * Detail pages identified by a further path segment: a series by its code, a subscription by its id, a settings
 * section.
 */
export const investorDetailPageNames = ['subscribe', 'subscriptions', 'holdings', 'settings'] as const

export type InvestorDetailPageName = (typeof investorDetailPageNames)[number]

/** Visitor pages that emails link to, for account recovery and support requests. */
export const recoveryPages = [
  'forgot-password',
  'reset-password',
  'confirm-email',
  'restore-email',
  'not-me',
  'unsubscribe',
  'feedback',
] as const

/**
 * Account pages whose names are kept out of the area's script so that they add nothing to the first view of the
 * dashboard.
 */
export const accountPages = ['notifications', 'register'] as const
