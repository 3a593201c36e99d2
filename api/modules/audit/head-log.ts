/**
 * Writes the head of the audit log into the log stream, from where it is collected elsewhere: it shows later that
 * entries were taken from the end, or that the whole log was made anew.
 */
import type { Logger } from '#common/log'

interface Head {
  id: number
  hash: string
}

/** Least time between two lines, in milliseconds. */
const PAUSE_MS = 5_000

/** Makes the head log of one process: the first head at once, then the newest one every few seconds, and the last. */
export function createHeadLog(log: Logger, pauseMs = PAUSE_MS) {
  let newest: Head | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  function write(): void {
    if (!newest) return
    log.info({ audit_head: newest }, 'audit head')
    newest = undefined
  }

  return {
    note(head: Head): void {
      // Commits may be heard of in another order than they happened.
      if (!newest || head.id > newest.id) newest = head
      if (pause) return
      write()
      pause = setTimeout(() => {
        pause = undefined
        write()
      }, pauseMs)
      pause.unref()
    },
    close(): void {
      clearTimeout(pause)
      write()
    },
  }
}
