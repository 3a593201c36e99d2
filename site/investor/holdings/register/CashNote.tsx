import type { Subscription } from '#contract/holdings/subscriptions'
import { formatMoney } from '#core/format/format'
import { listReservedCash } from './holding-totals.ts'
import { NestedFigureDetails } from './NestedFigureDetails.tsx'

interface CashNoteProps {
  subscriptions: readonly Subscription[]
  className: string
}

/** How open subscriptions affect the cash balance. */
export function CashNote({ subscriptions, className }: CashNoteProps) {
  const parts = listReservedCash(subscriptions)
  if (parts.length === 0) return null
  return (
    <span className={`block ${className}`}>
      {parts.map(({ figure, amount, text }, at) => (
        <span key={figure}>
          {at > 0 && ' '}
          <NestedFigureDetails figure={figure} known={amount}>
            {formatMoney(amount)}
          </NestedFigureDetails>{' '}
          {text}
        </span>
      ))}
    </span>
  )
}
