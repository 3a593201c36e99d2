import { toActor } from '#common/audit-actor'
import { adminEmails } from '#contract/messaging/admin-emails'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { exportEmails, listEmails, resendEmail } from './admin-emails.ts'

/** The emails of this installation. */
export const emailAdmin = () => [
  serveEndpoint(adminEmails.list, ({ query }) => listEmails(query)),
  serveExport(adminEmails.exportCsv, 'mails', ({ query }) => exportEmails(query)),
  serveEndpoint(adminEmails.resend, async (call) => ({
    mail: await resendEmail(call.params.id, toActor(call)),
  })),
]
