/** Days of the history, as `YYYY-MM-DD` in UTC, both included; an empty one leaves that end open. */
export interface DayRange {
  from: string
  to: string
}

/** The error of a range, and its field. */
export interface RangeFault {
  field: keyof DayRange
  text: string
}

/** The error of a range; undefined when it is valid. */
export const findRangeFault = ({ from, to }: DayRange): RangeFault | undefined =>
  from && to && from > to ? { field: 'to', text: 'The first day must not be after the last day' } : undefined

/**
 * The year of a moment, until that day, and up to two years before it, none before the account; in UTC like the days
 * of transactions. `since` is the first moment of the account.
 */
export function listYears(now: Date, since: string | undefined): { year: number; days: DayRange }[] {
  const today = now.toISOString().slice(0, 10)
  const first = since ? new Date(since).getUTCFullYear() : now.getUTCFullYear()
  return [0, 1, 2]
    .map((ago) => now.getUTCFullYear() - ago)
    .filter((year) => year >= first)
    .map((year) => ({
      year,
      days: { from: `${year}-01-01`, to: `${year}-12-31` < today ? `${year}-12-31` : today },
    }))
}
