import { atom, type ReadableAtom } from 'nanostores'

/** How a change went. */
export interface Toast {
  kind: 'success' | 'warning' | 'error'
  message: string
  /** Why it failed, where there is more to say. */
  reason?: string | undefined
}

/** Milliseconds that a message of success stands, unless its section says otherwise. */
const SUCCESS_MS = 5_000

export interface OutcomeStore {
  /** How the last change went. A success clears by itself; a failure stands until the next change. */
  $outcome: ReadableAtom<Toast | undefined>
  succeed: (message: string) => void
  /** A success that is read for as long as it takes. */
  stand: (message: string) => void
  /** It was done, but not all of what was expected of it; stands like a failure. */
  warn: (message: string, reason?: string) => void
  fail: (message: string, reason?: string) => void
  clear: () => void
}

/** What is told of the changes made in one place. */
export function createToastStore(milliseconds: number = SUCCESS_MS): OutcomeStore {
  const $outcome = atom<Toast | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const put = (outcome: Toast | undefined) => {
    clearTimeout(timer)
    $outcome.set(outcome)
  }
  const clear = () => put(undefined)
  const stand = (message: string) => put({ kind: 'success', message })
  return {
    $outcome,
    succeed: (message) => {
      stand(message)
      timer = setTimeout(clear, milliseconds)
    },
    stand,
    warn: (message, reason) => put({ kind: 'warning', message, reason }),
    fail: (message, reason) => put({ kind: 'error', message, reason }),
    clear,
  }
}
