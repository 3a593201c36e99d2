/** Formats due times. Pure functions. */

const MINUTE = 60_000

/** A duration in words: its two largest parts, rounded down; at least "1 min". */
export function formatTimeSpan(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 || days > 6 ? `${days} d` : `${days} d ${hours % 24} h`
}

export interface DueTimeText {
  text: string
  tone: 'neutral' | 'warn' | 'loss'
}

/** Due times with less than this left are marked. */
const SOON = 60 * MINUTE

/** Time left until an instant, or how long it is overdue. */
export function formatDueTime(due: string, now: number = Date.now()): DueTimeText {
  const left = Date.parse(due) - now
  if (left < 0) return { text: `Overdue by ${formatTimeSpan(-left)}`, tone: 'loss' }
  // Started minutes count, so that a target of two days still shows 2 d a moment later.
  return {
    text: `${formatTimeSpan(Math.ceil(left / MINUTE) * MINUTE)} left`,
    tone: left < SOON ? 'warn' : 'neutral',
  }
}
