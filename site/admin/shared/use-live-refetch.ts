import { useEffect } from 'react'
import type { PanelEventName } from '#contract/admin-events'
import { onPanelEvent } from '#core/live/admin-events'

/** Milliseconds between two fetches: many changes in a row, such as an import, are fetched together. */
const PAUSE_MS = 1_000

/**
 * Fetches the data on screen again when the server announces one of the topics: at once, and then at most once per
 * pause.
 */
export function useLiveRefetch(topics: readonly PanelEventName[], refresh: () => unknown): void {
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
    const stop = onPanelEvent(names.split(',') as PanelEventName[], () => {
      if (timer === undefined) fetchAgain()
      else isDue = true
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [names, refresh])
}
