import { describe, expect, it } from 'vitest'
import { dataOf, followQuery, type QueryView, viewLoading } from './query-view.ts'

const ready: QueryView<string> = { status: 'ready', data: 'old', updating: false }

describe('a view follows its query', () => {
  it('shows what came', () => {
    expect(followQuery<string>(viewLoading, { data: 'new', loading: false })).toEqual({
      status: 'ready',
      data: 'new',
      updating: false,
    })
  })

  it('keeps what is on screen while it asks again', () => {
    expect(followQuery(ready, { loading: true })).toEqual({ ...ready, updating: true })
    expect(followQuery(viewLoading, { loading: true })).toEqual(viewLoading)
  })

  it('tells of a failure and keeps the last data through several', () => {
    const error = new Error('down')
    const failed = followQuery(ready, { error, loading: false })
    expect(failed).toEqual({ status: 'failed', error, last: 'old', updating: false })
    const asking = followQuery(failed, { loading: true })
    const again = followQuery(asking, { error, loading: false })
    expect(dataOf(again)).toBe('old')
    expect(followQuery(again, { data: 'new', loading: false }).status).toBe('ready')
  })

  it('has nothing to show after a first failure', () => {
    const failed = followQuery<string>(viewLoading, { error: new Error('down'), loading: false })
    expect(failed.status).toBe('failed')
    expect(dataOf(failed)).toBeUndefined()
  })
})
