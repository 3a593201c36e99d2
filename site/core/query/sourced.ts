import type { MarketSource } from '#contract/market'
import { dataOf, type Remote } from './remote.ts'

/** Data with their provenance. A `sample` is built in: the stand-in while nothing was ever loaded. */
export interface Sourced<Data> {
  data: Data
  source: MarketSource | 'sample'
  /** Time the data are of, where the server says so. */
  asOf?: string
  /** The server has had no response from a source lately. */
  stale?: boolean
}

/** Data that are built in. */
export const asSample = <Data>(data: Data): Sourced<Data> => ({ data, source: 'sample' })

/** Whether the data on screen are old: their source has not responded to the server, or the server not to us. */
export const isDelayed = (view: Remote<Sourced<unknown>>): boolean =>
  view.status === 'failed' || dataOf(view)?.stale === true

/** Whether built-in figures are on screen. */
export const isSample = (view: Remote<Sourced<unknown>>): boolean => dataOf(view)?.source === 'sample'

/** Whether the figures on screen come from a real market, be they current or old. */
export const isReal = (view: Remote<Sourced<unknown>>): boolean => dataOf(view)?.source === 'live'
