/**
 * `npm run mail`: the pending emails, from the machine's terminal; without a mail server, the way to get their links.
 */
import { provideServices } from '#common/service-container'
import { findPendingEmail, listPendingEmails } from '#modules/messaging/email/pending-emails'
import { UNREADABLE } from '#modules/messaging/email/sealed-content'
import { mailKeys } from '#secrets'
import { loadConfig, withDatabase } from './command-database.ts'
import { CommandError, runMain } from './terminal-output.ts'

const usage = `Pending emails

  npm run mail            list pending emails, newest first
  npm run mail show <id>  show an email, including its link

Emails are listed until sent or until their link expires; their content is then erased.`

async function list(): Promise<void> {
  const rows = await withDatabase(listPendingEmails)
  for (const { id, created_at, status, recipient, subject, last_error } of rows) {
    const reason = last_error ? `  (${status}: ${last_error})` : ''
    console.log(`${String(id).padStart(6)}  ${created_at.toISOString()}  ${recipient}  ${subject}${reason}`)
  }
  console.log(rows.length === 0 ? 'No pending emails.' : 'Run npm run mail show <id> to show an email.')
}

async function show(id: number): Promise<void> {
  provideServices({ mailKeys: await mailKeys(loadConfig()) })
  const mail = await withDatabase(() => findPendingEmail(id))
  if (!mail) throw new CommandError(`No pending email with id ${id}.`)
  if (!mail.content) throw new CommandError(`Email ${id} cannot be shown. ${UNREADABLE}`)
  console.log(`To: ${mail.recipient}\nSubject: ${mail.subject}\n\n${mail.content.body}`)
}

await runMain(async () => {
  const [command = 'list', id = ''] = process.argv.slice(2)
  if (command === 'list') await list()
  else if (command === 'show' && /^[1-9]\d{0,8}$/.test(id)) await show(Number(id))
  else {
    console.log(usage)
    return command === 'help' ? 0 : 1
  }
  return 0
})
