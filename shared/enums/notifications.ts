export const notificationCategories = [
  'transaction',
  'investment',
  'portfolio',
  'document',
  'security',
  'system',
] as const
export type NotificationCategory = (typeof notificationCategories)[number]
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const

/** What a reader chooses ways for. Notifications of the category `system` are announcements. */
export const notificationKinds = [
  'transaction',
  'investment',
  'portfolio',
  'document',
  'security',
  'announcement',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Not mailed, mailed at once, or once a day with all others. */
export const emailWays = ['off', 'now', 'daily'] as const
export type EmailWay = (typeof emailWays)[number]

/** How somebody is told who has not chosen; as in the database (trigger `apply_choice`). */
export const defaultWays = (kind: NotificationKind): { bell: boolean; email: EmailWay } => ({
  bell: true,
  email: kind === 'security' ? 'now' : 'daily',
})
