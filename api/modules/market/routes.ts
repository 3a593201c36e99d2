import { Elysia } from 'elysia'
import { market } from '#contract/market'
import { serveShared } from '#plugins/serve'
import { readMarketData } from './service.ts'

/** Prices for the ticker. */
export const marketRoutes = () =>
  new Elysia({ name: 'market' }).use(serveShared(market.data, readMarketData, { freshFor: 5_000 }))
