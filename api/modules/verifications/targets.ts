/** When a verification is to be decided: so many business days (Monday to Friday, UTC) after it was submitted. */
const DAY_MS = 86_400_000

const isWeekend = (at: Date): boolean => at.getUTCDay() === 0 || at.getUTCDay() === 6

/** The instant that is `days` business days later, at the same time of day. The queue of the desk counts alike. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY_MS)
    if (!isWeekend(at)) left -= 1
  }
  return at
}
