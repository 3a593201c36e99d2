const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day such as `2026-11-22`, or the day of a moment in UTC, in a sentence: `November 22, 2026`. */
export const writeDay = (day: string | Date): string => written.format(new Date(day))
