/** Bounded work: so many at once, so many waiting for so long, and no more. */

export interface GateOptions {
  /** At work at the same time. */
  places: number
  /** Waiting for a place. */
  queue: number
  /** Longest wait in milliseconds. */
  waitMs: number
  /** What somebody who found no place is refused with. */
  refuse: () => Error
}

interface Waiting {
  enter: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Makes a function that runs `work` when there is a place for it, first come first served. */
export function createGate({ places, queue, waitMs, refuse }: GateOptions) {
  let working = 0
  const waiting: Waiting[] = []

  function enter(): Promise<void> | void {
    if (working < places) {
      working += 1
      return
    }
    if (waiting.length >= queue) throw refuse()
    return new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        enter: resolve,
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(refuse())
        }, waitMs),
      }
      waiting.push(entry)
    })
  }

  /** Hands the place on, so that nobody who comes just now gets it before those who wait. */
  function leave(): void {
    const next = waiting.shift()
    if (!next) {
      working -= 1
      return
    }
    clearTimeout(next.timer)
    next.enter()
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
  /** How many are at work and how many wait, at this moment. */
  const load = () => ({ working, waiting: waiting.length })
  return Object.assign(run, { load })
}
