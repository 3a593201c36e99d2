/**
 * Limits how much work runs, how much is queued and for how long, fairly between networks. The slots are shared by all
 * callers, whereas a semaphore of `#common/caller-semaphore` has slots for each caller.
 */
import { createFairQueue } from './fair-queue.ts'

export interface FairSemaphoreOptions {
  /** Work that runs at the same time. */
  slots: number
  /** Entries waiting for a slot. Above this, the newest entry of the largest network is rejected. */
  queue: number
  /** Maximum number of waiting entries of one caller. */
  queuePerCaller: number
  /** Longest wait in milliseconds. */
  waitMs: number
  /** The error of a rejected entry. */
  rejection: () => Error
}

/** Works with the same key exclude each other. */
type Key = string | symbol

interface Waiting {
  path: readonly string[]
  key: Key
  enter: () => void
  rejection: () => void
  timer: ReturnType<typeof setTimeout>
}

/** The caller and the subject of some work. */
export interface SemaphoreClaim {
  /** The networks of the caller, widest first, down to the one that identifies the caller. */
  networks: readonly string[]
  /** The subject of the work, if a caller may run only one piece of work about it at a time. */
  about?: string
}

/** Creates a function that runs `work` when a slot is free and it is the turn of its network. */
export function createFairSemaphore({
  slots,
  queue,
  queuePerCaller,
  waitMs,
  rejection,
}: FairSemaphoreOptions) {
  let working = 0
  const waiting = createFairQueue<Waiting>()
  /** The work in progress, by caller and subject. */
  const busy = new Set<Key>()
  const isFree = ({ key }: { key: Key }): boolean => !busy.has(key)

  function begin(key: Key): void {
    working += 1
    busy.add(key)
  }

  /** Gives the free slots to waiting entries. */
  function admit(): void {
    while (working < slots) {
      const next = waiting.take(isFree)
      if (!next) return
      clearTimeout(next.timer)
      begin(next.key)
      next.enter()
    }
  }

  function wait(networks: readonly string[], key: Key): Promise<void> {
    if (waiting.count(networks) >= queuePerCaller) throw rejection()
    return new Promise<void>((resolve, reject) => {
      const fail = () => reject(rejection())
      const entry: Waiting = {
        path: networks,
        key,
        enter: resolve,
        rejection: fail,
        timer: setTimeout(() => {
          waiting.remove(entry)
          fail()
        }, waitMs),
      }
      waiting.add(entry)
      if (waiting.count([]) <= queue) return
      const excess = waiting.takeFromLargest()
      clearTimeout(excess?.timer)
      excess?.rejection()
    })
  }

  function enter(networks: readonly string[], key: Key): Promise<void> | void {
    // A free slot means that no waiting entry may go yet: none is overtaken.
    if (working < slots && isFree({ key })) begin(key)
    else return wait(networks, key)
  }

  /**
   * Runs `work` in a slot and then `finish` without one; until that has ended, its caller starts no other work on the
   * same subject.
   */
  async function run<T>(
    { networks, about }: SemaphoreClaim,
    work: () => Promise<T>,
    finish?: (result: T) => Promise<void>,
  ): Promise<T> {
    const key = about === undefined ? Symbol(networks.at(-1)) : `${networks.at(-1)} ${about}`
    await enter(networks, key)
    try {
      const result = await workInSlot(work)
      await finish?.(result)
      return result
    } finally {
      busy.delete(key)
      admit()
    }
  }

  async function workInSlot<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      working -= 1
      admit()
    }
  }

  /** How much is running and queued now. */
  const load = () => ({ working, waiting: waiting.count([]) })
  return Object.assign(run, { load })
}
