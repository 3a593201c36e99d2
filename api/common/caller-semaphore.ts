/** Semaphores by name: each caller may run only a limited number of calls at once, without delaying other callers. */
import type { Problem } from '#contract/problem'
import { withDeadline } from './request-deadline.ts'

interface SemaphoreOptions {
  /** Concurrent calls per caller. Read at each call, because the database may be connected later. */
  places: () => number
  /** Maximum queued calls per caller, first in, first out. */
  queue: number
  /** The error for a call that finds the queue full. */
  rejection: () => Problem
}

export interface Semaphore {
  /**
   * Acquires a slot, immediately if one is free, otherwise after earlier calls have finished. Free it with {@link
   * Semaphore.leave}. Throws the error of `rejection` when the queue is full, and `unavailable` after `limit`
   * milliseconds; no slot is acquired in either case.
   */
  enter(caller: string, limit: number): void | Promise<void>
  /** Frees a slot. */
  leave(caller: string): void
  /** Runs `work` in a slot. Throws the errors of {@link Semaphore.enter} and of `work`. */
  run<T>(caller: string, limit: number, work: () => Promise<T>): Promise<T>
  /** Number of callers with calls here, and of running and queued calls. */
  load(): { callers: number; running: number; waiting: number }
}

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Creates semaphores that share their options. A caller without calls takes no memory. */
export function createSemaphore({ places, queue, rejection }: SemaphoreOptions): Semaphore {
  const lines = new Map<string, Line>()

  async function wait(caller: string, { waiting }: Line, limit: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    try {
      await withDeadline(promise, limit)
    } catch (error) {
      const at = waiting.indexOf(resolve)
      // The slot became free just as the wait timed out: it goes to the next call.
      if (at === -1) leave(caller)
      else waiting.splice(at, 1)
      throw error
    }
  }

  function enter(caller: string, limit: number): void | Promise<void> {
    const line = lines.get(caller)
    if (!line) {
      lines.set(caller, { running: 1, waiting: [] })
    } else if (line.running < places()) {
      line.running += 1
    } else {
      if (line.waiting.length >= queue) throw rejection()
      return wait(caller, line, limit)
    }
  }

  function leave(caller: string): void {
    const line = lines.get(caller)
    if (!line) return
    const next = line.waiting.shift()
    // The slot is passed on directly, so that a new call does not overtake queued ones.
    if (next) next()
    else if (line.running > 1) line.running -= 1
    else lines.delete(caller)
  }

  async function runWaited<T>(caller: string, entering: Promise<void>, work: () => Promise<T>): Promise<T> {
    await entering
    return runInPlace(caller, work)
  }

  function runInPlace<T>(caller: string, work: () => Promise<T>): Promise<T> {
    // `async`, so that work which throws before its first await also frees its slot.
    const running = (async () => work())()
    const finish = () => leave(caller)
    running.then(finish, finish)
    return running
  }

  return {
    enter,
    leave,
    run(caller, limit, work) {
      const entering = enter(caller, limit)
      return entering ? runWaited(caller, entering, work) : runInPlace(caller, work)
    },
    load() {
      const all = [...lines.values()]
      return {
        callers: all.length,
        running: all.reduce((sum, { running }) => sum + running, 0),
        waiting: all.reduce((sum, { waiting }) => sum + waiting.length, 0),
      }
    },
  }
}
