import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import {
  isCompletedDeposit,
  UnverifiedInvestorNote,
} from '#site/admin/cash/transactions/UnverifiedInvestorNote.tsx'

/** Warns that the investor of a deposit that awaits approval is not verified. */
export function UnverifiedInvestorWarning({
  request: { state, changes, people },
}: {
  request: ApprovalRequestDetail
}) {
  const owner = state === 'waiting' ? findDepositor(changes) : undefined
  const person = people.find(({ id, is_verified }) => id === owner && !is_verified)
  return person ? <UnverifiedInvestorNote name={person.name} /> : null
}

/** The investor of a completed deposit among the rows; undefined if there is none. */
function findDepositor(changes: ApprovalRequestDetail['changes']): unknown {
  for (const { entity, after } of changes) {
    if (entity !== 'transaction' || typeof after !== 'object' || after === null) continue
    if (isCompletedDeposit(after) && 'user_id' in after) return after.user_id
  }
  return undefined
}
