import { toActor } from '#common/audit-actor'
import { adminUsers } from '#contract/people/admin-users'
import { serveExport } from '#http/export/serve-export'
import { assertPermission } from '#http/pipeline/access-guard'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { revokeInvestorSessions } from '#modules/identity/account-activity/revoke-sessions'
import {
  deleteUser,
  exportUsers,
  getUser,
  listUsers,
  unlockUser,
  updateUserStatus,
  updateUserStatuses,
} from './admin-users.ts'
import { getDeletionImpact } from './deletion-impact.ts'

/** Investors, as administrators manage them. */
export const userAdmin = () => [
  serveEndpoint(adminUsers.list, ({ query, caller }) => listUsers(query, caller.adminRoles)),
  serveEndpoint(adminUsers.get, async ({ params }) => ({ user: await getUser(params.id) })),
  serveEndpoint(adminUsers.setStatus, async (call) => ({
    user: await updateUserStatus(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminUsers.setManualVerification, async (call) => ({
    user: await updateUserStatus(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminUsers.unlock, async (call) => {
    await unlockUser(call.params.id, toActor(call))
    return { success: true as const }
  }),
  serveEndpoint(adminUsers.endSessions, async (call) => ({
    success: true as const,
    ended: await revokeInvestorSessions(call.params.id, toActor(call)),
  })),
  serveEndpoint(adminUsers.updateMany, (call) => {
    if (call.body.is_verified !== undefined) assertPermission(call.caller, 'verify_by_hand')
    return updateUserStatuses(call.body, toActor(call))
  }),
  serveEndpoint(adminUsers.delete, async (call) => {
    await deleteUser(call.params.id, toActor(call))
    return { success: true as const }
  }),
  serveEndpoint(adminUsers.getDeletionImpact, async ({ params }) => ({
    deletion: await getDeletionImpact(params.id),
  })),
  serveExport(adminUsers.exportCsv, 'users', ({ query }) => exportUsers(query)),
]
