import type { ReportFrontMatter } from './front-matter.ts'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** '2026-09-30' as 'September 30, 2026'. */
export function formatDate(date: string): string {
  return dateFormat.format(new Date(`${date}T00:00:00Z`))
}

/** The footer note of every page. */
export function getFooterNote({ type, illustrative }: ReportFrontMatter): string {
  if (illustrative) return 'Illustrative sample report'
  return type === 'audit' ? 'Audit report' : 'Compliance report'
}

/** The number of a finding or section, from 01. */
export const formatSectionNumber = (position: number) => String(position + 1).padStart(2, '0')
