/** Bounded work: so much at once, so many waiting for so long, fairly between the networks they come from. */
import { createFairQueue } from './fair-queue.ts'

export interface SemaphoreOptions {
  /** At work at the same time. */
  places: number
  /** Waiting for a place. When there are more, the largest crowd loses its last comer. */
  queue: number
  /** Waiting of one caller. */
  queuePerCaller: number
  /** Longest wait in milliseconds. */
  waitMs: number
  /** What somebody who found no place is refused with. */
  refuse: () => Error
}

/** What of a caller's work excludes what: equal ones do. */
type Key = string | symbol

interface Waiting {
  path: readonly string[]
  key: Key
  enter: () => void
  refuse: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Who wants to work, and on what. */
export interface Claim {
  /** The networks of the caller, widest first, down to the one that stands for the caller alone. */
  networks: readonly string[]
  /** What the work is about, if only one piece of work about it is to go on at a time for one caller. */
  about?: string
}

/** Makes a function that runs `work` when there is a place for it and a turn of its network. */
export function createSemaphore({ places, queue, queuePerCaller, waitMs, refuse }: SemaphoreOptions) {
  let working = 0
  const waiting = createFairQueue<Waiting>()
  /** What is being worked on, by caller and subject. */
  const busy = new Set<Key>()
  const isFree = ({ key }: { key: Key }): boolean => !busy.has(key)

  function begin(key: Key): void {
    working += 1
    busy.add(key)
  }

  /** Gives the free places to who waits. */
  function admit(): void {
    while (working < places) {
      const next = waiting.take(isFree)
      if (!next) return
      clearTimeout(next.timer)
      begin(next.key)
      next.enter()
    }
  }

  function wait(networks: readonly string[], key: Key): Promise<void> {
    if (waiting.count(networks) >= queuePerCaller) throw refuse()
    return new Promise<void>((resolve, reject) => {
      const fail = () => reject(refuse())
      const entry: Waiting = {
        path: networks,
        key,
        enter: resolve,
        refuse: fail,
        timer: setTimeout(() => {
          waiting.remove(entry)
          fail()
        }, waitMs),
      }
      waiting.add(entry)
      if (waiting.count([]) <= queue) return
      const excess = waiting.takeFromCrowd()
      clearTimeout(excess?.timer)
      excess?.refuse()
    })
  }

  function enter(networks: readonly string[], key: Key): Promise<void> | void {
    // A free place means that whoever waits may not go yet: nobody is overtaken.
    if (working < places && isFree({ key })) begin(key)
    else return wait(networks, key)
  }

  /**
   * Runs `work` in a place and then `finish` without one; until that has ended, its caller begins nothing else about
   * the same thing.
   */
  async function run<T>(
    { networks, about }: Claim,
    work: () => Promise<T>,
    finish?: (result: T) => Promise<void>,
  ): Promise<T> {
    const key = about === undefined ? Symbol(networks.at(-1)) : `${networks.at(-1)} ${about}`
    await enter(networks, key)
    try {
      const result = await workInPlace(work)
      await finish?.(result)
      return result
    } finally {
      busy.delete(key)
      admit()
    }
  }

  async function workInPlace<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      working -= 1
      admit()
    }
  }

  /** How many are at work and how many wait, at this moment. */
  const load = () => ({ working, waiting: waiting.count([]) })
  return Object.assign(run, { load })
}
