import { describe, expect, it } from 'vitest'
import type { ChartRange } from '#contract/market/market'
import { loadingState } from '#core/query/remote'
import { samplePrices } from '#shared/sample-prices'
import { listLivePrices } from './live-prices.ts'
import {
  type ChartSelection,
  chartAssets,
  createSampleChart,
  getChartUrl,
  getSymbolChartUrl,
  listAssets,
  listComparableAssets,
  parseChartHeaders,
  parseChartSelection,
  summarizeChart,
} from './price-chart.ts'

const [gold, , bitcoin] = chartAssets
const now = Date.UTC(2026, 10, 20)

describe('the URL of a chart', () => {
  const last = { asset: gold, range: '24h' } as const
  const read = (query: string, before: ChartSelection = last) =>
    parseChartSelection(new URLSearchParams(query), before)

  it('names the asset, the range and the compared asset', () => {
    const choice = { asset: bitcoin, range: '30d', compared: gold } as const
    expect(getChartUrl(choice)).toBe('?tab=charts&symbol=BTC&range=30d&with=XAU')
    expect(read(getChartUrl(choice))).toEqual(choice)
    expect(read(getChartUrl({ asset: bitcoin, range: '1h' }), choice)).toEqual({
      asset: bitcoin,
      range: '1h',
    })
  })

  it('is the last chart if it names none that exists', () => {
    expect(read('tab=charts', { ...last, compared: bitcoin })).toEqual({ ...last, compared: bitcoin })
    expect(read('symbol=NONE&range=2h')).toEqual(last)
    expect(read('symbol=XAU&with=XAU')).toEqual(last)
  })

  it('exists for each price of the live strip, with its own button if there is none', () => {
    for (const { symbol } of listLivePrices(loadingState, loadingState))
      expect(getSymbolChartUrl(symbol)).toBe(`?tab=charts&symbol=${symbol}&range=24h`)
    expect(getSymbolChartUrl('NONE')).toBeUndefined()
    expect(listAssets(bitcoin)).toEqual(chartAssets)
    const { asset } = read('symbol=XRP')
    expect(listAssets(asset).map(({ symbol }) => symbol)).toEqual([
      ...chartAssets.map(({ symbol }) => symbol),
      'XRP',
    ])
  })
})

describe('the assets of a chart', () => {
  const symbols = (assets: readonly { symbol: string }[]) => assets.map(({ symbol }) => symbol)

  it('include the metals that series depend on, before cryptocurrencies', () => {
    expect(symbols(listAssets(bitcoin, ['XPT', 'XAU', 'XPD']))).toEqual([
      'XAU',
      'XAG',
      'XPT',
      'XPD',
      'BTC',
      'ETH',
      'ADA',
      'SOL',
    ])
    const { asset } = parseChartSelection(new URLSearchParams('symbol=XPD'), { asset: gold, range: '24h' })
    expect(symbols(listAssets(asset))).toEqual(['XAU', 'XAG', 'XPD', 'BTC', 'ETH', 'ADA', 'SOL'])
  })

  it('can be compared with all others, metals first', () => {
    expect(symbols(listComparableAssets(gold))).toEqual([
      'XAG',
      'XPT',
      'XPD',
      'BTC',
      'ETH',
      'XRP',
      'ADA',
      'SOL',
    ])
  })
})

describe('a sample chart', () => {
  it.each([
    ['1h', 60],
    ['24h', 24],
    ['7d', 7],
    ['30d', 30],
    ['1y', 12],
  ] as const)('of %s has %d points around the base price, oldest first, up to now', (range, count) => {
    const points = createSampleChart(bitcoin, range, now)
    expect(points).toHaveLength(count)
    expect(points.at(-1)?.time).toBe(new Date(now).toISOString())
    expect(points.map(({ time }) => time)).toEqual(points.map(({ time }) => time).toSorted())
    for (const { price, volume } of points) {
      expect(Math.abs(price / bitcoin.base - 1)).toBeLessThanOrEqual(0.03)
      expect(volume).toBeGreaterThan(0)
    }
  })

  it('ends at the sample price of the live strip', () => {
    for (const asset of listComparableAssets(gold)) {
      const last = createSampleChart(asset, '24h', now).at(-1)
      expect([asset.symbol, last?.price]).toEqual([asset.symbol, samplePrices[asset.symbol]])
    }
  })

  it('is the same on each load on one day, and differs for another day, asset or range', () => {
    const load = (asset = bitcoin, range: ChartRange = '24h', at = now) =>
      createSampleChart(asset, range, at).map(({ price, volume }) => [price / asset.base, volume])
    const first = load()
    expect(load(bitcoin, '24h', now + 86_399_999)).toEqual(first)
    for (const other of [load(bitcoin, '24h', now - 1), load(gold), load(bitcoin, '30d')])
      expect(other.slice(0, 5)).not.toEqual(first.slice(0, 5))
    expect(new Set(first.map(String)).size).toBe(24)
  })

  it('has no volume for metals', () => {
    expect(createSampleChart(gold, '7d').every(({ volume }) => volume === null)).toBe(true)
  })
})

describe('the figures beside a chart', () => {
  const HOUR = 3_600_000
  /** Points an hour apart, the last one now. */
  const points = (...prices: number[]) =>
    prices.map((price, at) => ({
      time: new Date(now - (prices.length - 1 - at) * HOUR).toISOString(),
      price,
      volume: null,
    }))
  const day = (first: number, last: number) => points(first, ...Array<number>(23).fill(first), last)

  it('are derived from the points', () => {
    const history = points(100, 130, 90, ...Array<number>(164).fill(100), 110)
    expect(summarizeChart({ points: history, dayChange: 3, high: null, low: null }, '7d')).toEqual({
      latest: 110,
      change: expect.closeTo(10, 10),
      high: 130,
      low: 90,
      hasVolume: false,
    })
    const traded = { time: '', price: 1, volume: 5 }
    expect(
      summarizeChart({ points: [...points(1), traded], dayChange: null, high: null, low: null }, '7d')
        ?.hasVolume,
    ).toBe(true)
  })

  it('have the high and low of all prices, including those between the points', () => {
    const chart = { points: points(100, 110), dayChange: null }
    expect(summarizeChart({ ...chart, high: 131, low: 87 }, '7d')).toMatchObject({ high: 131, low: 87 })
    // A current price is newer than the headers of a cached response.
    expect(summarizeChart({ ...chart, high: 105, low: 104 }, '7d')).toMatchObject({ high: 110, low: 100 })
  })

  it('use the 24-hour change shown elsewhere, if known', () => {
    expect(
      summarizeChart({ points: day(100, 110), dayChange: -2.5, high: null, low: null }, '24h')?.change,
    ).toBe(-2.5)
    expect(
      summarizeChart({ points: day(100, 110), dayChange: 0, high: null, low: null }, '24h')?.change,
    ).toBe(0)
    expect(
      summarizeChart({ points: day(100, 110), dayChange: null, high: null, low: null }, '24h')?.change,
    ).toBeCloseTo(10, 10)
  })

  it('show since when the price has changed if the history is shorter than the range', () => {
    const short = points(100, 105, 110)
    expect(summarizeChart({ points: short, dayChange: null, high: null, low: null }, '24h')).toMatchObject({
      change: expect.closeTo(10, 10),
      since: short[0]?.time,
    })
    expect(summarizeChart({ points: short, dayChange: 4, high: null, low: null }, '24h')).not.toHaveProperty(
      'since',
    )
    expect(summarizeChart({ points: short, dayChange: 4, high: null, low: null }, '30d')?.since).toBe(
      short[0]?.time,
    )
    expect(
      summarizeChart({ points: day(100, 110), dayChange: null, high: null, low: null }, '24h'),
    ).not.toHaveProperty('since')
  })

  it('have no change for a single point, unless one is shown elsewhere', () => {
    const single = { points: points(100), high: null, low: null }
    const summary = summarizeChart({ ...single, dayChange: null }, '24h')
    expect(summary).toMatchObject({ latest: 100, change: null })
    expect(summary).not.toHaveProperty('since')
    expect(summarizeChart({ ...single, dayChange: 2 }, '24h')?.change).toBe(2)
  })

  it('are undefined without any points', () =>
    expect(summarizeChart({ points: [], dayChange: null, high: null, low: null }, '24h')).toBeUndefined())
})

describe('the headers of a chart', () => {
  const read = (sent: Record<string, string>) => parseChartHeaders(new Headers(sent))

  it('hold the change over 24 hours, the high and the low', () => {
    expect(
      read({ 'x-market-change-24h': '-3.12', 'x-market-high': '2401.5', 'x-market-low': '0.5' }),
    ).toEqual({ dayChange: -3.12, high: 2401.5, low: 0.5 })
    expect(read({ 'x-market-change-24h': '0' }).dayChange).toBe(0)
  })

  it('omit unknown values', () => {
    const unknown = { dayChange: null, high: null, low: null }
    expect([read({}), read({ 'x-market-change-24h': '' }), read({ 'x-market-high': 'x' })]).toEqual([
      unknown,
      unknown,
      unknown,
    ])
  })
})
