import { CHANGE_HEADER, HIGH_HEADER, LOW_HEADER } from '#contract/chart-headers'
import { market } from '#contract/market'
import { serveCached } from '#http/cache/serve-cached'
import { ResponseWithHeaders } from '#http/pipeline/responses'
import { marketVersion } from './current-feed.ts'
import {
  type Provenance,
  readChart,
  readCryptoPrices,
  readIntelligence,
  readMarketData,
  readSparklines,
} from './service.ts'

/** Responses are cached until prices change, for at most this many milliseconds, since they contain their age. */
const fresh = { freshFor: 5_000, version: marketVersion }

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
  serveCached(market.data, readMarketData, fresh),
  serveCached(
    market.crypto,
    () => {
      const { coins, provenance } = readCryptoPrices()
      return withProvenance(coins, provenance)
    },
    fresh,
  ),
  serveCached(
    market.sparklines,
    async () => {
      const { lines, provenance } = await readSparklines()
      return withProvenance(lines, provenance)
    },
    { freshFor: 60_000 },
  ),
  serveCached(
    market.chart,
    async ({ symbol, range }) => {
      const { points, change, span, provenance } = await readChart(symbol, range)
      return withProvenance(points, provenance, {
        ...(change !== null && { [CHANGE_HEADER]: String(change) }),
        [HIGH_HEADER]: String(span.high),
        [LOW_HEADER]: String(span.low),
      })
    },
    fresh,
  ),
  serveCached(market.intelligence, readIntelligence, fresh),
]
