/** Times of day with the name of their zone. Apart from the other formats: public pages do not need them. */
import { ownZone } from './reader.ts'

const LOCALE = 'en-US'

/** The reader's zone now: `UTC`, `GMT+1`, `EST`. */
export const nameZone = (now: Date = new Date(), timeZone: string | undefined = ownZone()): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** An instant as hours, minutes and seconds in the reader's zone, with its name: `09:05:03 UTC`. */
export function formatClock(instant: string, timeZone: string | undefined = ownZone()): string {
  return new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(instant))
}
