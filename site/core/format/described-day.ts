import { formatCalendarDate } from './format.ts'

/**
 * A text of the server with its record date as in other sentences: `Distribution of $X, record date 2026-09-30: …` names
 * `September 30, 2026`.
 */
export const describeWithDay = (description: string): string =>
  description.replace(
    /(\brecord date )(\d{4}-\d{2}-\d{2})(?=$|:)/,
    (_, before: string, day: string) => before + formatCalendarDate(day),
  )
