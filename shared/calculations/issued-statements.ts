/** Which past monthly statements a backdated change affects. */
import { addDays, type Day } from './calendar.ts'

/** Months as `2026-10`, both included. */
export interface Months {
  from: string
  through: string
}

const month = (day: Day): string => day.slice(0, 7)

/**
 * The months ended by `today` whose figures a valuation of `asOf` changes: until the next valuation on the day `next`,
 * or until now if there is none. Null if no month is affected.
 */
export function findIssuedStatements(asOf: Day, next: Day | undefined, today: Day): Months | null {
  const lastEnd = addDays(`${month(today)}-01`, -1)
  if (asOf > lastEnd) return null
  const isReplaced = next !== undefined && next <= lastEnd
  return { from: month(asOf), through: month(isReplaced ? addDays(next, -1) : lastEnd) }
}
