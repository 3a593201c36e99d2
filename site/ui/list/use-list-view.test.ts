import { describe, expect, it } from 'vitest'
import type { ListQuery } from '#core/list/url-state'
import { loadingState } from '#core/query/remote'
import { toListViewState } from './use-list-view.ts'

const query = (search: string): ListQuery => ({ page: 1, limit: 20, sort: 'name', search, filters: {} })
const page = { query: query('gold') }
const error = new Error('down')

describe('the page on screen', () => {
  it('belongs to the URL’s query', () => {
    const view = { status: 'ready', data: page, isFetching: false } as const
    expect(toListViewState(view, query('gold'))).toEqual({ view, isStale: false })
    expect(toListViewState(loadingState, query('gold'))).toEqual({ view: loadingState, isStale: false })
  })

  it('belongs to an earlier query while another is fetched', () => {
    const view = { status: 'ready', data: page, isFetching: true } as const
    expect(toListViewState(view, query('tin'))).toEqual({ view, isStale: true })
  })

  it('is kept after its own query fails', () => {
    const view = { status: 'failed', error, lastData: page, isFetching: false } as const
    expect(toListViewState(view, query('gold'))).toEqual({ view, isStale: false })
  })

  it('is not kept after another query fails', () => {
    const view = { status: 'failed', error, lastData: page, isFetching: false } as const
    expect(toListViewState(view, query('tin'))).toEqual({
      view: { ...view, lastData: undefined },
      isStale: false,
    })
  })

  it('is kept without the failure while another query is fetched', () => {
    const view = { status: 'failed', error, lastData: page, isFetching: true } as const
    const ready = { status: 'ready', data: page, isFetching: true }
    expect(toListViewState(view, query('tin'))).toEqual({ view: ready, isStale: true })
  })
})
