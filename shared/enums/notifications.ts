export const notificationCategories = [
  'transaction',
  'investment',
  'portfolio',
  'document',
  'security',
  'system',
] as const
export type NotificationCategory = (typeof notificationCategories)[number]
/** Categories of system notifications that state amounts or units. */
export const amountCategories: readonly NotificationCategory[] = ['transaction', 'investment', 'portfolio']
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const

/** Categories with a delivery choice. Notifications of the category `system` are announcements. */
export const notificationTopics = [
  'transaction',
  'investment',
  'portfolio',
  'document',
  'security',
  'announcement',
] as const
export type NotificationTopic = (typeof notificationTopics)[number]

/** Not emailed, emailed immediately, or once a day in a digest. */
export const emailFrequencies = ['off', 'now', 'daily'] as const
export type EmailFrequency = (typeof emailFrequencies)[number]

/** Default delivery for anyone who has not chosen; the same as in the database (trigger `apply_choice`). */
export const getDefaultDelivery = (kind: NotificationTopic): { bell: boolean; email: EmailFrequency } => ({
  bell: true,
  email: kind === 'security' ? 'now' : 'daily',
})
