export const activityTypes = ['activity', 'deposit', 'withdrawal', 'investment', 'other'] as const
