import { useStore } from '@nanostores/react'
import { twoPairsPermissions } from '#contract/two-pairs'
import { Popup } from '#ui/Popup'
import { $restingFor } from './waiting.ts'

const names: Record<(typeof twoPairsPermissions)[number], string> = {
  money: 'transactions, portfolios and units',
  verify_by_hand: 'manual verification',
  verify: 'watchlists and screening matches',
  administer: 'settings and administrators, and deleting accounts with money',
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Which changes need no second administrator yet, in a sentence; nothing while all need one. */
export function InactiveApproval({ className = '' }: { className?: string }) {
  const resting = useStore($restingFor)
  if (resting.length === 0) return null
  const isPartial = resting.length < twoPairsPermissions.length
  return (
    <p className={`max-w-[22rem] px-4 text-[0.9375rem] leading-snug ${className}`}>
      {isPartial ? 'Some changes have no second approver.' : 'There is no second approver.'} Until a second
      administrator can approve them, these changes do not require dual approval:{' '}
      {list.format(resting.map((permission) => names[permission]))}.
    </p>
  )
}

/**
 * Opens {@link InactiveApproval} from the bar. It is known later than the rest of the bar, and moves nothing when it
 * appears. A phone has no room for it there: its sentence is in the account menu.
 */
export function InactiveApprovalButton() {
  const resting = useStore($restingFor)
  if (resting.length === 0) return null
  const isPartial = resting.length < twoPairsPermissions.length
  return (
    <Popup
      className="min-h-11 cursor-pointer rounded px-2 text-[0.875rem] text-ink-2 underline underline-offset-2 hover:bg-sunken max-sm:hidden"
      label={isPartial ? 'Dual approval partly inactive' : 'Dual approval inactive'}
    >
      {() => <InactiveApproval />}
    </Popup>
  )
}
