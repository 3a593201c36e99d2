/** Times of day with the name of their zone. Apart from the other formats: public pages do not need them. */
import { ownZone, writeTime } from './reader.ts'

const LOCALE = 'en-US'

/** The reader's zone now: `UTC`, `GMT+1`, `EST`. */
export const nameZone = (now: Date = new Date(), timeZone: string | undefined = ownZone()): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** An instant as hours, minutes and seconds in the reader's zone, with its name: `09:05:03 UTC`. */
export const formatClock = (instant: string, timeZone: string | undefined = ownZone()): string =>
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

/** An instant as day and time in the reader's zone, with the year when it is another one. */
export const formatDayAndTime = (
  instant: string,
  now: Date = new Date(),
  timeZone: string | undefined = ownZone(),
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
