import { getService } from '#common/service-container'
import { accountClosure, accountExport } from '#contract/people/account-export'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getClient } from '#modules/identity/session/request-client'
import { cancelClosure, explainObstacle, getClosure, requestClosure } from './account-closure.ts'
import { getExport, getExportFile, requestExport } from './data-export.ts'

/** The export of an investor's data, and the closing of the account. */
export const accountDataRoutes = () => [
  serveEndpoint(accountExport.request, async (call) => ({
    export: await requestExport(call.caller.id, getClient(call)),
  })),
  serveEndpoint(accountExport.get, async ({ caller }) => ({ export: await getExport(caller.id) })),
  serveExport(accountExport.download, 'your-data', ({ caller }) => getExportFile(caller.id)),
  serveEndpoint(accountClosure.get, async ({ caller }) => ({
    closure: await getClosure(caller.id),
    waits_days: getService('closureDays'),
    obstacle: await explainObstacle(caller.id),
  })),
  serveEndpoint(accountClosure.request, (call) =>
    requestClosure({ caller: call.caller, requestId: call.requestId, ...getClient(call) }, call.body),
  ),
  serveEndpoint(accountClosure.cancel, async ({ caller }) => {
    await cancelClosure(caller.id)
    return { success: true as const }
  }),
]
