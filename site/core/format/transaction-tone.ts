import type { TransactionStatus, TransactionType } from '#contract/transactions'

/**
 * CSS class for the colour of a transaction's amount: green for money received, red for money paid out. A transaction
 * that did not happen is muted, and a transfer between the investor's own accounts has no colour.
 */
export function amountTone({ type, status }: { type: TransactionType; status: TransactionStatus }): string {
  if (status !== 'completed') return 'text-ink-3'
  if (type === 'transfer') return ''
  return type === 'withdrawal' || type === 'fee' ? 'text-loss' : 'text-gain'
}
