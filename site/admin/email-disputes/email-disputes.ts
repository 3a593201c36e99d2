import { adminEmailDisputes, type EmailDispute } from '#contract/admin-email-disputes'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import type { EmailDisputeDecision } from '#shared/enums/accounts'

/** The open disputes that the administrator may decide. */
export const { $view: $emailDisputes, refresh: refreshEmailDisputes } = createAdminQuery(
  ['email-disputes'],
  async () => (await callAdmin(adminEmailDisputes.list)).disputes,
)

/** Resolves a dispute, and fetches what is left. */
export async function decideDispute(
  { id }: EmailDispute,
  decision: EmailDisputeDecision,
  reason: string,
): Promise<void> {
  await callAdmin(adminEmailDisputes.decide, { params: { id }, body: { decision, reason } }).finally(
    refreshEmailDisputes,
  )
}
