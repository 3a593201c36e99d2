import { describe, expect, it } from 'vitest'
import type { ListQuery } from '#core/list/url-state'
import { viewLoading } from '#core/query/remote'
import { viewOfQuery } from './use-list.ts'

const query = (search: string): ListQuery => ({ page: 1, limit: 20, sort: 'name', search, filters: {} })
const page = { query: query('gold') }
const error = new Error('down')

describe('the page on screen', () => {
  it('belongs to the query of the URL', () => {
    const view = { status: 'ready', data: page, updating: false } as const
    expect(viewOfQuery(view, query('gold'))).toEqual({ view, isStale: false })
    expect(viewOfQuery(viewLoading, query('gold'))).toEqual({ view: viewLoading, isStale: false })
  })

  it('is that of an earlier query while another is fetched', () => {
    const view = { status: 'ready', data: page, updating: true } as const
    expect(viewOfQuery(view, query('tin'))).toEqual({ view, isStale: true })
  })

  it('stays after a failure of its own query', () => {
    const view = { status: 'failed', error, last: page, updating: false } as const
    expect(viewOfQuery(view, query('gold'))).toEqual({ view, isStale: false })
  })

  it('does not stay under the failure of another query', () => {
    const view = { status: 'failed', error, last: page, updating: false } as const
    expect(viewOfQuery(view, query('tin'))).toEqual({ view: { ...view, last: undefined }, isStale: false })
  })

  it('stays without the failure while another query is fetched', () => {
    const view = { status: 'failed', error, last: page, updating: true } as const
    const ready = { status: 'ready', data: page, updating: true }
    expect(viewOfQuery(view, query('tin'))).toEqual({ view: ready, isStale: true })
  })
})
