import { actorOf } from '#common/actor'
import { adminLoginRecords } from '#contract/admin-login-records'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { deleteLoginRecord, exportLoginRecords, listLoginRecords } from './service.ts'

/** The log of sign-ins. */
export const loginAdmin = () => [
  serve(adminLoginRecords.list, ({ query }) => listLoginRecords(query)),
  serve(adminLoginRecords.remove, async (call) => {
    await deleteLoginRecord(call.params.id, actorOf(call))
    return { success: true as const }
  }),
  serveExport(adminLoginRecords.exportCsv, 'logins', ({ query }) => exportLoginRecords(query)),
]
