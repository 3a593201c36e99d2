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

/**
 * Says in the bar which changes need no second administrator yet. Right-aligned beside the palette: it is known later
 * than the rest of the bar, and moves nothing when it appears.
 */
export function InactiveApproval() {
  const resting = useStore($restingFor)
  if (resting.length === 0) return null
  const isPartial = resting.length < twoPairsPermissions.length
  return (
    <Popup
      className="min-h-11 min-w-0 cursor-pointer rounded px-2 text-left text-[0.875rem] leading-tight text-ink-2 underline underline-offset-2 hover:bg-sunken"
      panelClassName="max-w-[22rem] px-4"
      label={`Dual approval ${isPartial ? 'partly ' : ''}inactive`}
    >
      {() => (
        <p className="text-[0.9375rem] leading-snug">
          {isPartial ? 'Some changes have no second approver.' : 'There is no second approver.'} Until a
          second administrator can approve them, these changes do not require dual approval:{' '}
          {list.format(resting.map((permission) => names[permission]))}.
        </p>
      )}
    </Popup>
  )
}
