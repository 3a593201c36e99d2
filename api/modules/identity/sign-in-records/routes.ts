import { toActor } from '#common/audit-actor'
import { adminSignInRecords } from '#contract/identity/admin-sign-in-records'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { deleteSignInRecord, exportSignInRecords, listSignInRecords } from './sign-in-records.ts'

/** The log of sign-ins. */
export const signInRecordAdmin = () => [
  serveEndpoint(adminSignInRecords.list, ({ query }) => listSignInRecords(query)),
  serveEndpoint(adminSignInRecords.delete, async (call) => {
    await deleteSignInRecord(call.params.id, toActor(call))
    return { success: true as const }
  }),
  serveExport(adminSignInRecords.exportCsv, 'logins', ({ query }) => exportSignInRecords(query)),
]
