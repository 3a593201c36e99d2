import type { Subscription } from '#contract/subscriptions'
import { formatMoney } from '#core/format/format'
import { describeCash } from './holdings.ts'
import { Opens } from './Opens.tsx'

interface CashNoteProps {
  subscriptions: readonly Subscription[]
  className: string
}

/** What open subscriptions have to do with the cash. */
export function CashNote({ subscriptions, className }: CashNoteProps) {
  const parts = describeCash(subscriptions)
  if (parts.length === 0) return null
  return (
    <span className={`block ${className}`}>
      {parts.map(({ figure, amount, text }, at) => (
        <span key={figure}>
          {at > 0 && ' '}
          <Opens of={figure} known={amount}>
            {formatMoney(amount)}
          </Opens>{' '}
          {text}
        </span>
      ))}
    </span>
  )
}
