/** When a verification is to be decided: a number of business days (Monday to Friday, UTC) after it was submitted. */
const DAY_MS = 86_400_000

const isWeekend = (at: Date): boolean => at.getUTCDay() === 0 || at.getUTCDay() === 6

/** The instant `days` business days later, at the same time of day. The desk's queue counts in the same way. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY_MS)
    if (!isWeekend(at)) left -= 1
  }
  return at
}
