import type { FetcherStore } from '@nanostores/query'
import { onBrowserMount } from '#core/browser/browser-mount'

/**
 * A query first subscribed to in a hidden tab is not sent. This sends it when the tab becomes visible; otherwise the
 * loading state would last forever.
 */
export function fetchWhenVisible($query: FetcherStore): void {
  onBrowserMount($query, () => {
    const fetchIfVisible = () => {
      const { data, error, loading } = $query.value ?? {}
      if (!document.hidden && data === undefined && !error && !loading) $query.revalidate()
    }
    window.addEventListener('visibilitychange', fetchIfVisible)
    return () => window.removeEventListener('visibilitychange', fetchIfVisible)
  })
}
