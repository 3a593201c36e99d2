import { useEffect } from 'react'
import type { AdminEventName } from '#contract/platform/admin-events'
import { onAdminEvent } from '#core/events/admin-event-stream'

/** Milliseconds between two fetches, so that a series of changes, such as an import, is fetched together. */
const PAUSE_MS = 1_000

/**
 * Refetches the data on screen when the server announces one of the topics: immediately, and then at most once per
 * interval.
 */
export function useRefetchOnEvents(topics: readonly AdminEventName[], refresh: () => unknown): void {
  const names = topics.join()
  useEffect(() => {
    if (names === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    const fetchAgain = () => {
      isDue = false
      refresh()
      timer = setTimeout(() => {
        timer = undefined
        if (isDue) fetchAgain()
      }, PAUSE_MS)
    }
    const stop = onAdminEvent(names.split(',') as AdminEventName[], () => {
      if (timer === undefined) fetchAgain()
      else isDue = true
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [names, refresh])
}
