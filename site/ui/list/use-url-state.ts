import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import {
  clearFilters,
  type FilterRules,
  type FiltersOf,
  findUnknownParameters,
  isSameQuery,
  type ListQuery,
  type ListRules,
  parseListQuery,
  serializeListQuery,
} from '#core/list/url-state'

/** Changes the view and the URL; any new filter or order returns to the first page. */
type ListChange<R extends FilterRules> = Partial<Pick<ListQuery, 'page' | 'limit' | 'sort' | 'search'>> & {
  filters?: Partial<FiltersOf<R>>
}

/** The query in the URL, and functions to change it. */
export interface ListUrlState<R extends FilterRules = FilterRules> {
  query: ListQuery<R>
  /** Whether a search or filter applies, which may be why the list is empty. */
  isNarrowed: boolean
  /**
   * Changes the query. A function receives the most recently requested query, which may not be in the URL yet.
   * `replace` overwrites the current entry of the browser's history.
   */
  show: (
    change: ListChange<R> | ((requested: ListQuery<R>) => ListChange<R>),
    options?: { replace?: boolean },
  ) => void
  /** Unknown parts of the URL, see `findUnknownParameters`; empty if there are none. */
  unknown: Readonly<Record<string, string>>
  /** Removes search terms and filters. */
  widen: () => void
}

/** Keeps the state of a list in the URL, so that Back and Forward restore it and the link can be shared. */
export function useUrlState<R extends FilterRules>(rules: ListRules<R>): ListUrlState<R> {
  const [address, setAddress] = useSearchParams()
  const query = parseListQuery(rules, address)
  const widest = clearFilters(rules, query)
  // The URL is updated slightly later; changes in the meantime start from the most recently requested query.
  const requested = useRef(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each render, the same until the URL changes
  useEffect(() => {
    requested.current = query
  }, [address])
  const write = (wanted: ListQuery<R>, replace = false) => {
    requested.current = wanted
    setAddress((before) => serializeListQuery(rules, wanted, before), { preventScrollReset: true, replace })
  }
  return {
    query,
    unknown: findUnknownParameters(rules, address),
    isNarrowed: !isSameQuery({ ...query, page: 1 }, widest),
    show: (change, { replace } = {}) => {
      // A change made before the last one is in the URL must not undo it.
      const before = requested.current
      const { filters, ...rest } = typeof change === 'function' ? change(before) : change
      write({ ...before, page: 1, ...rest, filters: { ...before.filters, ...filters } }, replace)
    },
    widen: () => write(widest),
  }
}
