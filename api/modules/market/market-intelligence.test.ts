import { describe, expect, test } from 'vitest'
import {
  analyzeMarket,
  classifySentiment,
  classifyTrend,
  classifyVolatility,
  classifyVolume,
  fitLine,
  median,
} from './market-intelligence.ts'

const prices = (...values: number[]) => values.map((price, time) => ({ time, price }))

describe('readings of figures', () => {
  test.each([
    [1.01, 'bullish'],
    [1, 'neutral'],
    [0, 'neutral'],
    [-1, 'neutral'],
    [-1.01, 'bearish'],
  ])('a mean change of %d %% is %s', (change, word) => expect(classifySentiment(change)).toBe(word))

  test.each([
    [1.99, 'low'],
    [2, 'medium'],
    [4.99, 'medium'],
    [5, 'high'],
  ])('a median move of %d %% is %s', (move, word) => expect(classifyVolatility(move)).toBe(word))

  test.each([
    [0.79, 'low'],
    [0.8, 'medium'],
    [1.2, 'medium'],
    [1.21, 'high'],
  ])('%d times the mean volume is %s', (ratio, word) => expect(classifyVolume(ratio)).toBe(word))

  test('the median of an odd and of an even number of values', () => {
    expect(median([9, 1, 4])).toBe(4)
    expect(median([9, 1, 4, 2])).toBe(3)
  })
})

describe('a line through prices', () => {
  test('matches a manual calculation: 1, 2, 4, 5 has slope 1.4, starts at 0.9, ends at 5.1, R squared 0.98', () => {
    const fit = fitLine(prices(1, 2, 4, 5))
    expect(fit?.change).toBeCloseTo((5.1 / 0.9 - 1) * 100, 10)
    expect(fit?.rSquared).toBeCloseTo(0.98, 10)
  })

  test('a straight fall fits exactly, at any distance between points', () => {
    const fit = fitLine(prices(100, 95, 90))
    expect(fit?.change).toBeCloseTo(-10, 10)
    expect(fit?.rSquared).toBeCloseTo(1, 10)
    const uneven = [
      { time: 0, price: 100 },
      { time: 1_000, price: 99 },
      { time: 10_000, price: 90 },
    ]
    expect(fitLine(uneven)?.change).toBeCloseTo(-10, 10)
  })

  test('is undefined for a single instant, and level for a constant price', () => {
    expect(fitLine([])).toBeUndefined()
    expect(fitLine(prices(1))).toBeUndefined()
    expect(fitLine(prices(3, 3, 3))).toEqual({ change: 0, rSquared: 1 })
  })

  test.each([
    [0.99, 'sideways'],
    [-0.99, 'sideways'],
    [1, 'up'],
    [-1, 'down'],
  ])('that moves by %d %% is a trend %s', (change, trend) =>
    expect(classifyTrend({ change, rSquared: 1 })).toBe(trend),
  )
})

describe('all readings', () => {
  const assets = [
    { name: 'Gold', kind: 'metal', change: 0.5, history: prices(100, 101, 102) },
    { name: 'Bitcoin', kind: 'crypto', change: 6, history: prices(100, 90, 95) },
    { name: 'Ether', kind: 'crypto', change: -2.5, history: prices(100) },
    { name: 'New', kind: 'metal', change: null, history: [] },
  ] as const

  test('match a manual calculation: mean +1.33 %, median 2.5 %, 0.5 times the mean volume', () => {
    const readings = analyzeMarket({ assets, volume: 50e9, pastVolumes: [90e9, 110e9] })
    expect(readings).toEqual({
      sentiment: 'bullish',
      volatility: 'medium',
      volume: 'low',
      measures: { mean_change: 1.33, median_move: 2.5, volume_ratio: 0.5 },
      trends: [
        { asset: 'Gold', trend: 'up', confidence: 100, change: 0.5 },
        { asset: 'Bitcoin', trend: 'down', confidence: 25, change: 6 },
      ],
      insights: [
        'The 3 tracked assets changed +1.33% on average over 24 hours; sentiment is bullish.',
        'The median absolute change was 2.50%; volatility is medium.',
        'Total trading volume of listed cryptocurrencies was $50.0 billion in 24 hours, 0.50 times the seven-day average; volume is low.',
        'Gold shows the strongest seven-day trend: the regression line rises by 2.00%, with a fit of 100%.',
        'Over 24 hours, Bitcoin had the highest change (+6.00%) and Ether the lowest (-2.50%).',
      ],
    })
  })

  test('say how the metals moved before the mean that includes coins', () => {
    const silver = { name: 'Silver', kind: 'metal', change: -1.5, history: [] } as const
    const { insights } = analyzeMarket({ assets: [...assets, silver], volume: 0, pastVolumes: [] })
    expect(insights[0]).toBe('The 2 metals changed -0.50% on average over 24 hours, led by Silver (-1.50%).')
  })

  test('omits values that cannot be calculated', () => {
    expect(analyzeMarket({ assets: [], volume: 0, pastVolumes: [] })).toEqual({
      sentiment: 'neutral',
      volatility: 'low',
      volume: 'medium',
      measures: { mean_change: null, median_move: null, volume_ratio: null },
      trends: [],
      insights: [],
    })
  })
})
