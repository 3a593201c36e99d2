import { describe, expect, it } from 'vitest'
import { type DataWithProvenance, isDelayed, toSampleData } from './data-provenance.ts'
import { getData, loadingState, type Remote, toRemote } from './remote.ts'

const ready: Remote<string> = { status: 'ready', data: 'old', isFetching: false }

describe('a view of a query', () => {
  it('shows the data', () => {
    expect(toRemote<string>(loadingState, { data: 'new', loading: false })).toEqual({
      status: 'ready',
      data: 'new',
      isFetching: false,
    })
  })

  it('stays the same during a refetch', () => {
    expect(toRemote(ready, { loading: true })).toEqual({ ...ready, isFetching: true })
    expect(toRemote(loadingState, { loading: true })).toEqual(loadingState)
  })

  it('shows a failure and keeps the last data through several failures', () => {
    const error = new Error('down')
    const failed = toRemote(ready, { error, loading: false })
    expect(failed).toEqual({ status: 'failed', error, lastData: 'old', isFetching: false })
    const asking = toRemote(failed, { loading: true })
    const again = toRemote(asking, { error, loading: false })
    expect(getData(again)).toBe('old')
    expect(toRemote(again, { data: 'new', loading: false }).status).toBe('ready')
  })

  it('has no data after a first failure', () => {
    const failed = toRemote<string>(loadingState, { error: new Error('down'), loading: false })
    expect(failed.status).toBe('failed')
    expect(getData(failed)).toBeUndefined()
  })
})

describe('figures with their provenance', () => {
  const asOf = '2026-11-20T10:00:00.000Z'
  const down = new Error('down')
  const figures: DataWithProvenance<number> = { data: 7, source: 'live', asOf, stale: false }
  const follow = (
    before: Remote<DataWithProvenance<number>>,
    feed: Parameters<typeof toRemote<DataWithProvenance<number>>>[1],
  ) => toRemote(before, feed, () => toSampleData(Math.random()))
  const shown = follow(loadingState, { data: figures, loading: false })

  it('are the response’s', () => {
    expect(shown).toEqual({ status: 'ready', isFetching: false, data: figures })
    expect(isDelayed(shown)).toBe(false)
  })

  it('are marked as delayed when the source has not responded to the server', () => {
    expect(isDelayed(follow(loadingState, { data: { ...figures, stale: true }, loading: false }))).toBe(true)
  })

  it('are a stand-in if nothing was ever received, and keep the same one', () => {
    const failed = follow(loadingState, { error: down, loading: false })
    expect(failed).toMatchObject({ status: 'failed', error: down, lastData: { source: 'sample' } })
    expect(follow(failed, { error: down, loading: false })).toEqual(failed)
    expect(follow(failed, { loading: true })).toEqual({ ...failed, isFetching: true })
    expect(follow(failed, { data: figures, loading: false })).toEqual(shown)
  })

  it('stay when a refetch fails, delayed, until newer ones arrive', () => {
    const old = follow(shown, { error: down, loading: false })
    expect(getData(old)).toEqual(figures)
    expect(isDelayed(old)).toBe(true)
    expect(follow(old, { loading: true })).toEqual({ ...old, isFetching: true })
    const newer = { ...figures, data: 8 }
    expect(getData(follow(old, { data: newer, loading: false }))).toEqual(newer)
  })

  it('stay while newer ones are fetched', () => {
    expect(follow(shown, { data: figures, loading: true })).toEqual({ ...shown, isFetching: true })
    expect(follow(shown, { loading: true })).toEqual({ ...shown, isFetching: true })
  })
})
