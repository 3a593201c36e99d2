import { PRICE_CHANGE_HEADER, PRICE_HIGH_HEADER, PRICE_LOW_HEADER } from '#contract/market/chart-headers'
import { market } from '#contract/market/market'
import { serveCached } from '#http/cache/serve-cached'
import { ResponseWithHeaders } from '#http/pipeline/responses'
import { getMarketVersion } from './active-feed.ts'
import {
  getChart,
  getMarketData,
  getMarketIntelligence,
  listCryptoPrices,
  listSparklines,
  type Provenance,
} from './market-service.ts'

/** Responses are cached until prices change, for at most this many milliseconds, since they contain their age. */
const fresh = { maxAgeMs: 5_000, version: getMarketVersion }

const withProvenance = <T>(
  data: T,
  { source, asOf, stale }: Provenance,
  more: Readonly<Record<string, string>> = {},
) =>
  new ResponseWithHeaders(data, {
    ...more,
    'x-market-source': source,
    'x-market-stale': String(stale),
    'last-modified': new Date(asOf).toUTCString(),
  })

/** Prices, their history and readings of them; no client's request reaches a source. */
export const marketRoutes = () => [
  serveCached(market.getTickerPrices, getMarketData, fresh),
  serveCached(
    market.listCryptoPrices,
    () => {
      const { coins, provenance } = listCryptoPrices()
      return withProvenance(coins, provenance)
    },
    fresh,
  ),
  serveCached(
    market.listSparklines,
    async () => {
      const { lines, provenance } = await listSparklines()
      return withProvenance(lines, provenance)
    },
    { maxAgeMs: 60_000 },
  ),
  serveCached(
    market.getChart,
    async ({ symbol, range }) => {
      const { points, change, span, provenance } = await getChart(symbol, range)
      return withProvenance(points, provenance, {
        ...(change !== null && { [PRICE_CHANGE_HEADER]: String(change) }),
        [PRICE_HIGH_HEADER]: String(span.high),
        [PRICE_LOW_HEADER]: String(span.low),
      })
    },
    fresh,
  ),
  serveCached(market.getIntelligence, getMarketIntelligence, fresh),
]
