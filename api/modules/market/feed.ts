/** What every source of market prices can be asked, real or not: the service knows nothing else of it. */
import type { MarketSource } from '#contract/market'

/** What is known of one asset at one instant. Money is US dollars: metals a troy ounce, coins a unit. */
export interface Quote {
  /** Ours and CoinGecko's name, such as `gold` or `bitcoin`. */
  slug: string
  /** The market's name, such as `XAU` or `BTC`. */
  symbol: string
  name: string
  kind: 'metal' | 'crypto'
  price: number
  /** Percent over 24 hours; null when there is no price that old. */
  change: number | null
  marketCap: number | null
  /** Dollars traded in the 24 hours before. */
  volume: number | null
  /** When it was true, in milliseconds since 1970. */
  asOf: number
  /** No source has told a newer one lately. */
  stale: boolean
}

/** All prices as one feed has them. */
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
  /** At most this many points, the newest ones. */
  points: number
  /** Milliseconds between two, as a range of the charts has them; points stand on the clock's multiples of it. */
  step: number
  /** Points are older than this. */
  before: number
}

export interface MarketFeed {
  readonly source: MarketSource
  /** The newest prices; undefined when there are none yet. From memory: it is asked on every change. */
  snapshot(): Snapshot | undefined
  /** Past prices of one asset, oldest first; fewer while history is short. */
  history(request: HistoryRequest): Promise<HistoryPoint[]>
  /** Dollars traded in all coins in the 24 hours before each hour of the last seven days, oldest first. */
  totalVolumes(before: number): Promise<number[]>
}
