import { formatMoment } from './format.ts'
import { ownZone, writeTime } from './reader.ts'

/**
 * An instant in the reader's zone like `formatMoment`, with the year when it was not this year. Apart from the other
 * formats: public pages have no room for it.
 */
export function formatDatedMoment(instant: string, now: Date = new Date()): string {
  const moment = new Date(instant)
  if (moment.getFullYear() === now.getFullYear()) return formatMoment(instant, now)
  return formatFullMoment(instant)
}

/** An instant in the reader's zone as date, with the year, and time of day: `Oct 30, 2026, 14:05 UTC`. */
export const formatFullMoment = (instant: string, timeZone: string | undefined = ownZone()): string =>
  writeTime(instant, (moment) =>
    moment
      .toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23', timeZone })
      // The seconds, which only the long style has besides the zone.
      .replace(/:\d\d(?= \S+$)/, ''),
  )

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date, or the day of an instant in UTC, where a long one has no room: `Oct 30, 2026`. */
export const formatDay = (instant: string): string => writeTime(instant, days.format)
