import type { FetcherStore } from '@nanostores/query'
import type { DataWithProvenance } from '#core/query/data-provenance'

/**
 * Refetches the store when prices change, once it holds real ones: only real prices are announced, and the event code
 * is loaded only then. Returns a function that unsubscribes.
 */
export function subscribeToPrices<Data>($store: FetcherStore<DataWithProvenance<Data>>): () => void {
  const unsubscribing = new AbortController()
  let isSubscribed = false
  const stop = $store.subscribe(({ data }) => {
    if (isSubscribed || data?.source !== 'live') return
    isSubscribed = true
    import('#core/events/internal/price-events')
      .then(({ refetch, onPriceChange }) => {
        if (unsubscribing.signal.aborted) return
        unsubscribing.signal.addEventListener(
          'abort',
          onPriceChange(() => refetch($store)),
        )
      })
      // Without the events, the store refetches at its interval.
      .catch(() => {})
  })
  return () => {
    stop()
    unsubscribing.abort()
  }
}
