import { Elysia } from 'elysia'
import { audit } from '#contract/audit'
import { serve } from '#plugins/serve'
import { serveExport } from '#plugins/serve-export'
import { exportAudit, listAudit, listAuditNames } from './listing.ts'

/** Reading the audit log; nothing of it can be changed. */
export const auditAdmin = () =>
  new Elysia({ name: 'audit' })
    .use(serve(audit.list, ({ query }) => listAudit(query)))
    .use(serve(audit.names, listAuditNames))
    .use(serveExport(audit.exportCsv, 'audit-log', ({ query }) => exportAudit(query)))
