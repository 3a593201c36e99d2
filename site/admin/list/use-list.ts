import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { DownloadOutcome } from '#core/api/download'
import { dataOf, type Remote } from '#core/query/remote'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import type { List, ListedPage, SaveOptions } from './list.ts'
import { type FilterRules, isSameQuery, type ListQuery } from './url-state.ts'
import { type ListUrlState, useUrlState } from './use-url-state.ts'

/** The state that a list's components draw. */
export interface ListState<Row, R extends FilterRules = FilterRules> extends ListUrlState<R> {
  name: string
  rules: { sizes: readonly number[]; size: number }
  view: Remote<ListedPage<Row, R>>
  /** The page on screen, perhaps of another query (`isStale`) or from before a failure. */
  page: ListedPage<Row, R> | undefined
  /** The rows belong to another query than the URL. */
  isStale: boolean
  refresh: () => void
  /** Saves all matching rows, not only those on screen, as a file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
}

/**
 * The page on screen for a query. Rows of an earlier query stay until the new ones arrive, but never under a failure.
 */
function viewOfQuery<Page extends { query: ListQuery }>(
  view: Remote<Page>,
  query: ListQuery,
): { view: Remote<Page>; isStale: boolean } {
  const held = dataOf(view)
  const isStale = held !== undefined && !isSameQuery(held.query, query)
  if (!isStale || view.status !== 'failed') return { view, isStale }
  const { updating } = view
  return {
    view: updating ? { status: 'ready', data: held, updating } : { ...view, last: undefined },
    isStale,
  }
}

/** Binds a list to the URL. */
export function useList<Row, R extends FilterRules>(list: List<Row, R>): ListState<Row, R> {
  const address = useUrlState(list.rules)
  const { query, show } = address
  // Before the first read of the store, which would otherwise fetch the query of the last visit.
  useState(() => !isSameQuery(list.$query.get(), query) && list.$query.set(query))
  useEffect(() => {
    if (!isSameQuery(list.$query.get(), query)) list.$query.set(query)
  })
  useLiveRefetch(list.topics, list.refresh)
  const { view, isStale } = viewOfQuery(useStore(list.$page), query)
  const page = dataOf(view)

  // The last row of the last page may have been deleted: the page before it is the last one then.
  const pages = page && !isStale ? page.pagination.pages : undefined
  useEffect(() => {
    if (pages !== undefined && query.page > pages) show({ page: pages }, { replace: true })
  })

  return {
    name: list.name,
    rules: list.rules,
    ...address,
    view,
    page,
    isStale,
    refresh: list.refresh,
    save: list.save,
  }
}
