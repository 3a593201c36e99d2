/** Mails of what is also under the bell. */
import type { Letter } from './letter.ts'

interface Reader {
  name: string
  choice: NonNullable<Letter['choice']>
}

export type Entry = NonNullable<Letter['entries']>[number]

/** Most entries of a digest; those beyond are counted. */
const ENTRIES_MAX = 50

/** One notification, mailed at once. */
export const notificationLetter = ({ name, choice, title, message, url }: Reader & Entry): Letter => ({
  subject: title,
  name,
  paragraphs: [message],
  action: { label: 'Open', url },
  choice,
})

/** What happened since the last morning. `url` is the page that lists all of it. */
export const digestLetter = ({
  name,
  choice,
  entries,
  url,
}: Reader & { entries: Entry[]; url: string }): Letter => {
  const more = entries.length - ENTRIES_MAX
  return {
    subject: entries.length === 1 ? '1 notification' : `${entries.length} notifications`,
    name,
    paragraphs: ['This happened in your account since the last mail of this kind.'],
    entries: entries.slice(0, ENTRIES_MAX),
    action: { label: 'Go to the dashboard', url },
    notes: more > 0 ? [`The bell shows ${more} more.`] : [],
    choice,
  }
}
