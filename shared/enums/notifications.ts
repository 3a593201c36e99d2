export const notificationCategories = ['transaction', 'investment', 'portfolio', 'system'] as const
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const
