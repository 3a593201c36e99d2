import { Elysia } from 'elysia'
import { audit } from '#contract/audit'
import { TOTAL_COUNT } from '#contract/call'
import { sendFileStream } from '#plugins/file-stream'
import { serve } from '#plugins/serve'
import { exportAudit, listAudit, listAuditNames } from './listing.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** Reading the audit log; nothing of it can be changed. */
export const auditAdmin = () =>
  new Elysia({ name: 'audit' })
    .use(serve(audit.list, ({ query }) => listAudit(query)))
    .use(serve(audit.names, listAuditNames))
    .use(
      serve(audit.exportCsv, async ({ query, log, requestId }) => {
        const { rows, chunks } = await exportAudit(query)
        return sendFileStream(
          {
            type: audit.exportCsv.answer.raw,
            name: `audit-log-${today()}.csv`,
            chunks,
            headers: { [TOTAL_COUNT]: String(rows) },
          },
          (error) => log.error({ err: error, request_id: requestId }, 'an export broke off'),
        )
      }),
    )
