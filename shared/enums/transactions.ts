export const transactionTypes = ['deposit', 'withdrawal', 'transfer', 'fee', 'interest'] as const
export const transactionStatuses = ['completed', 'pending', 'failed', 'cancelled'] as const
