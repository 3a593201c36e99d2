import { Elysia } from 'elysia'
import { market } from '#contract/market'
import { AnswerWithHeaders } from '#plugins/answers'
import { serveShared } from '#plugins/serve-shared'
import { marketVersion } from './current-feed.ts'
import { type Provenance, readChart, readCryptoPrices, readIntelligence, readMarketData } from './service.ts'

/** Answers are sent from memory until prices change, for so many milliseconds at most: they also say their age. */
const fresh = { freshFor: 5_000, version: marketVersion }

const withProvenance = <T>(data: T, { source, asOf, stale }: Provenance) =>
  new AnswerWithHeaders(data, {
    'x-market-source': source,
    'x-market-stale': String(stale),
    'last-modified': new Date(asOf).toUTCString(),
  })

/** Prices, their history and what they say; nobody's call reaches a source. */
export const marketRoutes = () =>
  new Elysia({ name: 'market' })
    .use(serveShared(market.data, readMarketData, fresh))
    .use(
      serveShared(
        market.crypto,
        () => {
          const { coins, provenance } = readCryptoPrices()
          return withProvenance(coins, provenance)
        },
        fresh,
      ),
    )
    .use(
      serveShared(
        market.chart,
        async ({ symbol, range }) => {
          const { points, provenance } = await readChart(symbol, range)
          return withProvenance(points, provenance)
        },
        fresh,
      ),
    )
    .use(serveShared(market.intelligence, readIntelligence, fresh))
