/** The period in a file name. */

/** The days a request for rows may name: a range or a single day. */
interface Days {
  from?: string
  to?: string
  on?: string
}

/** `2026-01-01-to-2026-06-30`, or `2025` for a whole year; without any day, the day on which the file is made. */
export function formatFilePeriod({ from, to, on }: Days, today: string): string {
  if (!from || !to) return on ?? (from ? `from-${from}` : to ? `to-${to}` : today)
  if (from === to) return from
  const year = from.slice(0, -'-01-01'.length)
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : `${from}-to-${to}`
}
