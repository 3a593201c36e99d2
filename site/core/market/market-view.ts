/** What screens show of market figures, derived from the server's responses and failures. */
import { atom, type ReadableAtom } from 'nanostores'
import { MARKET_REFRESH_MS, type MarketSource } from '#contract/market'
import { onBrowserMount } from '#core/browser/browser-mount'
import { createQuery } from '#core/query/query'
import { subscribeToPrices } from './price-subscription.ts'

/** Figures of a response, with their provenance. */
export interface MarketFigures<T> {
  data: T
  source: MarketSource
  /** Time the figures are of. */
  asOf: string
  /** The server has had no response from a source lately. */
  stale: boolean
}

/**
 * `ready` holds figures of a source; they are `delayed` when the source has not responded to the server, or the
 * server not to us, since `asOf`. `sample` is shown as long as this page has received nothing, and is marked as such.
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

/** The next view, given the feed. A failed refetch never removes a real figure. */
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
  // During a refetch the figures on screen stay.
  if (!figures || (updating && before.status !== 'loading')) return { ...before, updating }
  const { data, source, asOf, stale } = figures
  return { status: 'ready', updating, data, source, asOf, delayed: stale }
}

export interface MarketStore<T> {
  $view: ReadableAtom<MarketView<T>>
  /** Refetches at once. */
  retry: () => void
}

/**
 * A store that fetches when it gets its first listener and every 30 seconds after, sooner when real prices have
 * changed, and never in a hidden tab.
 */
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
      // biome-ignore lint/suspicious/noConsole: the specification requires logging of failed price calls
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
