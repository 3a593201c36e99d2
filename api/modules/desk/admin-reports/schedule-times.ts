/** When a schedule sends, and which days it covers. Pure; all in UTC. */
import type { ReportFrequency } from '#shared/enums/reports'
import type { ReportRange } from './report.ts'

const DAY = 86_400_000
/** In the morning, when the previous day is complete everywhere. */
const HOUR = 6

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The start of the period that contains a day. */
function startOf(frequency: ReportFrequency, day: Date): number {
  const midnight = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())
  if (frequency === 'daily') return midnight
  if (frequency === 'monthly') return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)
  // Monday is the first day: 0 for Sunday becomes 6.
  return midnight - ((day.getUTCDay() + 6) % 7) * DAY
}

function nextStart(frequency: ReportFrequency, start: number): number {
  if (frequency === 'daily') return start + DAY
  if (frequency === 'weekly') return start + 7 * DAY
  const day = new Date(start)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)
}

/** The next time after `now` at which a schedule sends. */
export function getNextSendTime(frequency: ReportFrequency, now: Date): Date {
  const start = startOf(frequency, now)
  const today = start + HOUR * 3_600_000
  return new Date(today > now.getTime() ? today : nextStart(frequency, start) + HOUR * 3_600_000)
}

/** The last complete period at a time: the previous day, week or month. */
export function getPreviousPeriod(frequency: ReportFrequency, now: Date): ReportRange {
  const start = startOf(frequency, now)
  const last = start - DAY
  return { from: dayOf(startOf(frequency, new Date(last))), to: dayOf(last) }
}
