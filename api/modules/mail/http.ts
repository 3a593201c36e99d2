import { actorOf } from '#common/actor'
import { adminMails } from '#contract/admin-mails'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { exportMails, listMails, retryMail } from './admin-service.ts'

/** The mails of this installation. */
export const mailAdmin = () => [
  serve(adminMails.list, ({ query }) => listMails(query)),
  serveExport(adminMails.exportCsv, 'mails', ({ query }) => exportMails(query)),
  serve(adminMails.retry, async (call) => ({ mail: await retryMail(call.params.id, actorOf(call)) })),
]
