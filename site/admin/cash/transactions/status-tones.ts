import type { TransactionStatus } from '#contract/cash/transactions'
import type { BadgeTone } from '#ui/Badge'

export const transactionStatusTones: Record<TransactionStatus, BadgeTone> = {
  completed: 'gain',
  pending: 'warn',
  failed: 'loss',
  cancelled: 'neutral',
}
