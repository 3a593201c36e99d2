import { actorOf } from '#common/actor'
import { adminUsers } from '#contract/admin-users'
import { serveExport } from '#http/export/serve-export'
import { assertMay } from '#http/pipeline/guard'
import { serve } from '#http/pipeline/serve'
import { readDeletionFacts } from './deletion-facts.ts'
import {
  changeUser,
  changeUsers,
  deleteUser,
  exportUsers,
  listUsers,
  readUser,
  unlockUser,
} from './service.ts'

/** Investors, as administrators manage them. */
export const userAdmin = () => [
  serve(adminUsers.list, ({ query, caller }) => listUsers(query, caller.adminRoles)),
  serve(adminUsers.read, async ({ params }) => ({ user: await readUser(params.id) })),
  serve(adminUsers.setStatus, async (call) => ({
    user: await changeUser(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminUsers.setVerification, async (call) => ({
    user: await changeUser(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminUsers.unlock, async (call) => {
    await unlockUser(call.params.id, actorOf(call))
    return { success: true as const }
  }),
  serve(adminUsers.bulk, (call) => {
    if (call.body.is_verified !== undefined) assertMay(call.caller, 'verify_by_hand')
    return changeUsers(call.body, actorOf(call))
  }),
  serve(adminUsers.remove, async (call) => {
    await deleteUser(call.params.id, actorOf(call))
    return { success: true as const }
  }),
  serve(adminUsers.deletion, async ({ params }) => ({ deletion: await readDeletionFacts(params.id) })),
  serveExport(adminUsers.exportCsv, 'users', ({ query }) => exportUsers(query)),
]
