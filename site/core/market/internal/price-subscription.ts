import type { FetcherStore } from '@nanostores/query'
import type { Sourced } from '#core/query/sourced'

/**
 * Refetches the store when prices have changed, once it holds real ones: only real prices are announced, and the
 * listening code is loaded only then. Returns the function that unsubscribes.
 */
export function subscribeToPrices<Data>($store: FetcherStore<Sourced<Data>>): () => void {
  const unsubscribing = new AbortController()
  let isSubscribed = false
  const stop = $store.subscribe(({ data }) => {
    if (isSubscribed || data?.source !== 'live') return
    isSubscribed = true
    import('#core/live/internal/price-events')
      .then(({ refetch, onPrices }) => {
        if (unsubscribing.signal.aborted) return
        unsubscribing.signal.addEventListener(
          'abort',
          onPrices(() => refetch($store)),
        )
      })
      // Without the events the store refetches at its interval.
      .catch(() => {})
  })
  return () => {
    stop()
    unsubscribing.abort()
  }
}
