/** Emails for notifications that also appear under the bell. */
import { type EmailContent, PAYMENT_ACCOUNT_NOTE } from './render-email.ts'

interface Reader {
  name: string
  choice: NonNullable<EmailContent['choice']>
}

export type Entry = NonNullable<EmailContent['entries']>[number]

/** Maximum entries of a digest; any beyond are counted. */
const ENTRIES_MAX = 50

/** Whether the text was written by an administrator. */
interface Origin {
  isManual?: boolean
}

const notesFor = ({ isManual }: Origin): string[] => (isManual ? [PAYMENT_ACCOUNT_NOTE] : [])

/** One notification, emailed immediately. */
export const notificationEmail = ({
  name,
  choice,
  title,
  message,
  url,
  ...origin
}: Reader & Entry & Origin): EmailContent => ({
  subject: title,
  name,
  paragraphs: [message],
  action: { label: 'View', url },
  notes: notesFor(origin),
  choice,
})

/** What happened since the previous morning. `url` is the page that lists everything. */
export const digestEmail = ({
  name,
  choice,
  entries,
  url,
  ...origin
}: Reader & Origin & { entries: Entry[]; url: string }): EmailContent => {
  const more = entries.length - ENTRIES_MAX
  return {
    subject: entries.length === 1 ? '1 notification' : `${entries.length} notifications`,
    name,
    paragraphs: ['Activity in your account since your last summary.'],
    entries: entries.slice(0, ENTRIES_MAX),
    action: { label: 'Go to the dashboard', url },
    notes: [...(more > 0 ? [`${more} more in your notifications.`] : []), ...notesFor(origin)],
    choice,
  }
}
