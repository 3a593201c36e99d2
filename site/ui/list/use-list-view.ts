import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getFilterErrors, type List, type ListedPage } from '#core/list/list'
import { type FilterRules, isSameQuery, type ListQuery } from '#core/list/url-state'
import { getData, type Remote } from '#core/query/remote'
import { type ListUrlState, useUrlState } from './use-url-state.ts'

/** The state that a list's components render. */
export interface ListView<Row, R extends FilterRules = FilterRules> extends ListUrlState<R> {
  rules: { sizes: readonly number[]; size: number }
  view: Remote<ListedPage<Row, R>>
  /** The page on screen, possibly of another query (`isStale`) or from before a failure. */
  page: ListedPage<Row, R> | undefined
  /** The rows belong to a different query than the URL. */
  isStale: boolean
  /**
   * Why the URL's filters produce no list: messages for unknown words, by parameter name, or for values the server
   * rejected, by API name. Empty if there is a list.
   */
  faults: Readonly<Record<string, string>>
  refresh: () => void
}

/**
 * The page on screen for a query. Rows of an earlier query stay until the new ones arrive, but never after a failure.
 */
export function toListViewState<Page extends { query: ListQuery }>(
  view: Remote<Page>,
  query: ListQuery,
): { view: Remote<Page>; isStale: boolean } {
  const held = getData(view)
  const isStale = held !== undefined && !isSameQuery(held.query, query)
  if (!isStale || view.status !== 'failed') return { view, isStale }
  const { isFetching } = view
  if (isFetching) return { view: { status: 'ready', data: held, isFetching }, isStale }
  return { view: { ...view, lastData: undefined }, isStale: false }
}

/**
 * Binds a list to the URL. A page beyond the last one, whose rows were deleted, is replaced by the last one, unless
 * `staysBeyond` is set.
 */
export function useListView<Row, R extends FilterRules>(
  list: List<Row, R>,
  { staysBeyond = false } = {},
): ListView<Row, R> {
  const address = useUrlState(list.rules)
  const { query, show } = address
  // Before the first read of the store, which would otherwise fetch the previous visit's query.
  useState(() => !isSameQuery(list.$query.get(), query) && list.$query.set(query))
  useEffect(() => {
    if (!isSameQuery(list.$query.get(), query)) list.$query.set(query)
  })
  const { view, isStale } = toListViewState(useStore(list.$page), query)
  const page = getData(view)

  const pages = page && !isStale ? page.pagination.pages : undefined
  useEffect(() => {
    if (!staysBeyond && pages !== undefined && query.page > pages) show({ page: pages }, { replace: true })
  })

  return {
    rules: list.rules,
    ...address,
    view,
    page,
    isStale,
    faults: { ...address.unknown, ...getFilterErrors(view) },
    refresh: list.refresh,
  }
}
