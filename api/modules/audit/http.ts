import { actorOf } from '#common/actor'
import { audit } from '#contract/audit'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { readChecks, startCheck } from './checks.ts'
import { exportAudit, listAudit, listAuditNames } from './listing.ts'

/** Reads the audit log, which cannot be changed. */
export const auditAdmin = () => [
  serve(audit.list, ({ query }) => listAudit(query)),
  serve(audit.names, listAuditNames),
  serve(audit.check, readChecks),
  serve(audit.verify, async (call) => ({ check: await startCheck(actorOf(call)) })),
  serveExport(audit.exportCsv, 'audit-log', ({ query }) => exportAudit(query)),
]
