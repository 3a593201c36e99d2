import { describe, expect, it } from 'vitest'
import type { MarketData } from '#contract/market'
import { followFeed, listTickerItems, samplePrices, type TickerState } from './market.ts'

const price = (value: number, change: number) => ({ symbol: 'X', name: 'X', price: value, change })
const data: MarketData = {
  gold: price(2400.5, 0.4),
  silver: price(30, -0.2),
  btc: price(60000, 1),
  eth: price(3000, 0),
  as_of: '2026-11-20T10:00:00.000Z',
  source: 'live',
  stale: false,
}
const loading: TickerState = { status: 'loading', updating: true }

describe('the ticker follows its feed', () => {
  it('shows what came, and where it came from', () => {
    expect(followFeed(loading, { data, loading: false })).toMatchObject({
      status: 'ready',
      provenance: 'live',
      asOf: data.as_of,
      updating: false,
    })
    expect(followFeed(loading, { data: { ...data, stale: true }, loading: false })).toMatchObject({
      provenance: 'delayed',
    })
    expect(
      followFeed(loading, { data: { ...data, source: 'simulated', stale: true }, loading: false }),
    ).toMatchObject({
      provenance: 'simulated',
    })
  })

  it('shows sample values when the call fails, real ones after it works again', () => {
    const failed = followFeed(loading, { error: new Error('down'), loading: false })
    expect(failed).toEqual({ status: 'sample', updating: false, prices: samplePrices })
    const asking = followFeed(failed, { loading: true })
    expect(asking).toEqual({ status: 'sample', updating: true, prices: samplePrices })
    expect(followFeed(asking, { data, loading: false }).status).toBe('ready')
  })

  it('keeps the figures on screen while it asks again', () => {
    const ready = followFeed(loading, { data, loading: false })
    expect(followFeed(ready, { loading: true })).toEqual({ ...ready, updating: true })
  })
})

describe('the items', () => {
  it('come in the order of the specification, without prices until there are any', () => {
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

  it('do not invent platinum and palladium', () => {
    const items = listTickerItems(followFeed(loading, { data, loading: false }))
    expect(items.find(({ asset }) => asset === 'platinum')).toMatchObject({ price: 0, change: 0 })
    expect(items.find(({ asset }) => asset === 'gold')).toMatchObject({ price: 2400.5, change: 0.4 })
  })

  it('carry the fallback values of the specification, letter for letter', () => {
    const sample = followFeed(loading, { error: new Error('down'), loading: false })
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
