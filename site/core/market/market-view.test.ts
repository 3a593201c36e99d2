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

  it('are what came, with where it came from', () => {
    expect(ready).toEqual({ status: 'ready', updating: false, data: 7, source: 'live', asOf, delayed: false })
    expect(follow(loading, { data: { ...figures, stale: true }, loading: false })).toMatchObject({
      delayed: true,
    })
  })

  it('are samples when nothing ever came, the same ones while that lasts', () => {
    const failed = subscribeToMarket(loading, { error: down, loading: false }, () => Math.random())
    expect(failed).toMatchObject({ status: 'sample', failure: down })
    const again = subscribeToMarket(failed, { error: down, loading: false }, () => Math.random())
    expect(again).toEqual(failed)
    expect(follow(failed, { loading: true })).toMatchObject({ status: 'sample', updating: true })
    expect(follow(failed, { data: figures, loading: false })).toEqual(ready)
  })

  it('stay when a refresh fails, delayed since they came, until there are newer ones', () => {
    const kept = follow(ready, { error: down, loading: false })
    expect(kept).toEqual({ ...ready, delayed: true, failure: down })
    expect(follow(kept, { loading: true })).toEqual({ ...kept, updating: true })
    expect(follow(kept, { data: { ...figures, data: 8 }, loading: false })).toEqual({ ...ready, data: 8 })
  })

  it('stay while newer ones are asked for', () => {
    expect(follow(ready, { data: figures, loading: true })).toEqual({ ...ready, updating: true })
    expect(follow(ready, { loading: true })).toEqual({ ...ready, updating: true })
  })
})
