import type { FetcherStore } from '@nanostores/query'
import type { MarketSource } from '#contract/market'

/**
 * Fetches the store again when prices have changed, once it holds real ones: no others are announced, and
 * what listens is loaded only then. Returns what ends it.
 */
export function subscribeToPrices<T extends { source: MarketSource }>($store: FetcherStore<T>): () => void {
  const forgetting = new AbortController()
  let isFollowing = false
  const stop = $store.subscribe(({ data }) => {
    if (isFollowing || data?.source !== 'live') return
    isFollowing = true
    import('#core/live/price-events')
      .then(({ refetch, onPrices }) => {
        if (forgetting.signal.aborted) return
        forgetting.signal.addEventListener(
          'abort',
          onPrices(() => refetch($store)),
        )
      })
      // Without it the store asks at its turns.
      .catch(() => {})
  })
  return () => {
    stop()
    forgetting.abort()
  }
}
