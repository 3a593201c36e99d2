import { atom, type ReadableAtom } from 'nanostores'

export interface ToastLink {
  label: string
  /** A query of the panel. */
  to: string
}

/** The result of a change. */
export interface Toast {
  kind: 'success' | 'warning' | 'error'
  message: string
  /** The reason for a failure, if there is more to say. */
  reason?: string | undefined
  /** Where the change can be seen. */
  link?: ToastLink | undefined
  /** Undoes the change; offered as long as the message is shown. */
  undo?: (() => Promise<void>) | undefined
}

/** Milliseconds for which a success message is shown, unless its section sets another time. */
const SUCCESS_MS = 5_000
/** Milliseconds during which a change can be undone or a link followed. */
const OFFER_MS = 10_000

export interface ToastStore {
  /** The result of the last change. A success is cleared after a while; a failure stays until the next change. */
  $outcome: ReadableAtom<Toast | undefined>
  /** With a link to what was changed, the message is shown for ten seconds. */
  succeed: (message: string, link?: ToastLink) => void
  /** A success that can be undone for ten seconds: `undo` sends the reverse change. */
  succeedUndoable: (message: string, undo: () => Promise<void>) => void
  /** A success that stays until the next change. */
  stand: (message: string) => void
  /** A partial success; stays like a failure. */
  warn: (message: string, reason?: string) => void
  fail: (message: string, reason?: string) => void
  clear: () => void
}

/** The toasts of one section. */
export function createToastStore(milliseconds: number = SUCCESS_MS): ToastStore {
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
    succeed: (message, link) => {
      put({ kind: 'success', message, link })
      timer = setTimeout(clear, link ? OFFER_MS : milliseconds)
    },
    succeedUndoable: (message, undo) => {
      put({ kind: 'success', message, undo })
      timer = setTimeout(clear, OFFER_MS)
    },
    stand,
    warn: (message, reason) => put({ kind: 'warning', message, reason }),
    fail: (message, reason) => put({ kind: 'error', message, reason }),
    clear,
  }
}
