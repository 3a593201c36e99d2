/** What the approver must know about the account of an approval request, as it is now. */
import type { Caller } from '#common/access-token'
import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { hasPermission } from '#contract/permissions'
import type { approvals } from '#db/schema/desk/approvals'
import { readHit } from '#modules/compliance/screening/screening-matches'
import { listHoldings } from '#modules/holdings/register/investor-holdings'
import { findOpenDispute } from '#modules/identity/email-disputes/service'

type Proposed = Pick<typeof approvals.$inferSelect, 'changes' | 'state'>

/** The screening match that a request decides, for those who may decide matches; null for others. */
export async function getDecidedMatch(
  { changes }: Proposed,
  caller: Caller,
): Promise<ApprovalRequestDetail['hit']> {
  const id = changes.find(({ action }) => action === 'screening.decide')?.entity_id
  if (typeof id !== 'number' || !hasPermission(caller.adminRoles, 'verify')) return null
  return (await readHit(id)) ?? null
}

/** The dispute that a request resolves and what its account holds, for those who may resolve it; null for others. */
export async function getResolvedDispute(
  { changes, state }: Proposed,
  caller: Caller,
): Promise<ApprovalRequestDetail['email_dispute']> {
  const change = changes.find(({ action }) => action.startsWith('email_dispute.'))
  if (typeof change?.entity_id !== 'number' || state !== 'waiting') return null
  const isOfAdmin = change.entity === 'admin'
  if (!hasPermission(caller.adminRoles, isOfAdmin ? 'administer' : 'verify')) return null
  const owner = isOfAdmin ? { adminId: change.entity_id } : { userId: change.entity_id }
  const dispute = await findOpenDispute(owner)
  if (!dispute) return null
  const { former_email, present_email } = dispute
  const held = isOfAdmin ? undefined : await listHoldings(change.entity_id)
  return {
    former_email,
    present_email,
    cash: held?.cash ?? null,
    holdings: held?.holdings.map(({ symbol, units }) => ({ symbol, units })) ?? [],
  }
}
