import { audit } from '#contract/audit'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { exportAudit, listAudit, listAuditNames } from './listing.ts'

/** Reading the audit log; nothing of it can be changed. */
export const auditAdmin = () => [
  serve(audit.list, ({ query }) => listAudit(query)),
  serve(audit.names, listAuditNames),
  serveExport(audit.exportCsv, 'audit-log', ({ query }) => exportAudit(query)),
]
