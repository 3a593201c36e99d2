import type { ReadableAtom } from 'nanostores'
import { MARKET_REFRESH_MS } from '#contract/market/market'
import { onBrowserMount } from '#core/browser/browser-mount'
import { type DataWithProvenance, toSampleData } from '#core/query/data-provenance'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'
import type { Remote } from '#core/query/remote'
import { subscribeToPrices } from './price-subscription.ts'

export interface MarketStore<Data> {
  $view: ReadableAtom<Remote<DataWithProvenance<Data>>>
  /** Refetches immediately. */
  retry: () => void
}

/**
 * A store that fetches when it gets its first listener and every 30 seconds after that, sooner when real prices change,
 * and never in a hidden tab. A failed refetch never removes a real figure; a sample is shown only until this page
 * receives one.
 */
export function createMarketStore<Data>(
  name: string,
  load: () => Promise<DataWithProvenance<Data>>,
  makeSample: () => Data,
): MarketStore<Data> {
  const $feed = createQuery<DataWithProvenance<Data>>(name, {
    fetcher: load,
    revalidateInterval: MARKET_REFRESH_MS,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    onError: (error) => {
      // biome-ignore lint/suspicious/noConsole: the screen says that prices failed, and the console why
      console.info('Market data', name, error)
    },
  })
  const $view = createQueryView($feed, () => toSampleData(makeSample()))
  onBrowserMount($view, () => subscribeToPrices($feed))
  return { $view, retry: () => $feed.revalidate() }
}
