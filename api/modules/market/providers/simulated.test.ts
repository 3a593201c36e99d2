import { describe, expect, test } from 'vitest'
import { tickerAssets } from '#contract/market'
import { simulatePrice } from './simulated.ts'

const NOON = Date.UTC(2026, 10, 2, 12)

describe('the simulated feed', () => {
  test('two instances tell the same story', () => {
    for (const asset of tickerAssets)
      expect(simulatePrice(7, asset, NOON)).toEqual(simulatePrice(7, asset, NOON))
    expect(simulatePrice(7, 'gold', NOON)).not.toEqual(simulatePrice(8, 'gold', NOON))
  })

  test('over a year prices stay positive, move, and never jump by half within a minute', () => {
    for (const asset of tickerAssets) {
      const seen = new Set<number>()
      let last = simulatePrice(7, asset, NOON).price
      for (let minute = 1; minute <= 525_600; minute += 997) {
        const before = simulatePrice(7, asset, NOON + (minute - 1) * 60_000).price
        const { price } = simulatePrice(7, asset, NOON + minute * 60_000)
        expect(price).toBeGreaterThan(0)
        expect(Math.abs(price / before - 1)).toBeLessThan(0.05)
        seen.add(price)
        last = price
      }
      expect(seen.size).toBeGreaterThan(200)
      expect(last).toBeGreaterThan(0)
    }
  })

  test('the change is the change of the price over 24 hours', () => {
    const now = simulatePrice(7, 'btc', NOON)
    const before = simulatePrice(7, 'btc', NOON - 86_400_000)
    expect(now.change).toBeCloseTo((now.price / before.price - 1) * 100, 1)
  })
})
