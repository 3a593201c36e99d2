/** What a second administrator has to know about the account of a proposal, as it is now. */
import type { Caller } from '#common/access-token'
import type { ApprovalDetail } from '#contract/approvals'
import { mayDo } from '#contract/permissions'
import type { approvals } from '#db/schema/approvals'
import { readHit } from '#modules/screening/service'

type Proposed = Pick<typeof approvals.$inferSelect, 'changes' | 'state'>

/** The hit of the screening that a proposal decides, for who may decide hits; null of others. */
export async function readDecidedHit({ changes }: Proposed, caller: Caller): Promise<ApprovalDetail['hit']> {
  const id = changes.find(({ action }) => action === 'screening.decide')?.entity_id
  if (typeof id !== 'number' || !mayDo(caller.adminRoles, 'verify')) return null
  return (await readHit(id)) ?? null
}
