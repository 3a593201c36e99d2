/** `npm run mail`: the mails that wait, from the terminal of the machine; without a mail server, the way to their links. */
import { provide } from '#common/process-state'
import { UNREADABLE } from '#modules/mail/sealed-content'
import { findMail, listWaiting } from '#modules/mail/waiting'
import { mailKeys } from '#secrets'
import { runMain, StartError } from './progress.ts'
import { readStoreConfig, withStore } from './store.ts'

const usage = `Mails that wait

  npm run mail            lists them, newest first
  npm run mail show <id>  shows one, with its link

A mail is listed until it is sent or its link has ended: then its text is erased.`

async function list(): Promise<void> {
  const rows = await withStore(listWaiting)
  for (const { id, created_at, status, recipient, subject, last_error } of rows) {
    const reason = last_error ? `  (${status}: ${last_error})` : ''
    console.log(`${String(id).padStart(6)}  ${created_at.toISOString()}  ${recipient}  ${subject}${reason}`)
  }
  console.log(rows.length === 0 ? 'No mail waits.' : 'npm run mail show <id> shows one.')
}

async function show(id: number): Promise<void> {
  provide({ mailKeys: await mailKeys(readStoreConfig()) })
  const mail = await withStore(() => findMail(id))
  if (!mail) throw new StartError(`There is no mail ${id} that waits.`)
  if (!mail.content) throw new StartError(`Mail ${id} cannot be shown. ${UNREADABLE}`)
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
