/** Pages of the investor area that start from its one page; any other URL below `/access/` is the 404 page. */
export const areaPages = [
  'dashboard',
  'transactions',
  'documents',
  'support',
  'settings',
  'verification',
] as const

/** Last segment of a page's path. */
export type AreaPage = (typeof areaPages)[number]

/**
 * Pages about one thing, which a further segment of the path names: a series by its code, a subscription by its id, a
 * section of the settings.
 */
export const areaDetailPages = ['subscribe', 'subscriptions', 'holdings', 'settings'] as const

export type AreaDetailPage = (typeof areaDetailPages)[number]

/** Pages for visitors that mails link to: on the way back into an account, and about what they wrote to us. */
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
 * Pages of the account whose names the script of the area does not know, so that they weigh nothing on the first view of
 * the dashboard.
 */
export const accountPages = ['notifications', 'register'] as const
