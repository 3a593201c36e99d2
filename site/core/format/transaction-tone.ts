import type { TransactionStatus, TransactionType } from '#contract/transactions'

/**
 * Class of the colour of a transaction's amount: green or red for money that came in or went out. What did not happen
 * is muted, and a transfer between the investor's own accounts has no colour.
 */
export function amountTone({ type, status }: { type: TransactionType; status: TransactionStatus }): string {
  if (status !== 'completed') return 'text-ink-3'
  if (type === 'transfer') return ''
  return type === 'withdrawal' || type === 'fee' ? 'text-loss' : 'text-gain'
}
