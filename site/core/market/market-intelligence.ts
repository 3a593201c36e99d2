import { type MarketIntelligence, market } from '#contract/market'
import { call } from '#core/api/api'
import { createMarketStore } from './market-view.ts'

type Intelligence = Omit<MarketIntelligence, 'as_of' | 'source' | 'stale'>

/** Shown, and marked as a sample, when nothing could ever be loaded. */
export const sampleIntelligence: Intelligence = {
  sentiment: 'bullish',
  volatility: 'medium',
  volume: 'high',
  trends: [
    { asset: 'Gold', trend: 'up', confidence: 78, change: 0.58 },
    { asset: 'Silver', trend: 'sideways', confidence: 64, change: -0.12 },
    { asset: 'Bitcoin', trend: 'up', confidence: 85, change: 3.2 },
    { asset: 'Ethereum', trend: 'up', confidence: 72, change: 7.77 },
  ],
  insights: [
    'Sample: the tracked assets moved +2.86% on average over 24 hours: sentiment is bullish.',
    'Sample: their median move was 1.89%, up or down.',
    'Sample: Bitcoin has the clearest trend of seven days, with a fit of 85%.',
  ],
}

/** The call was answered, with nothing that could be shown. */
export class NoMarketData extends Error {}

/** Whether an answer can be shown: a proxy may answer 200 with something else. */
const isIntelligence = (answer: unknown): answer is MarketIntelligence =>
  typeof answer === 'object' &&
  answer !== null &&
  'sentiment' in answer &&
  'trends' in answer &&
  Array.isArray(answer.trends) &&
  'insights' in answer &&
  Array.isArray(answer.insights)

/** Why cached or sample figures are shown, as the warning says it. */
export function explainCache(
  failure: unknown,
): 'Failed to fetch market data' | 'No data received from server' {
  // An empty body is no JSON: the client reports what it could not read as the cause.
  const isEmpty =
    failure instanceof NoMarketData || (failure instanceof Error && failure.cause instanceof SyntaxError)
  return isEmpty ? 'No data received from server' : 'Failed to fetch market data'
}

/** What the server makes of prices: sentiment, volatility, volume, trends and insights. */
export const marketIntelligence = createMarketStore<Intelligence>(
  'market-intelligence',
  async () => {
    const answer: unknown = await call(market.intelligence, {}, { fresh: true })
    if (!isIntelligence(answer)) throw new NoMarketData('The answer holds no market intelligence')
    const { as_of, source, stale, ...data } = answer
    return { data, asOf: as_of, source, stale }
  },
  () => sampleIntelligence,
)
