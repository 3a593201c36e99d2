import { toActor } from '#common/audit-actor'
import { adminEmailDisputes } from '#contract/identity/admin-email-disputes'
import { assertPermission } from '#http/pipeline/access-guard'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { decideDispute, listDisputes } from './service.ts'

/** Disputed changes of email: of investors for compliance and owners, of administrators for owners. */
export const emailDisputeAdmin = () => [
  serveEndpoint(adminEmailDisputes.list, async ({ caller }) => ({
    disputes: await listDisputes(caller.adminRoles),
  })),
  serveEndpoint(adminEmailDisputes.decide, async (call) => {
    await decideDispute(call.params.id, call.body, toActor(call), (isOfAdmin) => {
      if (isOfAdmin) assertPermission(call.caller, 'administer')
    })
    return { success: true as const }
  }),
]
