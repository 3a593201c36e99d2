import type { FetcherStore } from '@nanostores/query'
import { onBrowserMount } from '#core/browser/browser-mount'

/**
 * What is first watched in a hidden tab is not asked for. This asks when the tab is looked at, or the place of the
 * answer would be held for ever.
 */
export function fetchWhenVisible($query: FetcherStore): void {
  onBrowserMount($query, () => {
    const ask = () => {
      const { data, error, loading } = $query.value ?? {}
      if (!document.hidden && data === undefined && !error && !loading) $query.revalidate()
    }
    window.addEventListener('visibilitychange', ask)
    return () => window.removeEventListener('visibilitychange', ask)
  })
}
