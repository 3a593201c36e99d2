import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { faultsOf, type List, type ListedPage } from '#core/list/list'
import { type FilterRules, isSameQuery, type ListQuery } from '#core/list/url-state'
import { dataOf, type Remote } from '#core/query/remote'
import { type ListUrlState, useUrlState } from './use-url-state.ts'

/** The state that a list's components draw. */
export interface ListView<Row, R extends FilterRules = FilterRules> extends ListUrlState<R> {
  rules: { sizes: readonly number[]; size: number }
  view: Remote<ListedPage<Row, R>>
  /** The page on screen, perhaps of another query (`isStale`) or from before a failure. */
  page: ListedPage<Row, R> | undefined
  /** The rows belong to another query than the URL. */
  isStale: boolean
  /**
   * Why there is no list for the filters in the URL: words that are not known, by their names, or what the server
   * refused, by the name of each in the API. Empty where there is one.
   */
  faults: Readonly<Record<string, string>>
  refresh: () => void
}

/**
 * The page on screen for a query. Rows of an earlier query stay until the new ones arrive, but never under a failure.
 */
export function viewOfQuery<Page extends { query: ListQuery }>(
  view: Remote<Page>,
  query: ListQuery,
): { view: Remote<Page>; isStale: boolean } {
  const held = dataOf(view)
  const isStale = held !== undefined && !isSameQuery(held.query, query)
  if (!isStale || view.status !== 'failed') return { view, isStale }
  const { updating } = view
  if (updating) return { view: { status: 'ready', data: held, updating }, isStale }
  return { view: { ...view, last: undefined }, isStale: false }
}

/**
 * Binds a list to the URL. A page beyond the last one, whose rows were deleted, is replaced by the last one, unless
 * `staysBeyond`.
 */
export function useListView<Row, R extends FilterRules>(
  list: List<Row, R>,
  { staysBeyond = false } = {},
): ListView<Row, R> {
  const address = useUrlState(list.rules)
  const { query, show } = address
  // Before the first read of the store, which would otherwise fetch the query of the last visit.
  useState(() => !isSameQuery(list.$query.get(), query) && list.$query.set(query))
  useEffect(() => {
    if (!isSameQuery(list.$query.get(), query)) list.$query.set(query)
  })
  const { view, isStale } = viewOfQuery(useStore(list.$page), query)
  const page = dataOf(view)

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
    faults: { ...address.unknown, ...faultsOf(view) },
    refresh: list.refresh,
  }
}
