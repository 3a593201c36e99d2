/** Why units are in no snapshot yet, and from when on they are: the same sentence from the server and on screen. */
import { addDays, type Day } from '#shared/asset/calendar'
import { writeDay } from '#shared/written-day'

interface Newest {
  /** The day of the newest snapshot. */
  snapshot: Day
  today: Day
  /** Whether units are held now. */
  isHolder: boolean
}

/** Says why the newest snapshot counts no units of an investor. It is no failure of the proof. */
export function explainNotCounted({ snapshot, today, isHolder }: Newest): string {
  if (!isHolder) return `You held no units at the time of the newest snapshot, ${snapshot}.`
  const next = snapshot < today ? today : addDays(today, 1)
  return `Your units were recorded after the latest snapshot, of ${writeDay(snapshot)}. The next daily snapshot is taken on ${writeDay(next)} after 00:05 UTC and includes them.`
}
