import { Elysia } from 'elysia'
import { adminUsers } from '#contract/admin-users'
import { TOTAL_COUNT } from '#contract/call'
import { actorOf } from '#plugins/actor'
import { sendFileStream } from '#plugins/file-stream'
import { serve } from '#plugins/serve'
import { changeUser, changeUsers, deleteUser, exportUsers, listUsers, readUser } from './service.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

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
    .use(serve(adminUsers.bulk, (call) => changeUsers(call.body, actorOf(call))))
    .use(
      serve(adminUsers.remove, async (call) => {
        await deleteUser(call.params.id, actorOf(call))
        return { success: true as const }
      }),
    )
    .use(
      serve(adminUsers.exportCsv, async ({ query, log, requestId }) => {
        const { rows, chunks } = await exportUsers(query)
        return sendFileStream(
          {
            type: adminUsers.exportCsv.answer.raw,
            name: `users-${today()}.csv`,
            chunks,
            headers: { [TOTAL_COUNT]: String(rows) },
          },
          (error) => log.error({ err: error, request_id: requestId }, 'an export broke off'),
        )
      }),
    )
