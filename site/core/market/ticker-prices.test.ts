import { describe, expect, it } from 'vitest'
import type { DataWithProvenance } from '#core/query/data-provenance'
import type { Remote } from '#core/query/remote'
import { listTickerItems, type MarketPrices, tickerSamples } from './ticker-prices.ts'

const loading: Remote<DataWithProvenance<MarketPrices>> = { status: 'loading', isFetching: true }
const ready = (data: MarketPrices): Remote<DataWithProvenance<MarketPrices>> => ({
  status: 'ready',
  isFetching: false,
  data: { data, source: 'live', asOf: '2026-11-20T10:00:00.000Z', stale: false },
})

describe('the items', () => {
  it('are in the order of the specification, without prices until there are any', () => {
    const items = listTickerItems(loading)
    expect(items.map(({ name }) => name)).toEqual([
      'Gold',
      'Silver',
      'Platinum',
      'Palladium',
      'Bitcoin',
      'Ethereum',
    ])
    expect(items.every((item) => item.price === 0 && item.change === 0)).toBe(true)
  })

  it('have no invented prices of platinum and palladium', () => {
    const items = listTickerItems(ready({ gold: { price: 2400.5, change: 0.4 } }))
    expect(items.find(({ asset }) => asset === 'platinum')).toMatchObject({ price: 0, change: 0 })
    expect(items.find(({ asset }) => asset === 'gold')).toMatchObject({ price: 2400.5, change: 0.4 })
  })

  it('have exactly the fallback values of the specification', () => {
    const sample = {
      status: 'failed',
      isFetching: false,
      lastData: { data: tickerSamples, source: 'sample' },
      error: new Error('down'),
    } as const
    expect(listTickerItems(sample).map(({ price, change }) => [price, change])).toEqual([
      [2038.81, 0.58],
      [23.45, -0.12],
      [987.5, 1.25],
      [1056.8, -0.85],
      [109170, 3.2],
      [2597, 7.77],
    ])
  })
})
