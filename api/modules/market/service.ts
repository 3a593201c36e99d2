import { type MarketData, tickerAssets } from '#contract/market'
import { Problem } from '#contract/problem'
import { simulatePrice } from './providers/simulated.ts'

interface MarketOptions {
  feed: 'live' | 'simulated' | 'off'
  /** Seed of the simulated feed. */
  seed: number
}

let options: MarketOptions = { feed: 'off', seed: 0 }

/** Says where prices come from; called once at start. */
export function openMarket(given: MarketOptions): void {
  options = given
}

/** What the readiness answer says of the market. */
export function describeMarket(): 'simulated' | 'off' | 'unavailable' {
  if (options.feed === 'simulated') return 'simulated'
  return options.feed === 'off' ? 'off' : 'unavailable'
}

/** The ticker's prices now. Throws `market_unavailable` when no feed can answer. */
export function readMarketData(): MarketData {
  if (options.feed !== 'simulated') {
    throw new Problem('market_unavailable', 'Market prices are not available right now.', { retryAfter: 30 })
  }
  const now = Date.now()
  const prices = Object.fromEntries(
    tickerAssets.map((asset) => [asset, simulatePrice(options.seed, asset, now)]),
  )
  return {
    ...(prices as Pick<Required<MarketData>, (typeof tickerAssets)[number]>),
    as_of: new Date(now).toISOString(),
    source: 'simulated',
    stale: false,
  }
}
