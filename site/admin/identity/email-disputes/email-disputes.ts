import { adminEmailDisputes, type EmailDispute } from '#contract/identity/admin-email-disputes'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import type { EmailDisputeDecision } from '#shared/enums/accounts'

/** The open disputes that the administrator may resolve. */
export const { $view: $emailDisputes, refresh: refreshEmailDisputes } = createAdminQuery(
  ['email-disputes'],
  async () => (await callAdminApi(adminEmailDisputes.list)).disputes,
)

/** Resolves a dispute and refetches the rest. */
export async function decideDispute(
  { id }: EmailDispute,
  decision: EmailDisputeDecision,
  reason: string,
): Promise<void> {
  await callAdminApi(adminEmailDisputes.decide, { params: { id }, body: { decision, reason } }).finally(
    refreshEmailDisputes,
  )
}
