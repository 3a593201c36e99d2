import { type DateFormat, formatDate, formatMoment } from './format.ts'
import { ownZone } from './reader.ts'

/**
 * An instant in the reader's zone like `formatMoment`, with the year when it was not this year. Apart from the other
 * formats: public pages have no room for it.
 */
export function formatDatedMoment(instant: string, now: Date = new Date()): string {
  const moment = new Date(instant)
  if (moment.getFullYear() === now.getFullYear()) return formatMoment(instant, now)
  return formatFullMoment(instant)
}

/** An instant in the reader's zone as date, with the year, and time of day: `Oct 30, 2026, 14:05`. */
export const formatFullMoment = (instant: string): string =>
  new Date(instant).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: ownZone(),
  })

/** An instant in the site's date format with the time of day in UTC, for plain text: `10/30/2026 14:05 UTC`. */
export const formatUtcMoment = (instant: string, format: DateFormat): string =>
  `${formatDate(instant, format)} ${instant.slice(11, 16)} UTC`
