/** Semaphores by name: of one caller only so many calls run at once, and others do not wait for them. */
import type { Problem } from '#contract/problem'
import { withDeadline } from './deadline.ts'

interface SemaphoreOptions {
  /** Calls of one caller that run at once. Read at each call: the database may be connected later. */
  places: () => number
  /** Calls of one caller that wait for the others to finish, first in, first out. */
  queue: number
  /** The error of a call that finds the queue full. */
  rejection: () => Problem
}

export interface Semaphore {
  /**
   * Takes a slot: at once where one is free, else after earlier calls have finished. Free it with {@link
   * Semaphore.leave}. Throws the error of `rejection` when the queue is full, and `unavailable` after `limit`
   * milliseconds; no slot is taken then.
   */
  enter(caller: string, limit: number): void | Promise<void>
  /** Frees a slot. */
  leave(caller: string): void
  /** Runs `work` in a slot. Throws as {@link Semaphore.enter} does, and the errors of `work`. */
  run<T>(caller: string, limit: number, work: () => Promise<T>): Promise<T>
  /** How many callers have calls here, how many calls run and how many wait. */
  load(): { callers: number; running: number; waiting: number }
}

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Makes semaphores that share their options. A caller without calls takes no memory. */
export function createSemaphore({ places, queue, rejection }: SemaphoreOptions): Semaphore {
  const lines = new Map<string, Line>()

  async function wait(caller: string, { waiting }: Line, limit: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    try {
      await withDeadline(promise, limit)
    } catch (error) {
      const at = waiting.indexOf(resolve)
      // The slot became free just as the wait ended: it goes to the next call.
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
    // The slot is passed on, so that a new call does not overtake the waiting ones.
    if (next) next()
    else if (line.running > 1) line.running -= 1
    else lines.delete(caller)
  }

  async function runWaited<T>(caller: string, entering: Promise<void>, work: () => Promise<T>): Promise<T> {
    await entering
    return runInPlace(caller, work)
  }

  function runInPlace<T>(caller: string, work: () => Promise<T>): Promise<T> {
    // `async`, so that work which throws before its first await gives its slot back too.
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
