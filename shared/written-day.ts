const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day such as `2026-11-22`, or the day of a moment in UTC, in a sentence: `November 22, 2026`. */
export const writeDay = (day: string | Date): string => written.format(new Date(day))

/** A description with its record date as in a sentence: `Distribution of $X, record date September 30, 2026: …`. */
export const writeRecordDate = (description: string): string =>
  description.replace(
    /(\brecord date )(\d{4}-\d{2}-\d{2})(?=$|:)/,
    (_, before: string, day: string) => before + writeDay(day),
  )

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** A moment in a sentence, in UTC: `November 22, 2026 at 09:30 UTC`. */
export const writeMoment = (at: Date): string => `${moment.format(at)} UTC`
