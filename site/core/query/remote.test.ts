import { describe, expect, it } from 'vitest'
import { dataOf, type Remote, toRemote, viewLoading } from './remote.ts'
import { asSample, isDelayed, type Sourced } from './sourced.ts'

const ready: Remote<string> = { status: 'ready', data: 'old', updating: false }

describe('a view of a query', () => {
  it('shows the data', () => {
    expect(toRemote<string>(viewLoading, { data: 'new', loading: false })).toEqual({
      status: 'ready',
      data: 'new',
      updating: false,
    })
  })

  it('stays the same during a refetch', () => {
    expect(toRemote(ready, { loading: true })).toEqual({ ...ready, updating: true })
    expect(toRemote(viewLoading, { loading: true })).toEqual(viewLoading)
  })

  it('shows a failure and keeps the last data through several failures', () => {
    const error = new Error('down')
    const failed = toRemote(ready, { error, loading: false })
    expect(failed).toEqual({ status: 'failed', error, last: 'old', updating: false })
    const asking = toRemote(failed, { loading: true })
    const again = toRemote(asking, { error, loading: false })
    expect(dataOf(again)).toBe('old')
    expect(toRemote(again, { data: 'new', loading: false }).status).toBe('ready')
  })

  it('has no data after a first failure', () => {
    const failed = toRemote<string>(viewLoading, { error: new Error('down'), loading: false })
    expect(failed.status).toBe('failed')
    expect(dataOf(failed)).toBeUndefined()
  })
})

describe('figures with their provenance', () => {
  const asOf = '2026-11-20T10:00:00.000Z'
  const down = new Error('down')
  const figures: Sourced<number> = { data: 7, source: 'live', asOf, stale: false }
  const follow = (before: Remote<Sourced<number>>, feed: Parameters<typeof toRemote<Sourced<number>>>[1]) =>
    toRemote(before, feed, () => asSample(Math.random()))
  const shown = follow(viewLoading, { data: figures, loading: false })

  it('are the response’s', () => {
    expect(shown).toEqual({ status: 'ready', updating: false, data: figures })
    expect(isDelayed(shown)).toBe(false)
  })

  it('are delayed when the source has not responded to the server', () => {
    expect(isDelayed(follow(viewLoading, { data: { ...figures, stale: true }, loading: false }))).toBe(true)
  })

  it('are a stand-in when nothing was ever received, and stay the same one', () => {
    const failed = follow(viewLoading, { error: down, loading: false })
    expect(failed).toMatchObject({ status: 'failed', error: down, last: { source: 'sample' } })
    expect(follow(failed, { error: down, loading: false })).toEqual(failed)
    expect(follow(failed, { loading: true })).toEqual({ ...failed, updating: true })
    expect(follow(failed, { data: figures, loading: false })).toEqual(shown)
  })

  it('stay when a refetch fails, delayed, until newer ones arrive', () => {
    const old = follow(shown, { error: down, loading: false })
    expect(dataOf(old)).toEqual(figures)
    expect(isDelayed(old)).toBe(true)
    expect(follow(old, { loading: true })).toEqual({ ...old, updating: true })
    const newer = { ...figures, data: 8 }
    expect(dataOf(follow(old, { data: newer, loading: false }))).toEqual(newer)
  })

  it('stay while newer ones are fetched', () => {
    expect(follow(shown, { data: figures, loading: true })).toEqual({ ...shown, updating: true })
    expect(follow(shown, { loading: true })).toEqual({ ...shown, updating: true })
  })
})
