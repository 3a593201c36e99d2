import type { Pagination, Transaction, TransactionStatus, TransactionType } from '#contract/transactions'
import { formatCount, formatCurrency } from '#core/format/format'

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

/** Whether the type takes money out of the account: amounts are stored as positive numbers. */
const isOutgoing = (type: TransactionType): boolean => type === 'withdrawal' || type === 'fee'

/** The amount with the sign of its type, in the currency of the row: `-$40.00`. */
export function formatAmount({ type, amount, currency }: Transaction): string {
  return `${isOutgoing(type) ? '-' : '+'}${formatCurrency(amount, currency)}`
}

/** The fee of a row, when there is one. */
export function formatFee({ fee, currency }: Transaction): string | undefined {
  return Number(fee) === 0 ? undefined : formatCurrency(fee, currency)
}

/** A decimal string without its sign. */
export const absolute = (amount: string): string => amount.replace(/^-/, '')

/** `Showing 1 to 20 of 42 transactions`; empty where all are on one page. */
export function describePage({ total, limit, offset }: Pagination): string | undefined {
  if (total <= limit || offset >= total) return undefined
  const last = Math.min(offset + limit, total)
  return `Showing ${formatCount(offset + 1)} to ${formatCount(last)} of ${formatCount(total)} transactions`
}
