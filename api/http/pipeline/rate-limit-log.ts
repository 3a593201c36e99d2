/**
 * Log lines for calls over a limit. One line per call would let a single caller fill the disk: a network's first call
 * is written immediately, the others of the same minute are counted and written as one line at its end.
 */

import { getCallerNetwork } from '#common/client-network'
import type { Logger } from '#common/logger'

const WINDOW_MS = 60_000
/** Networks counted individually at once; any beyond share one line. */
const MAX_NETWORKS = 1_000
const OTHERS = 'others'

interface RejectedCall {
  address: string
  [fact: string]: unknown
}

interface Window {
  startedAt: number
  /** Calls after the first. */
  more: number
}

export interface RejectionLog {
  /** Writes or counts a call over a limit; `message` is what its caller got. */
  write(call: RejectedCall, message: string): void
  /** Writes the counts so far. */
  close(): void
}

/** Creates the log for one instance. */
export function createRejectionLog(log: Logger, windowMs = WINDOW_MS): RejectionLog {
  const windows = new Map<string, Window>()

  function end(network: string, { startedAt, more }: Window): void {
    windows.delete(network)
    if (more === 0) return
    const seconds = Math.ceil((Date.now() - startedAt) / 1000)
    log.info({ code: 'rate_limited', network, count: more, seconds }, 'more calls were refused by a limit')
  }

  const timer = setInterval(() => {
    const started = Date.now() - windowMs
    for (const [network, window] of windows) if (window.startedAt <= started) end(network, window)
  }, windowMs / 10)
  timer.unref()

  return {
    write(call, message) {
      const own = getCallerNetwork(call.address)
      const network = windows.has(own) || windows.size < MAX_NETWORKS ? own : OTHERS
      const window = windows.get(network)
      if (window) {
        window.more += 1
        return
      }
      windows.set(network, { startedAt: Date.now(), more: 0 })
      log.info(call, message)
    },
    close() {
      clearInterval(timer)
      for (const [network, window] of windows) end(network, window)
    },
  }
}
