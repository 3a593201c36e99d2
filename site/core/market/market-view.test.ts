import { describe, expect, it } from 'vitest'
import { type MarketFigures, type MarketView, subscribeToMarket } from './market-view.ts'

const asOf = '2026-11-20T10:00:00.000Z'
const figures: MarketFigures<number> = { data: 7, source: 'live', asOf, stale: false }
const loading: MarketView<number> = { status: 'loading', updating: true }
const down = new Error('down')
const follow = (before: MarketView<number>, feed: Parameters<typeof subscribeToMarket<number>>[1]) =>
  subscribeToMarket(before, feed, () => 1)

describe('market figures on screen', () => {
  const ready = follow(loading, { data: figures, loading: false })

  it('are the response’s, with their provenance', () => {
    expect(ready).toEqual({ status: 'ready', updating: false, data: 7, source: 'live', asOf, delayed: false })
    expect(follow(loading, { data: { ...figures, stale: true }, loading: false })).toMatchObject({
      delayed: true,
    })
  })

  it('are samples when nothing was ever received, and stay the same ones', () => {
    const failed = subscribeToMarket(loading, { error: down, loading: false }, () => Math.random())
    expect(failed).toMatchObject({ status: 'sample', failure: down })
    const again = subscribeToMarket(failed, { error: down, loading: false }, () => Math.random())
    expect(again).toEqual(failed)
    expect(follow(failed, { loading: true })).toMatchObject({ status: 'sample', updating: true })
    expect(follow(failed, { data: figures, loading: false })).toEqual(ready)
  })

  it('stay when a refetch fails, marked as delayed, until newer ones arrive', () => {
    const stale = follow(ready, { error: down, loading: false })
    expect(stale).toEqual({ ...ready, delayed: true, failure: down })
    expect(follow(stale, { loading: true })).toEqual({ ...stale, updating: true })
    expect(follow(stale, { data: { ...figures, data: 8 }, loading: false })).toEqual({ ...ready, data: 8 })
  })

  it('stay while newer ones are fetched', () => {
    expect(follow(ready, { data: figures, loading: true })).toEqual({ ...ready, updating: true })
    expect(follow(ready, { loading: true })).toEqual({ ...ready, updating: true })
  })
})
