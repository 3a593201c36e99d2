import { marketSources } from '#contract/market'
import type { MarketFigures } from './market-view.ts'

/** Reads the provenance of an answer that is a bare list. What the server does not say is not live. */
export function readProvenance(headers: Headers): Omit<MarketFigures<unknown>, 'data'> {
  const time = Date.parse(headers.get('last-modified') ?? '')
  const source = marketSources.find((known) => known === headers.get('x-market-source'))
  return {
    source: source ?? 'live',
    asOf: new Date(Number.isNaN(time) ? Date.now() : time).toISOString(),
    stale: source === undefined || headers.get('x-market-stale') === 'true',
  }
}
