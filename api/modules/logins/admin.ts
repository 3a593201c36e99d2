import { Elysia } from 'elysia'
import { adminLoginRecords } from '#contract/admin-login-records'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import { deleteLoginRecord, exportLoginRecords, listLoginRecords } from './service.ts'

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
    .use(serveExport(adminLoginRecords.exportCsv, 'logins', ({ query }) => exportLoginRecords(query)))
