import { describe, expect, it } from 'vitest'
import { dataOf, type Remote, toRemote, viewLoading } from './remote.ts'

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
