import { Elysia } from 'elysia'
import { adminLoginRecords } from '#contract/admin-login-records'
import { TOTAL_COUNT } from '#contract/call'
import { actorOf } from '#plugins/actor'
import { sendFileStream } from '#plugins/file-stream'
import { serve } from '#plugins/serve'
import { deleteLoginRecord, exportLoginRecords, listLoginRecords } from './service.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** Who signed in, from where and with what. */
export const loginAdmin = () =>
  new Elysia({ name: 'login-admin' })
    .use(serve(adminLoginRecords.list, ({ query }) => listLoginRecords(query)))
    .use(
      serve(adminLoginRecords.remove, async (call) => {
        await deleteLoginRecord(call.params.id, actorOf(call))
        return { success: true as const }
      }),
    )
    .use(
      serve(adminLoginRecords.exportCsv, async ({ query, log, requestId }) => {
        const { rows, chunks } = await exportLoginRecords(query)
        return sendFileStream(
          {
            type: adminLoginRecords.exportCsv.answer.raw,
            name: `logins-${today()}.csv`,
            chunks,
            headers: { [TOTAL_COUNT]: String(rows) },
          },
          (error) => log.error({ err: error, request_id: requestId }, 'an export broke off'),
        )
      }),
    )
