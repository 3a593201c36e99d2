/** Days of the history as `YYYY-MM-DD` in UTC, inclusive; an empty one leaves that end open. */
export interface DayRange {
  from: string
  to: string
}

/** The error of a range, and its field. */
export interface DayRangeError {
  field: keyof DayRange
  text: string
}

/** The error of a range; undefined if valid. `last` is the last day that it may contain. */
export function validateDayRange({ from, to }: DayRange, last?: string): DayRangeError | undefined {
  if (from && to && from > to) return { field: 'to', text: 'The end date must be on or after the start date' }
  const field = last && from > last ? 'from' : last && to > last ? 'to' : undefined
  return field && { field, text: 'The date cannot be after today (UTC)' }
}

/**
 * The current year up to this moment's day, and up to two previous years, none before the account existed; in UTC like
 * the days of transactions. `since` is when the account was created.
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
