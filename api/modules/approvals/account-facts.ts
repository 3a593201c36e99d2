/** What a second administrator has to know about the account of a proposal, as it is now. */
import type { Caller } from '#common/access-token'
import type { ApprovalDetail } from '#contract/approvals'
import { mayDo } from '#contract/permissions'
import type { approvals } from '#db/schema/approvals'
import { findOpenDispute } from '#modules/email-disputes/service'
import { readHoldings } from '#modules/register/holdings'
import { readHit } from '#modules/screening/service'

type Proposed = Pick<typeof approvals.$inferSelect, 'changes' | 'state'>

/** The hit of the screening that a proposal decides, for who may decide hits; null of others. */
export async function readDecidedHit({ changes }: Proposed, caller: Caller): Promise<ApprovalDetail['hit']> {
  const id = changes.find(({ action }) => action === 'screening.decide')?.entity_id
  if (typeof id !== 'number' || !mayDo(caller.adminRoles, 'verify')) return null
  return (await readHit(id)) ?? null
}

/** The dispute that a proposal resolves and what its account holds, for who may resolve it; null of others. */
export async function readResolvedDispute(
  { changes, state }: Proposed,
  caller: Caller,
): Promise<ApprovalDetail['email_dispute']> {
  const change = changes.find(({ action }) => action.startsWith('email_dispute.'))
  if (typeof change?.entity_id !== 'number' || state !== 'waiting') return null
  const isOfAdmin = change.entity === 'admin'
  if (!mayDo(caller.adminRoles, isOfAdmin ? 'administer' : 'verify')) return null
  const owner = isOfAdmin ? { adminId: change.entity_id } : { userId: change.entity_id }
  const dispute = await findOpenDispute(owner)
  if (!dispute) return null
  const { former_email, present_email } = dispute
  const held = isOfAdmin ? undefined : await readHoldings(change.entity_id)
  return {
    former_email,
    present_email,
    cash: held?.cash ?? null,
    holdings: held?.holdings.map(({ symbol, units }) => ({ symbol, units })) ?? [],
  }
}
