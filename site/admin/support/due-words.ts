/** A due time in words. Pure. */

const MINUTE = 60_000

/** A length of time in words: its two largest parts, rounded down; "1 min" at least. */
export function lengthWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 || days > 6 ? `${days} d` : `${days} d ${hours % 24} h`
}

export interface DueWords {
  text: string
  tone: 'neutral' | 'warn' | 'loss'
}

/** Less than this is left: it is marked. */
const SOON = 60 * MINUTE

/** How much time is left until an instant, or since when it is overdue. */
export function dueWords(due: string, now: number = Date.now()): DueWords {
  const left = Date.parse(due) - now
  if (left < 0) return { text: `Overdue by ${lengthWords(-left)}`, tone: 'loss' }
  // Begun minutes count: what was given two days has 2 d left a moment later.
  return {
    text: `${lengthWords(Math.ceil(left / MINUTE) * MINUTE)} left`,
    tone: left < SOON ? 'warn' : 'neutral',
  }
}
