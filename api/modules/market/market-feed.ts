/** The interface of every market feed, real or simulated: the service knows nothing else of it. */
import type { MarketSource } from '#contract/market/market'

/** The figures of one asset at one instant. Money is US dollars: metals per troy ounce, coins per unit. */
export interface Quote {
  /** CoinGecko's name, also used here, such as `gold` or `bitcoin`. */
  slug: string
  /** The market's name, such as `XAU` or `BTC`. */
  symbol: string
  name: string
  kind: 'metal' | 'crypto'
  price: number
  /** Percent over 24 hours; null if there is no price that old. */
  change: number | null
  marketCap: number | null
  /** Dollars traded in the previous 24 hours. */
  volume: number | null
  /** The time of the figures, in milliseconds since 1970. */
  asOf: number
  /** No source has sent a recent price. */
  stale: boolean
}

/** All prices of one feed. */
export interface Snapshot {
  /** Coins by market cap, largest first. */
  quotes: readonly Quote[]
}

export interface HistoryPoint {
  /** Milliseconds since 1970. */
  time: number
  price: number
  volume: number | null
}

export interface HistoryRequest {
  symbol: string
  /** Maximum number of points, the newest ones. */
  points: number
  /** Milliseconds between two points, as in a chart range; points lie on the clock's multiples of it. */
  step: number
  /** Points are older than this. */
  before: number
}

/** The highest and the lowest of some prices. */
export interface PriceSpan {
  high: number
  low: number
}

export interface MarketFeed {
  readonly source: MarketSource
  /** The latest prices; undefined if there are none yet. From memory, because it is read on every change. */
  snapshot(): Snapshot | undefined
  /** Past prices of one asset, oldest first; fewer if the history is short. */
  history(request: HistoryRequest): Promise<HistoryPoint[]>
  /**
   * The span of the past prices that a history covers, from points at its distance and at all shorter ones; undefined
   * if there are none.
   */
  span(request: HistoryRequest): Promise<PriceSpan | undefined>
  /** Past prices of every asset by its slug, oldest first; assets without any may be missing. */
  histories(request: Omit<HistoryRequest, 'symbol'>): Promise<ReadonlyMap<string, readonly number[]>>
  /** Dollars traded in all coins in the 24 hours before each hour of the last seven days, oldest first. */
  totalVolumes(before: number): Promise<number[]>
}
