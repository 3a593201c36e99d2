import { toActor } from '#common/audit-actor'
import { audit } from '#contract/platform/audit'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { exportAuditEntries, listAuditEntries, listAuditFilterValues } from './audit-list.ts'
import { getAuditChecks, startAuditCheck } from './chain-checks.ts'

/** Reads the audit log, which cannot be changed. */
export const auditAdmin = () => [
  serveEndpoint(audit.list, ({ query }) => listAuditEntries(query)),
  serveEndpoint(audit.listFilterValues, listAuditFilterValues),
  serveEndpoint(audit.getChainChecks, getAuditChecks),
  serveEndpoint(audit.startChainCheck, async (call) => ({ check: await startAuditCheck(toActor(call)) })),
  serveExport(audit.exportCsv, 'audit-log', ({ query }) => exportAuditEntries(query)),
]
