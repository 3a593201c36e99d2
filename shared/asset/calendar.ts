/** Calendar days as text (`2026-11-22`), counted in UTC: a day has no time and no zone. */

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
export const dayOf = (at: number | Date): Day => new Date(at).toISOString().slice(0, 10)

export const today = (): Day => dayOf(Date.now())

/** Days from one day to another; negative when `to` is earlier. Throws a RangeError for a day that does not exist. */
export const daysBetween = (from: Day, to: Day): number => (time(to) - time(from)) / DAY_MS

/** What `YYYY-MM-DD` can say: the year zero is no year of the database. */
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T00:00:00Z')

/** The day so many days later, or earlier for a negative number; the first or the last possible day beyond those. */
export const addDays = (day: Day, days: number): Day =>
  dayOf(Math.min(Math.max(time(day) + days * DAY_MS, FIRST), LAST))

/** The same day some months earlier, or the last of that month when it is shorter: 31 May less 3 months is 28 February. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = dayOf(time(day)).split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0))
  return dayOf(
    Date.UTC(
      lastOfMonth.getUTCFullYear(),
      lastOfMonth.getUTCMonth(),
      Math.min(date, lastOfMonth.getUTCDate()),
    ),
  )
}

/** The last day of the year before. */
export const endOfYearBefore = (day: Day): Day => `${Number(dayOf(time(day)).slice(0, 4)) - 1}-12-31`
