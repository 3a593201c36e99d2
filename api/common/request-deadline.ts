/**
 * A frozen database neither responds nor fails. Each request therefore has a deadline; one coarse timer serves all of
 * them, as a timer for each would cost more than the request.
 */
import { Problem } from '#contract/problem'

/**
 * In milliseconds. Including one tick, it stays well below the five seconds promised to callers, even on a busy
 * machine.
 */
const LIMIT_MS = 4_000
const TICK_MS = 100

/** Milliseconds of `limit` left for a request after `spent`: successive waits share one limit. */
export const getRemainingTime = (spent: number, limit: number = LIMIT_MS): number =>
  Math.max(0, limit - spent)

interface Waiting {
  expiresAt: number
  reject: (reason: Problem) => void
}

const waiting = new Set<Waiting>()
const ticker: { timer?: ReturnType<typeof setInterval> | undefined } = {}

function rejectExpired(): void {
  const now = performance.now()
  for (const entry of waiting) {
    if (entry.expiresAt > now) continue
    waiting.delete(entry)
    entry.reject(
      new Problem('unavailable', 'The service is busy. Please try again in a moment.', { retryAfter: 5 }),
    )
  }
  if (waiting.size === 0) {
    clearInterval(ticker.timer)
    ticker.timer = undefined
  }
}

/** Settles as `work` does, or rejects with `unavailable` when that takes longer than the limit. */
export function withDeadline<T>(work: Promise<T>, limit: number = LIMIT_MS): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const entry: Waiting = { expiresAt: performance.now() + limit, reject }
    waiting.add(entry)
    ticker.timer ??= setInterval(rejectExpired, TICK_MS)
    // Two plain callbacks: an extra promise per call took a tenth of the time of a signed-in read.
    work.then(
      (value) => {
        waiting.delete(entry)
        resolve(value)
      },
      (error: unknown) => {
        waiting.delete(entry)
        reject(error)
      },
    )
  })
}
