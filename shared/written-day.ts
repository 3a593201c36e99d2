const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day such as `2026-11-22` in a sentence: `November 22, 2026`. */
export const writeDay = (day: string): string => written.format(new Date(day))
