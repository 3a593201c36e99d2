import type { Sourced } from '#core/query/sourced'
import { marketSources } from '#shared/enums/market'

/**
 * Reads the provenance of a response that is a bare list from its headers. Without the header of the source, the
 * figures count as stale.
 */
export function readProvenance(headers: Headers): Omit<Sourced<unknown>, 'data'> {
  const time = Date.parse(headers.get('last-modified') ?? '')
  const source = marketSources.find((name) => name === headers.get('x-market-source'))
  return {
    source: source ?? 'live',
    asOf: new Date(Number.isNaN(time) ? Date.now() : time).toISOString(),
    stale: source === undefined || headers.get('x-market-stale') === 'true',
  }
}
