/** Why units are not in a snapshot yet, and when they will be: the same sentence from the server and on screen. */
import { addDays, type Day } from '#shared/calculations/calendar'
import { formatLongDate } from '#shared/format-date'

interface Newest {
  /** The day of the latest snapshot. */
  snapshot: Day
  today: Day
  /** Whether the investor holds units now. */
  isHolder: boolean
}

/** Why the latest snapshot includes no units of an investor. This is not a failure of the proof. */
export function describeUncounted({ snapshot, today, isHolder }: Newest): string {
  if (!isHolder) return `You held no units at the time of the latest snapshot, ${snapshot}.`
  const next = snapshot < today ? today : addDays(today, 1)
  return `Your units were recorded after the latest snapshot, of ${formatLongDate(snapshot)}. The next daily snapshot is taken on ${formatLongDate(next)} after 00:05 UTC and includes them.`
}
