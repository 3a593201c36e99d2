/** What screens show of market figures, and how it follows from what the server says or fails to say. */
import { atom, type ReadableAtom } from 'nanostores'
import { MARKET_REFRESH_MS, type MarketSource } from '#contract/market'
import { onBrowserMount } from '#core/browser/browser-mount'
import { createQuery } from '#core/query/query'
import { subscribeToPrices } from './price-subscription.ts'

/** Figures as they came, with where they come from. */
export interface MarketFigures<T> {
  data: T
  source: MarketSource
  /** When the figures were true. */
  asOf: string
  /** No source has answered the server lately. */
  stale: boolean
}

/**
 * `ready` holds figures of a source; they are `delayed` when it has not answered the server, or the
 * server not us, since `asOf`. `sample` stands in as long as nothing ever came in this page, and is marked as such.
 */
export type MarketView<T> =
  | { status: 'loading'; updating: boolean }
  | {
      status: 'ready'
      updating: boolean
      data: T
      source: MarketSource
      asOf: string
      delayed: boolean
      failure?: unknown
    }
  | { status: 'sample'; updating: boolean; data: T; failure: unknown }

interface Feed<T> {
  data?: MarketFigures<T>
  error?: unknown
  loading: boolean
}

/** The view that follows from what the feed says. A failed refresh takes no real figure away. */
export function subscribeToMarket<T>(
  before: MarketView<T>,
  { data: figures, error, loading: updating }: Feed<T>,
  makeSample: () => T,
): MarketView<T> {
  if (error) {
    if (before.status === 'ready') return { ...before, updating, delayed: true, failure: error }
    if (before.status === 'sample') return { ...before, updating, failure: error }
    return { status: 'sample', updating, data: makeSample(), failure: error }
  }
  // While it is asking again, what is on screen stays.
  if (!figures || (updating && before.status !== 'loading')) return { ...before, updating }
  const { data, source, asOf, stale } = figures
  return { status: 'ready', updating, data, source, asOf, delayed: stale }
}

export interface MarketStore<T> {
  $view: ReadableAtom<MarketView<T>>
  /** Asks again at once. */
  retry: () => void
}

/** A store that asks when it is first watched and every 30 seconds after, sooner when it
 * hears that real prices have changed, and never in a hidden tab. */
export function createMarketStore<T>(
  name: string,
  load: () => Promise<MarketFigures<T>>,
  makeSample: () => T,
): MarketStore<T> {
  const $feed = createQuery<MarketFigures<T>>(name, {
    fetcher: load,
    revalidateInterval: MARKET_REFRESH_MS,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    onError: (error) => {
      // biome-ignore lint/suspicious/noConsole: the specification asks for a failed price call to be logged
      console.info('Market data', name, error)
    },
  })
  const $view = atom<MarketView<T>>({ status: 'loading', updating: true })
  onBrowserMount($view, () => {
    const stop = $feed.subscribe((feed) => $view.set(subscribeToMarket($view.value, feed, makeSample)))
    const stopFollowing = subscribeToPrices($feed)
    return () => {
      stopFollowing()
      stop()
    }
  })
  return { $view, retry: () => $feed.revalidate() }
}
