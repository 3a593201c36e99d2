import { useStore } from '@nanostores/react'
import { approvalRulePermissions } from '#contract/approval-rule'
import { Popup } from '#ui/Popup'
import { $inactivePermissions } from './pending-approvals.ts'

const names: Record<(typeof approvalRulePermissions)[number], string> = {
  money: 'transactions, portfolios and units',
  verify_by_hand: 'manual verification',
  verify: 'watchlists and screening matches',
  publish: 'announcements, public documents and contact details',
  administer: 'settings, administrators and deletion of accounts that hold money',
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** A sentence naming the changes that do not need a second administrator yet; nothing if all of them do. */
export function InactiveApproval({ className = '' }: { className?: string }) {
  const resting = useStore($inactivePermissions)
  if (resting.length === 0) return null
  const isPartial = resting.length < approvalRulePermissions.length
  return (
    <p className={`max-w-[22rem] px-4 text-[0.9375rem] leading-snug ${className}`}>
      {isPartial ? 'Some changes have no second approver.' : 'There is no second approver.'} Until a second
      administrator can approve them, these changes do not require dual approval:{' '}
      {list.format(resting.map((permission) => names[permission]))}.
    </p>
  )
}

/**
 * Opens {@link InactiveApproval} from the top bar. Its content is known later than the rest of the bar and does not
 * move anything when it appears. A phone has no room for it in the bar, so the sentence is in the account menu.
 */
export function InactiveApprovalButton() {
  const resting = useStore($inactivePermissions)
  if (resting.length === 0) return null
  const isPartial = resting.length < approvalRulePermissions.length
  return (
    <Popup
      className="min-h-11 cursor-pointer rounded px-2 text-[0.875rem] text-ink-2 underline underline-offset-2 hover:bg-sunken max-sm:hidden"
      label={isPartial ? 'Dual approval partly inactive' : 'Dual approval inactive'}
    >
      {() => <InactiveApproval />}
    </Popup>
  )
}
