/** Emails that announce a report to administrators. */
import type { EmailContent } from './render-email.ts'

interface Announced {
  name: string
  title: string
  period: string
  format: string
}

/** Without the file and without a link: no personal data is emailed, and no email names the panel's address. */
export const reportEmail = ({ name, title, period, format }: Announced): EmailContent => ({
  subject: `Report: ${title}, ${period}`,
  name,
  paragraphs: [
    `The ${title} report for ${period} is available.`,
    `Sign in to the panel, open Reports, select "${title}" and this period, and export the ${format.toUpperCase()} file.`,
  ],
  notes: ['The report contains personal data and is not attached. Each export is recorded in the audit log.'],
})
