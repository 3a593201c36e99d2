/** Long computations that let the requests of the same process be answered meanwhile. */
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
