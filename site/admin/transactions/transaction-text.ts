import type { AdminTransaction } from '#contract/admin-transactions'
import type { TransactionStatus, TransactionType } from '#contract/transactions'
import { formatCurrency } from '#core/format/format'
import type { BadgeTone } from '#ui/Badge'

export const typeNames: Record<TransactionType, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer',
  fee: 'Fee',
  interest: 'Interest',
}

export const statusNames: Record<TransactionStatus, string> = {
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const statusTones: Record<TransactionStatus, BadgeTone> = {
  completed: 'gain',
  pending: 'warn',
  failed: 'loss',
  cancelled: 'neutral',
}

/** Whether the type takes money out of the account: amounts are stored as positive numbers. */
const isOutgoing = (type: TransactionType): boolean => type === 'withdrawal' || type === 'fee'

type Sum = Pick<AdminTransaction, 'type' | 'amount' | 'currency'>

/** The amount with the sign of its type: `-$40.00`. */
export const formatAmount = ({ type, amount, currency }: Sum): string =>
  `${isOutgoing(type) ? '-' : '+'}${formatCurrency(amount, currency)}`
