/** What a source of real prices must do. `providers/` has one file for each. */

/** One price as a source tells it. Nothing in it is believed before `price-validation.ts` has seen it. */
export interface Observation {
  /** Ours and CoinGecko's name, such as `gold` or `bitcoin`. */
  slug: string
  /** The market's name, upper-case, such as `XAU` or `BTC`. */
  symbol: string
  name: string
  /** US dollars. */
  price: unknown
  /** When the source says that it was true, in milliseconds since 1970; NaN when it does not. */
  asOf: number
  /** Percent over 24 hours; undefined where the source never says and it is computed from stored prices. */
  change: unknown
  marketCap: unknown
  volume: unknown
}

/** Past prices as a source tells them: times in milliseconds since 1970. */
export interface PastPrice {
  time: number
  price: unknown
  volume: unknown
}

/** A stretch of history that sources offer: how many days back, and milliseconds between two points. */
export interface HistoryRange {
  days: number
  step: number
}

export interface PriceSource {
  /** Stored beside each price and named in logs. */
  readonly name: string
  readonly kind: 'metal' | 'crypto'
  /** Milliseconds between two questions while all is well. */
  readonly every: number
  /** Calls a month its plan allows; none where it sets no bound. */
  readonly monthlyCalls?: number
  /** The prices now. Throws when the source does not answer with any. */
  readPrices(signal: AbortSignal): Promise<Observation[]>
  /** Absent where the source offers no history. Throws when it does not answer. */
  readHistory?(slug: string, stretch: HistoryRange, signal: AbortSignal): Promise<PastPrice[]>
}
