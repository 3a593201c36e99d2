/** Calendar days as text (`2026-11-22`), counted in UTC: a day has no time and no time zone. */

export type Day = string

const DAY_MS = 86_400_000

function time(day: Day): number {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !new Date(at || 0).toISOString().startsWith(day)) {
    throw new RangeError(`Expected a day that exists, such as 2026-11-22, not ${day}.`)
  }
  return at
}

/** The day of an instant, given as a date or in milliseconds since 1970. */
export const toDay = (at: number | Date): Day => new Date(at).toISOString().slice(0, 10)

export const getToday = (): Day => toDay(Date.now())

/** Days from one day to another; negative if `to` is earlier. Throws a RangeError for a day that does not exist. */
export const daysBetween = (from: Day, to: Day): number => (time(to) - time(from)) / DAY_MS

/** The range of `YYYY-MM-DD`: the database has no year zero. */
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T00:00:00Z')

/** The day so many days later, or earlier for a negative number, limited to the first and last possible day. */
export const addDays = (day: Day, days: number): Day =>
  toDay(Math.min(Math.max(time(day) + days * DAY_MS, FIRST), LAST))

/** The same day some months earlier, or the end of that month if it is shorter: 31 May less 3 months is 28 February. */
export function subtractMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = toDay(time(day)).split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0))
  return toDay(
    Date.UTC(
      lastOfMonth.getUTCFullYear(),
      lastOfMonth.getUTCMonth(),
      Math.min(date, lastOfMonth.getUTCDate()),
    ),
  )
}

/** The last day of the previous year. */
export const getPreviousYearEnd = (day: Day): Day => `${Number(toDay(time(day)).slice(0, 4)) - 1}-12-31`
