import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { dataOf } from '#core/query-view'
import type { List, ListedPage, SaveOptions } from './list.ts'
import { type FilterRules, type FiltersOf, type ListQuery, readQuery, writeQuery } from './list-address.ts'

/** What changes on the screen and in the address; whatever narrows or orders goes back to the first page. */
export type ListChange<R extends FilterRules> = Partial<
  Pick<ListQuery, 'page' | 'limit' | 'sort' | 'search'>
> & {
  filters?: Partial<FiltersOf<R>>
}

/** What a list's parts draw. `page` is what stands on screen, perhaps of another query (`isStale`) or from before a failure. */
export interface ListState<Row, R extends FilterRules = FilterRules> {
  name: string
  rules: { sizes: readonly number[]; size: number }
  query: ListQuery<R>
  status: 'loading' | 'failed' | 'empty' | 'ready'
  page: ListedPage<Row, R> | undefined
  /** The rows answer another query than the address asks. */
  isStale: boolean
  /** An answer is awaited. */
  isUpdating: boolean
  /** Something narrows the list: an empty one may be so because of it. */
  isNarrowed: boolean
  error: unknown
  /** Changes what is shown. `replace` writes over the present entry of the browser's history. */
  show: (change: ListChange<R>, options?: { replace?: boolean }) => void
  /** Shows all again: no search words, no filters. */
  widen: () => void
  refresh: () => void
  /** Saves all that match, not only what is on screen, as a file. */
  save: (options: SaveOptions) => Promise<void>
}

const isSame = (one: ListQuery, other: ListQuery): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Binds a list to the address: Back and Forward show what was shown, and an address can be handed on. */
export function useList<Row, R extends FilterRules>(list: List<Row, R>): ListState<Row, R> {
  const [address, setAddress] = useSearchParams()
  const query = readQuery(list.rules, address)
  // Before the first look at the store: else it would ask for what was shown when the section was last left.
  useState(() => !isSame(list.$query.get(), query) && list.$query.set(query))
  useEffect(() => {
    if (!isSame(list.$query.get(), query)) list.$query.set(query)
  })
  const view = useStore(list.$page)
  const held = dataOf(view)
  const isStale = held !== undefined && !isSame(held.query, query)
  // Rows that answer another query stay until theirs arrive, but never under a failure.
  const failed = view.status === 'failed' && !(view.updating && isStale)
  const page = failed && isStale ? undefined : held

  const write = (wanted: ListQuery<R>, replace = false) =>
    setAddress((before) => writeQuery(list.rules, wanted, before), { preventScrollReset: true, replace })

  // The last row of the last page may have gone: the page before it is the last one then.
  const pages = page && !isStale ? page.pagination.pages : undefined
  useEffect(() => {
    if (pages !== undefined && query.page > pages) write({ ...query, page: pages }, true)
  })

  return {
    name: list.name,
    rules: list.rules,
    query,
    status: failed ? 'failed' : page === undefined ? 'loading' : page.rows.length === 0 ? 'empty' : 'ready',
    page,
    isStale,
    isUpdating: view.updating,
    isNarrowed: !isSame(
      { ...query, page: 1 },
      { ...readQuery(list.rules, new URLSearchParams()), limit: query.limit, sort: query.sort },
    ),
    error: view.status === 'failed' ? view.error : undefined,
    show: ({ filters, ...change }, { replace } = {}) =>
      write({ ...query, page: 1, ...change, filters: { ...query.filters, ...filters } }, replace),
    widen: () => {
      const usual = readQuery(list.rules, new URLSearchParams())
      write({ ...usual, limit: query.limit, sort: query.sort })
    },
    refresh: list.refresh,
    save: list.save,
  }
}
