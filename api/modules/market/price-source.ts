/** The interface of a source of real prices. `providers/` has one file for each. */

/** One price as a source sends it. Nothing in it is trusted before `price-validation.ts` has checked it. */
export interface Observation {
  /** CoinGecko's name, also used here, such as `gold` or `bitcoin`. */
  slug: string
  /** The market's name, upper-case, such as `XAU` or `BTC`. */
  symbol: string
  name: string
  /** US dollars. */
  price: unknown
  /** The time of the price according to the source, in milliseconds since 1970; NaN if it sends none. */
  asOf: number
  /** Percent over 24 hours; undefined if the source never sends it and it is computed from stored prices. */
  change: unknown
  marketCap: unknown
  volume: unknown
}

/** Past prices as a source sends them: times in milliseconds since 1970. */
export interface PastPrice {
  time: number
  price: unknown
  volume: unknown
}

/** A range of history that sources offer: how many days back, and milliseconds between two points. */
export interface HistoryRange {
  days: number
  step: number
}

export interface PriceSource {
  /** Stored with each price and used in logs. */
  readonly name: string
  readonly kind: 'metal' | 'crypto'
  /** Milliseconds between two polls without failures. */
  readonly every: number
  /** Calls a month its plan allows; undefined without a limit. */
  readonly monthlyCalls?: number
  /** The prices now. Throws when the source sends none. */
  readPrices(signal: AbortSignal): Promise<Observation[]>
  /** Absent if the source offers no history. Throws when it does not respond. */
  readHistory?(slug: string, stretch: HistoryRange, signal: AbortSignal): Promise<PastPrice[]>
}
