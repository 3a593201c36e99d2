/** Long computations that leave time and memory to the requests of the same process. */
import { setImmediate, setTimeout } from 'node:timers/promises'

/** Milliseconds of computing between two pauses. */
const WORK_MS = 6
/** Most of them that count for a rest: what lasted longer was idle in between. */
const WORK_MOST_MS = 50

/** Waits for other work of the process, when enough was computed since the last time. */
export type Pause = () => Promise<void> | void

interface PauseOptions {
  /** Ends the computation. */
  signal?: AbortSignal
  /** A pause lasts as many times as long as the work before it; 0 is as long as other work waits. */
  rest?: number
}

/**
 * Makes the function that is called often within a long computation. Throws once `signal` has ended it. Work that
 * nobody waits for should rest: on a busy machine a process that computes without a break is the last to get a core.
 */
export function createPause({ signal, rest = 0 }: PauseOptions = {}): Pause {
  let since = performance.now()
  return () => {
    const worked = performance.now() - since
    if (worked < WORK_MS) return undefined
    signal?.throwIfAborted()
    return (rest > 0 ? setTimeout(Math.min(worked, WORK_MOST_MS) * rest) : setImmediate()).then(() => {
      since = performance.now()
    })
  }
}

/** Bytes of garbage after which memory is freed. */
const SWEEP_BYTES = 24 * 1024 * 1024

/** Takes the bytes that were used and are garbage now. */
export type Sweep = (bytes: number) => void

/**
 * Makes the function that is told how many bytes were used and are garbage now. The collector alone would let a process
 * with large arrays grow by hundreds of megabytes before it runs.
 */
export function createSweep(): Sweep {
  let garbage = 0
  return (bytes) => {
    garbage += bytes
    if (garbage < SWEEP_BYTES) return
    garbage = 0
    Bun.gc(true)
  }
}
