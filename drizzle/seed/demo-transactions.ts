/** Planned transactions of the other holders: the deposits for their units, and their distributions. Pure. */
import { type DemoDistribution, formatPayment } from './demo-distribution.ts'
import type { DemoHolder } from './demo-holders.ts'
import type { DemoTransaction } from './demo-ledger.ts'
import { DEPOSIT_DAYS_BEFORE, getAllottedAt, getBusinessTime } from './demo-subscriptions.ts'

/** The transactions of the holder at a position, oldest first. */
export function planTransactions(
  { subscriptions }: DemoHolder,
  position: number,
  distribution: DemoDistribution | undefined,
): DemoTransaction[] {
  const completed = { status: 'completed' as const, fee: 0 }
  const deposits = subscriptions.map((planned, index) => ({
    ...completed,
    type: 'deposit' as const,
    amount: planned.amount,
    description: 'Deposit by bank transfer',
    at: getBusinessTime(getAllottedAt(planned) ?? new Date(), -DEPOSIT_DAYS_BEFORE, 200 + index * 13),
    pays: planned,
  }))
  // The first share is the demonstration account's.
  const { amount, units } = distribution?.shares[position + 1] ?? { amount: 0, units: 0 }
  const received =
    distribution && amount > 0
      ? [
          {
            ...completed,
            type: 'interest' as const,
            amount,
            description: formatPayment(distribution, units),
            at: distribution.paidAt,
            isDistribution: true,
          },
        ]
      : []
  return [...deposits, ...received].sort((a, b) => a.at.getTime() - b.at.getTime())
}
