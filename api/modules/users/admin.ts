import { Elysia } from 'elysia'
import { adminUsers } from '#contract/admin-users'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
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

/** Investors, as administrators steer them. */
export const userAdmin = () =>
  new Elysia({ name: 'user-admin' })
    .use(serve(adminUsers.list, ({ query }) => listUsers(query)))
    .use(serve(adminUsers.read, async ({ params }) => ({ user: await readUser(params.id) })))
    .use(
      serve(adminUsers.setStatus, async (call) => ({
        user: await changeUser(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminUsers.setVerification, async (call) => ({
        user: await changeUser(call.params.id, call.body, actorOf(call)),
      })),
    )
    .use(
      serve(adminUsers.unlock, async (call) => {
        await unlockUser(call.params.id, actorOf(call))
        return { success: true as const }
      }),
    )
    .use(serve(adminUsers.bulk, (call) => changeUsers(call.body, actorOf(call))))
    .use(
      serve(adminUsers.remove, async (call) => {
        await deleteUser(call.params.id, actorOf(call))
        return { success: true as const }
      }),
    )
    .use(serve(adminUsers.deletion, async ({ params }) => ({ deletion: await readDeletionFacts(params.id) })))
    .use(serveExport(adminUsers.exportCsv, 'users', ({ query }) => exportUsers(query)))
