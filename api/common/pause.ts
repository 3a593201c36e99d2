/** Long computations that leave time and memory to the requests of the same process. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of computing between two pauses. */
const WORK_MS = 6

/** Waits for other work of the process, when enough was computed since the last time. */
export type Pause = () => Promise<void> | void

/** Makes the function that is called often within a long computation. Throws once `signal` has ended it. */
export function createPause(signal?: AbortSignal): Pause {
  let since = performance.now()
  return () => {
    if (performance.now() - since < WORK_MS) return undefined
    signal?.throwIfAborted()
    return setImmediate().then(() => {
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
