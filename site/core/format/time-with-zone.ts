/** Times of day with their zone name, kept apart from the other formats because public pages do not need them. */
import { getReaderTimeZone, writeTime } from './reader-format.ts'

const LOCALE = 'en-US'

/** The reader's current zone: `UTC`, `GMT+1`, `EST`. */
export const getTimeZoneName = (
  now: Date = new Date(),
  timeZone: string | undefined = getReaderTimeZone(),
): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** An instant as hours, minutes and seconds in the reader's zone: `09:05:03 UTC`. */
export const formatTime = (instant: string, timeZone: string | undefined = getReaderTimeZone()): string =>
  writeTime(
    instant,
    new Intl.DateTimeFormat(LOCALE, {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    }).format,
  )

/** An instant as day and time in the reader's zone, with the year if it is not this year. */
export const formatDateTimeWithZone = (
  instant: string,
  now: Date = new Date(),
  timeZone: string | undefined = getReaderTimeZone(),
): string =>
  writeTime(instant, (moment) => {
    const year = new Intl.DateTimeFormat(LOCALE, { timeZone, year: 'numeric' })
    const isOtherYear = year.format(moment) !== year.format(now)
    return new Intl.DateTimeFormat(LOCALE, {
      timeZone,
      ...(isOtherYear && { year: 'numeric' }),
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(moment)
  })
