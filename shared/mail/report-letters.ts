/** Mails that announce a report to administrators. */
import type { Letter } from './letter.ts'

interface Announced {
  name: string
  title: string
  period: string
  format: string
}

/** Without the file and without an address: nothing personal is mailed, and no mail names the panel's address. */
export const reportLetter = ({ name, title, period, format }: Announced): Letter => ({
  subject: `Report: ${title}, ${period}`,
  name,
  paragraphs: [
    `The report "${title}" for ${period} can be made now.`,
    `Sign in to the panel at its usual address, open Reports, choose "${title}" and these days, and save the ${format.toUpperCase()} file.`,
  ],
  notes: [
    'The file is not in this mail, because it names people. Each time it is saved is written to the audit log.',
  ],
})
