import type { ReadableAtom } from 'nanostores'
import { MARKET_REFRESH_MS } from '#contract/market'
import { onBrowserMount } from '#core/browser/browser-mount'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'
import type { Remote } from '#core/query/remote'
import { asSample, type Sourced } from '#core/query/sourced'
import { subscribeToPrices } from './price-subscription.ts'

export interface MarketStore<Data> {
  $view: ReadableAtom<Remote<Sourced<Data>>>
  /** Refetches at once. */
  retry: () => void
}

/**
 * A store that fetches when it gets its first listener and every 30 seconds after, sooner when real prices have
 * changed, and never in a hidden tab. A failed refetch never removes a real figure; a sample is shown as long as this
 * page has received nothing.
 */
export function createMarketStore<Data>(
  name: string,
  load: () => Promise<Sourced<Data>>,
  makeSample: () => Data,
): MarketStore<Data> {
  const $feed = createQuery<Sourced<Data>>(name, {
    fetcher: load,
    revalidateInterval: MARKET_REFRESH_MS,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    onError: (error) => {
      // biome-ignore lint/suspicious/noConsole: the screen says that prices failed, and the console why
      console.info('Market data', name, error)
    },
  })
  const $view = createQueryView($feed, () => asSample(makeSample()))
  onBrowserMount($view, () => subscribeToPrices($feed))
  return { $view, retry: () => $feed.revalidate() }
}
