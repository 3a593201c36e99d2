import { partOf } from '#common/process-state'
import { accountClosure, accountExport } from '#contract/account-data'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { clientOf } from '#modules/session/http-client'
import { cancelClosure, explainObstacle, readClosure, requestClosure } from './closure.ts'
import { readExport, readExportFile, requestExport } from './export.ts'

/** The export of an investor's data, and the closing of the account. */
export const accountDataRoutes = () => [
  serve(accountExport.request, async (call) => ({
    export: await requestExport(call.caller.id, clientOf(call)),
  })),
  serve(accountExport.read, async ({ caller }) => ({ export: await readExport(caller.id) })),
  serveExport(accountExport.download, 'your-data', ({ caller }) => readExportFile(caller.id)),
  serve(accountClosure.read, async ({ caller }) => ({
    closure: await readClosure(caller.id),
    waits_days: partOf('closureDays'),
    obstacle: await explainObstacle(caller.id),
  })),
  serve(accountClosure.request, (call) =>
    requestClosure({ caller: call.caller, requestId: call.requestId, ...clientOf(call) }, call.body),
  ),
  serve(accountClosure.cancel, async ({ caller }) => {
    await cancelClosure(caller.id)
    return { success: true as const }
  }),
]
