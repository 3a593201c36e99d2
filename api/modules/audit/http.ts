import { audit } from '#contract/audit'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { exportAudit, listAudit, listAuditNames } from './listing.ts'

/** Reads the audit log, which cannot be changed. */
export const auditAdmin = () => [
  serve(audit.list, ({ query }) => listAudit(query)),
  serve(audit.names, listAuditNames),
  serveExport(audit.exportCsv, 'audit-log', ({ query }) => exportAudit(query)),
]
