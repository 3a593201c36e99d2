import { type MarketIntelligence, market } from '#contract/market/market'
import { callApi } from '#core/api/api'
import { createMarketStore } from './internal/market-store.ts'
import { tickerSamples } from './ticker-prices.ts'

type Intelligence = Omit<MarketIntelligence, 'as_of' | 'source' | 'stale'>

/** Shown, and marked as a sample, if nothing has ever loaded. */
export const sampleIntelligence: Intelligence = {
  sentiment: 'bullish',
  volatility: 'low',
  volume: 'high',
  measures: { mean_change: 2.86, median_move: 1.89, volume_ratio: 1.3 },
  trends: [
    { asset: 'Gold', trend: 'up', confidence: 78, change: tickerSamples.gold.change },
    { asset: 'Silver', trend: 'sideways', confidence: 64, change: tickerSamples.silver.change },
    { asset: 'Bitcoin', trend: 'up', confidence: 85, change: tickerSamples.btc.change },
    { asset: 'Ethereum', trend: 'up', confidence: 72, change: tickerSamples.eth.change },
  ],
  insights: [
    'Sample: tracked assets rose 2.86% on average over 24 hours; sentiment is bullish.',
    'Sample: the median absolute change was 1.89%.',
    'Sample: Bitcoin shows the strongest seven-day trend (fit 85%).',
  ],
}

/** The response contained nothing displayable. */
export class EmptyMarketDataError extends Error {}

/** Whether a response is displayable: a proxy may send something else with status 200. */
const isIntelligence = (body: unknown): body is MarketIntelligence =>
  typeof body === 'object' &&
  body !== null &&
  'sentiment' in body &&
  'trends' in body &&
  Array.isArray(body.trends) &&
  'insights' in body &&
  Array.isArray(body.insights)

/** The reason for cached or sample figures, as the warning shows it. */
export function getCacheReason(
  failure: unknown,
): 'Failed to fetch market data' | 'No data received from server' {
  // An empty body is not JSON, so the client reports the parse error as the cause.
  const isEmpty =
    failure instanceof EmptyMarketDataError ||
    (failure instanceof Error && failure.cause instanceof SyntaxError)
  return isEmpty ? 'No data received from server' : 'Failed to fetch market data'
}

/** Figures the server derives from prices: sentiment, volatility, volume, trends and insights. */
export const marketIntelligence = createMarketStore<Intelligence>(
  'market-intelligence',
  async () => {
    const body: unknown = await callApi(market.getIntelligence, {}, { fresh: true })
    if (!isIntelligence(body)) throw new EmptyMarketDataError('The response holds no market intelligence')
    const { as_of, source, stale, ...data } = body
    return { data, asOf: as_of, source, stale }
  },
  () => sampleIntelligence,
)
