import type { MarketSource } from '#contract/market/market'
import { getData, type Remote } from '#core/query/remote'

/** Data with their provenance. A `sample` is built in and shown until something has loaded. */
export interface DataWithProvenance<Data> {
  data: Data
  source: MarketSource | 'sample'
  /** Time of the data, if the server reports it. */
  asOf?: string
  /** The server has recently had no response from a source. */
  stale?: boolean
}

/** Data that are built in. */
export const toSampleData = <Data>(data: Data): DataWithProvenance<Data> => ({ data, source: 'sample' })

/** Whether the data on screen are old because their source has not responded to the server, or the server not to us. */
export const isDelayed = (view: Remote<DataWithProvenance<unknown>>): boolean =>
  view.status === 'failed' || getData(view)?.stale === true

/** Whether built-in figures are on screen. */
export const isSample = (view: Remote<DataWithProvenance<unknown>>): boolean =>
  getData(view)?.source === 'sample'

/** Whether the figures on screen are real market figures, whether current or old. */
export const isFromLiveSource = (view: Remote<DataWithProvenance<unknown>>): boolean =>
  getData(view)?.source === 'live'
