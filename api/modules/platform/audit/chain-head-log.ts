/**
 * Writes the head of the audit log into the log stream, which is collected elsewhere. A recorded head later proves that
 * entries were removed from the end, or that the whole log was rebuilt.
 */
import type { Logger } from '#common/logger'

interface Head {
  id: number
  hash: string
}

/** Minimum time between two lines, in milliseconds. */
const PAUSE_MS = 5_000

/**
 * Creates the head log of one process: writes the first head at once, then the newest one every few seconds, and the
 * last on close.
 */
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
      // Notifications of commits may arrive out of order.
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
