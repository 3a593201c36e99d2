/** The period in the name of a file. */

/** What a request for rows may say about days: a range, or one day. */
interface Days {
  from?: string
  to?: string
  on?: string
}

/**
 * `2026-01-01-to-2026-06-30`, or `2025` for a whole year; without any day the day on which the file is made.
 */
export function nameDays({ from, to, on }: Days, today: string): string {
  if (!from || !to) return on ?? (from ? `from-${from}` : to ? `to-${to}` : today)
  if (from === to) return from
  const year = from.slice(0, -'-01-01'.length)
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : `${from}-to-${to}`
}
