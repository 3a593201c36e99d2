import type { DataWithProvenance } from '#core/query/data-provenance'
import { marketSources } from '#shared/enums/market'

/**
 * Reads the provenance of a bare-list response from its headers. Without the source header, the figures count as stale.
 */
export function parseProvenanceHeaders(headers: Headers): Omit<DataWithProvenance<unknown>, 'data'> {
  const time = Date.parse(headers.get('last-modified') ?? '')
  const source = marketSources.find((name) => name === headers.get('x-market-source'))
  return {
    source: source ?? 'live',
    asOf: new Date(Number.isNaN(time) ? Date.now() : time).toISOString(),
    stale: source === undefined || headers.get('x-market-stale') === 'true',
  }
}
