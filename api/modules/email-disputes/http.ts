import { actorOf } from '#common/actor'
import { adminEmailDisputes } from '#contract/admin-email-disputes'
import { assertMay } from '#http/pipeline/guard'
import { serve } from '#http/pipeline/serve'
import { decideDispute, listDisputes } from './service.ts'

/** Disputed changes of email: of investors for compliance and owners, of administrators for owners. */
export const emailDisputeAdmin = () => [
  serve(adminEmailDisputes.list, async ({ caller }) => ({ disputes: await listDisputes(caller.adminRoles) })),
  serve(adminEmailDisputes.decide, async (call) => {
    await decideDispute(call.params.id, call.body, actorOf(call), (isOfAdmin) => {
      if (isOfAdmin) assertMay(call.caller, 'administer')
    })
    return { success: true as const }
  }),
]
