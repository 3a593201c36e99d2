let days: Intl.DateTimeFormat | undefined
let shortDays: Intl.DateTimeFormat | undefined
let moments: Intl.DateTimeFormat | undefined

/** A calendar day such as `2026-11-22`, or the UTC day of an instant, in a sentence: `November 22, 2026`. */
export function formatLongDate(day: string | Date): string {
  // Created on demand: creating one takes milliseconds, which every server start would otherwise pay.
  days ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return days.format(new Date(day))
}

/** The short form for tables: `Nov 22, 2026`. */
export function writeShortDay(day: string | Date): string {
  shortDays ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return shortDays.format(new Date(day))
}

/** A description with its record date, as in a sentence: `Distribution of $X, record date September 30, 2026: …`. */
export const formatRecordDates = (description: string): string =>
  description.replace(
    /(\brecord date )(\d{4}-\d{2}-\d{2})(?=$|:)/,
    (_, before: string, day: string) => before + formatLongDate(day),
  )

/** An instant in a sentence, in UTC: `November 22, 2026 at 09:30 UTC`. */
export function formatLongDateTime(at: Date): string {
  moments ??= new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return `${moments.format(at)} UTC`
}
