import { describe, expect, it } from 'vitest'
import { chartAssets, makeSampleChart, summarizeChart } from './price-chart.ts'

const [gold, , bitcoin] = chartAssets
const now = Date.UTC(2026, 10, 20)

describe('a sample chart', () => {
  it.each([
    ['1h', 60],
    ['24h', 24],
    ['7d', 7],
    ['30d', 30],
    ['1y', 12],
  ] as const)('of %s has %d points around the base price, oldest first, up to now', (range, count) => {
    const points = makeSampleChart(bitcoin, range, now)
    expect(points).toHaveLength(count)
    expect(points.at(-1)?.time).toBe(new Date(now).toISOString())
    expect(points.map(({ time }) => time)).toEqual(points.map(({ time }) => time).toSorted())
    for (const { price, volume } of points) {
      expect(Math.abs(price / bitcoin.base - 1)).toBeLessThanOrEqual(0.03)
      expect(volume).toBeGreaterThan(0)
    }
  })

  it('has no volume for metals', () => {
    expect(makeSampleChart(gold, '7d').every(({ volume }) => volume === null)).toBe(true)
  })
})

describe('the figures beside a chart', () => {
  const points = (...prices: number[]) => prices.map((price) => ({ time: '', price, volume: null }))

  it('by hand', () => {
    expect(summarizeChart(points(100, 130, 90, 110))).toEqual({
      latest: 110,
      change: expect.closeTo(10, 10),
      high: 130,
      low: 90,
      hasVolume: false,
    })
    expect(summarizeChart([...points(1), { time: '', price: 1, volume: 5 }])?.hasVolume).toBe(true)
  })

  it('are none without a point', () => expect(summarizeChart([])).toBeUndefined())
})
