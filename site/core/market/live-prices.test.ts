import { describe, expect, it } from 'vitest'
import type { CryptoPrice, MarketPrice } from '#contract/market/market'
import type { DataWithProvenance } from '#core/query/data-provenance'
import type { Remote } from '#core/query/remote'
import { sampleCoins } from './crypto-prices.ts'
import { listLivePrices } from './live-prices.ts'

const metal = (price: number): MarketPrice => ({ symbol: 'X', name: 'X', price, change: 0.5 })
const coin = (symbol: string, price: number) =>
  ({ ...sampleCoins[0], symbol, current_price: price, price_change_percentage_24h: -1.5 }) as CryptoPrice
const ready = <T>(data: T): Remote<DataWithProvenance<T>> => ({
  status: 'ready',
  isFetching: false,
  data: { data, source: 'live', asOf: '2026-11-20T10:00:00.000Z', stale: false },
})
const failed = <T>(data: T): Remote<DataWithProvenance<T>> => ({
  status: 'failed',
  isFetching: false,
  lastData: { data, source: 'sample' },
  error: new Error(),
})
const loading = { status: 'loading', isFetching: true } as const

const metals = ready({ gold: metal(2400), silver: metal(30) })
const coins = ready(['btc', 'eth', 'xrp', 'ada'].map((symbol, index) => coin(symbol, index + 1)))

describe('the live strip', () => {
  it('shows gold and silver from one call and the coins from the other, in its order', () => {
    const prices = listLivePrices(metals, coins)
    expect(prices.map(({ name }) => name)).toEqual([
      'Gold',
      'Silver',
      'Bitcoin',
      'Ethereum',
      'XRP',
      'Cardano',
    ])
    expect(prices.map(({ price }) => price)).toEqual([2400, 30, 1, 2, 3, 4])
    expect(prices.map(({ change }) => change)).toEqual([0.5, 0.5, -1.5, -1.5, -1.5, -1.5])
    expect(prices.some(({ isSample }) => isSample)).toBe(false)
  })

  it('falls back to the specified values when both calls fail, without a change', () => {
    const prices = listLivePrices(failed({}), failed(sampleCoins))
    expect(prices.map(({ symbol, price }) => [symbol, price])).toEqual([
      ['XAU', 2038.81],
      ['XAG', 24.15],
      ['BTC', 117198],
      ['ETH', 4790.92],
      ['XRP', 3.07],
      ['ADA', 0.93],
    ])
    expect(prices.every(({ isSample, change }) => isSample && change === null)).toBe(true)
  })

  it('shows no change for a real metal until there is a price from the previous day', () => {
    const prices = listLivePrices(
      ready({ gold: { ...metal(2400), change: null }, silver: { ...metal(30), change: 0 } }),
      coins,
    )
    expect(prices[0]).toMatchObject({ price: 2400, change: null, isSample: false })
    expect(prices[1]).toMatchObject({ price: 30, change: 0 })
  })

  it('falls back to the specified value for a single price that is missing or zero', () => {
    const prices = listLivePrices(ready({ gold: metal(0) }), ready([coin('btc', 5), coin('eth', 0)]))
    expect(prices.map(({ price, isSample }) => [price, isSample])).toEqual([
      [2038.81, true],
      [24.15, true],
      [5, false],
      [4790.92, true],
      [3.07, true],
      [0.93, true],
    ])
  })

  it('waits for each call separately', () => {
    const prices = listLivePrices(loading, coins)
    expect(prices.map(({ price }) => price)).toEqual([undefined, undefined, 1, 2, 3, 4])
  })
})
