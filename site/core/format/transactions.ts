/** Formats transactions, for investors and administrators. */
import type { Transaction, TransactionStatus, TransactionType } from '#contract/cash/transactions'
import { formatCurrency } from './format.ts'

export const transactionTypeLabels: Record<TransactionType, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer',
  fee: 'Fee',
  interest: 'Interest',
}

export const transactionStatusLabels: Record<TransactionStatus, string> = {
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** Whether the type takes money out of the account; stored amounts are always positive. */
const isOutgoing = (type: TransactionType): boolean => type === 'withdrawal' || type === 'fee'

/** The amount with the sign of its type, in the row's currency: `-$40.00`. */
export function formatAmount({
  type,
  amount,
  currency,
}: Pick<Transaction, 'type' | 'amount' | 'currency'>): string {
  return `${isOutgoing(type) ? '-' : '+'}${formatCurrency(amount, currency)}`
}

/** The fee of a row, if any. */
export function formatFee({ fee, currency }: Pick<Transaction, 'fee' | 'currency'>): string | undefined {
  return Number(fee) === 0 ? undefined : formatCurrency(fee, currency)
}

/** A decimal string without its sign. */
export const removeSign = (amount: string): string => amount.replace(/^-/, '')

/**
 * CSS class for the color of a transaction amount: green for money received, red for money paid out. A transaction that
 * did not happen is muted; a transfer between the investor's own accounts has no color.
 */
export function getAmountTone({
  type,
  status,
}: {
  type: TransactionType
  status: TransactionStatus
}): string {
  if (status !== 'completed') return 'text-ink-3'
  if (type === 'transfer') return ''
  return isOutgoing(type) ? 'text-loss' : 'text-gain'
}
