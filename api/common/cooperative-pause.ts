/** Long computations that leave time and memory for the requests of the same process. */
import { setImmediate, setTimeout } from 'node:timers/promises'

/** Milliseconds of computing between two pauses. */
const WORK_MS = 6
/** Upper bound of these milliseconds when calculating a rest: anything longer included idle time. */
const WORK_MOST_MS = 50

/** Yields to other work of the process after enough computing since the last pause. */
export type YieldToEventLoop = () => Promise<void> | void

interface PauseOptions {
  /** Aborts the computation. */
  signal?: AbortSignal
  /** A pause lasts this multiple of the preceding work; 0 yields only while other work is queued. */
  rest?: number
}

/**
 * Creates a function to call often within a long computation. It throws once `signal` is aborted. Background work
 * should rest: on a busy machine, a process that computes without a break is the last to get a core.
 */
export function createYield({ signal, rest = 0 }: PauseOptions = {}): YieldToEventLoop {
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

/** Takes the number of bytes that have become garbage. */
export type CollectGarbage = (bytes: number) => void

/**
 * Creates a function that is told how many used bytes have become garbage. Left to the collector alone, a process with
 * large arrays would grow by hundreds of megabytes before it runs.
 */
export function createGarbageCollector(): CollectGarbage {
  let garbage = 0
  return (bytes) => {
    garbage += bytes
    if (garbage < SWEEP_BYTES) return
    garbage = 0
    Bun.gc(true)
  }
}
