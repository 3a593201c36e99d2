let days: Intl.DateTimeFormat | undefined
let shortDays: Intl.DateTimeFormat | undefined
let moments: Intl.DateTimeFormat | undefined

/** A calendar day such as `2026-11-22`, or the day of a moment in UTC, in a sentence: `November 22, 2026`. */
export function writeDay(day: string | Date): string {
  // Made when it is needed: making one takes milliseconds, which every start of a server would pay.
  days ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return days.format(new Date(day))
}

/** The same in a table, where a long month has no room: `Nov 22, 2026`. */
export function writeShortDay(day: string | Date): string {
  shortDays ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return shortDays.format(new Date(day))
}

/** A description with its record date as in a sentence: `Distribution of $X, record date September 30, 2026: …`. */
export const writeRecordDate = (description: string): string =>
  description.replace(
    /(\brecord date )(\d{4}-\d{2}-\d{2})(?=$|:)/,
    (_, before: string, day: string) => before + writeDay(day),
  )

/** A moment in a sentence, in UTC: `November 22, 2026 at 09:30 UTC`. */
export function writeMoment(at: Date): string {
  moments ??= new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return `${moments.format(at)} UTC`
}
