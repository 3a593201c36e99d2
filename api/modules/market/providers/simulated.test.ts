import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulatedFeed } from './simulated.ts'

const NOON = Date.UTC(2026, 10, 2, 12)
const MINUTE = 60_000

const quotesAt = (time: number, seed = 7) => createSimulatedFeed(seed, () => time).snapshot()?.quotes ?? []
const quoteAt = (symbol: string, time: number, seed = 7) => {
  const quote = quotesAt(time, seed).find((candidate) => candidate.symbol === symbol)
  if (!quote) throw new Error(`${symbol} is not quoted`)
  return quote
}

describe('the simulated feed', () => {
  test('is equal in two instances with the same seed, and differs between seeds', () => {
    expect(quotesAt(NOON)).toEqual(quotesAt(NOON))
    expect(quotesAt(NOON)).not.toEqual(quotesAt(NOON, 8))
  })

  test('over a year prices stay positive, move, and never jump by half within a minute', () => {
    for (const symbol of ['XAU', 'XAG', 'XPT', 'XPD', 'BTC', 'ETH', 'PEPE']) {
      const seen = new Set<number>()
      for (let minute = 1; minute <= 525_600; minute += 9_973) {
        const before = quoteAt(symbol, NOON + (minute - 1) * MINUTE).price
        const { price } = quoteAt(symbol, NOON + minute * MINUTE)
        expect(price).toBeGreaterThan(0)
        expect(Math.abs(price / before - 1)).toBeLessThan(0.05)
        seen.add(price)
      }
      expect(seen.size).toBeGreaterThan(40)
    }
  })

  test("prices gold as in the valuation of the demonstration series, within the market's swing", () => {
    const { valuation } = parse(readFileSync('content/tokens/witgold.yaml', 'utf8'))
    const { preferred } = valuation.inputs.find(({ id }: { id: string }) => id === 'price')
    const GRAMS_AN_OUNCE = 31.1034768
    for (let day = 0; day < 360; day += 9) {
      const { price } = quoteAt('XAU', NOON + day * 1_440 * MINUTE)
      expect(Math.abs(price / (Number(preferred) * GRAMS_AN_OUNCE) - 1)).toBeLessThan(0.15)
    }
  })

  test('has figures of realistic magnitude, with the largest coins first', () => {
    const quotes = quotesAt(NOON)
    const coins = quotes.filter(({ kind }) => kind === 'crypto')
    expect(coins.length).toBeGreaterThanOrEqual(50)
    expect(new Set(quotes.map(({ symbol }) => symbol)).size).toBe(quotes.length)
    expect(new Set(quotes.map(({ slug }) => slug)).size).toBe(quotes.length)
    const caps = coins.map(({ marketCap }) => marketCap ?? 0)
    expect(caps).toEqual(caps.toSorted((a, b) => b - a))
    for (const { marketCap, volume, change } of coins) {
      expect(marketCap).toBeGreaterThan(1e8)
      expect(volume).toBeGreaterThan(0)
      expect(volume).toBeLessThan(marketCap as number)
      expect(Math.abs(change as number)).toBeLessThan(60)
    }
    expect(quoteAt('USDT', NOON).price).toBeCloseTo(1, 2)
  })

  test('reports the change of the price over 24 hours', () => {
    const now = quoteAt('BTC', NOON)
    const before = quoteAt('BTC', NOON - 86_400_000)
    expect(now.change).toBeCloseTo((now.price / before.price - 1) * 100, 1)
  })

  test('returns as history the prices quoted at the time, on the clock’s multiples, oldest first', async () => {
    const feed = createSimulatedFeed(7, () => NOON + 90_000)
    const points = await feed.history({ symbol: 'ETH', points: 5, step: MINUTE, before: NOON + 90_000 })
    expect(points.map(({ time }) => (time - NOON) / MINUTE)).toEqual([-3, -2, -1, 0, 1])
    for (const { time, price, volume } of points) {
      expect(price).toBe(quoteAt('ETH', time).price)
      expect(volume).toBe(quoteAt('ETH', time).volume)
    }
    const on = await feed.history({ symbol: 'ETH', points: 2, step: MINUTE, before: NOON })
    expect(on.map(({ time }) => (time - NOON) / MINUTE)).toEqual([-2, -1])
  })

  test('has no volume and no market cap for metals, and no history for unknown assets', async () => {
    const feed = createSimulatedFeed(7, () => NOON)
    expect(quoteAt('XAU', NOON)).toMatchObject({ volume: null, marketCap: null })
    const gold = await feed.history({ symbol: 'XAU', points: 3, step: MINUTE, before: NOON })
    expect(gold.every(({ volume }) => volume === null)).toBe(true)
    expect(await feed.history({ symbol: 'NONE', points: 3, step: MINUTE, before: NOON })).toEqual([])
  })

  test('sums the coins to the total volume', async () => {
    const volumes = await createSimulatedFeed(7, () => NOON).totalVolumes(NOON)
    expect(volumes).toHaveLength(168)
    const hourAgo = quotesAt(NOON - 60 * MINUTE).reduce((sum, { volume }) => sum + (volume ?? 0), 0)
    expect(volumes.at(-1)).toBe(hourAgo)
  })
})
