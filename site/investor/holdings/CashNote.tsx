import type { Subscription } from '#contract/subscriptions'
import { describeCash } from './holdings.ts'

interface CashNoteProps {
  subscriptions: readonly Subscription[]
  className: string
}

/** What open subscriptions have to do with the cash. */
export function CashNote({ subscriptions, className }: CashNoteProps) {
  const note = describeCash(subscriptions)
  return note ? <span className={`block ${className}`}>{note}</span> : null
}
