import { formatDateTime } from './format.ts'
import { getReaderTimeZone, writeTime } from './reader-format.ts'

/**
 * An instant in the reader's zone like `formatDateTime`, with the year if it is not this year. Kept apart from the
 * other formats to save space on public pages.
 */
export function formatDateTimeWithYear(instant: string, now: Date = new Date()): string {
  const moment = new Date(instant)
  if (moment.getFullYear() === now.getFullYear()) return formatDateTime(instant, now)
  return formatFullDateTime(instant)
}

/** An instant as date, year and time in the reader's zone: `Oct 30, 2026, 14:05 UTC`. */
export const formatFullDateTime = (
  instant: string,
  timeZone: string | undefined = getReaderTimeZone(),
): string =>
  writeTime(instant, (moment) =>
    moment
      .toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23', timeZone })
      // Seconds, which besides the zone only the long style has.
      .replace(/:\d\d(?= \S+$)/, ''),
  )

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date, or the UTC day of an instant, in short form: `Oct 30, 2026`. */
export const formatDay = (instant: string): string => writeTime(instant, days.format)
