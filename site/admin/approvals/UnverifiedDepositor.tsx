import type { ApprovalDetail } from '#contract/approvals'
import { isCompletedDeposit, UnverifiedNote } from '#site/admin/transactions/UnverifiedNote.tsx'

/** Says of a deposit that waits that its investor is not verified. */
export function UnverifiedDepositor({ of: { state, changes, people } }: { of: ApprovalDetail }) {
  const owner = state === 'waiting' ? findDepositor(changes) : undefined
  const person = people.find(({ id, is_verified }) => id === owner && !is_verified)
  return person ? <UnverifiedNote name={person.name} /> : null
}

/** The investor of a completed deposit among rows; undefined without one. */
function findDepositor(changes: ApprovalDetail['changes']): unknown {
  for (const { entity, after } of changes) {
    if (entity !== 'transaction' || typeof after !== 'object' || after === null) continue
    if (isCompletedDeposit(after) && 'user_id' in after) return after.user_id
  }
  return undefined
}
