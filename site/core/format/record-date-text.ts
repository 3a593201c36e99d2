import { formatCalendarDate } from './format.ts'

/**
 * Spells out the record date in a text from the server: `Distribution of $X, record date 2026-09-30: …` becomes
 * `September 30, 2026`.
 */
export const formatRecordDateText = (description: string): string =>
  description.replace(
    /(\brecord date )(\d{4}-\d{2}-\d{2})(?=$|:)/,
    (_, before: string, day: string) => before + formatCalendarDate(day),
  )
