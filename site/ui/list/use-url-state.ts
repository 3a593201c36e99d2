import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import {
  type FilterRules,
  type FiltersOf,
  isSameQuery,
  type ListQuery,
  type ListRules,
  readQuery,
  unknownIn,
  widestQuery,
  writeQuery,
} from '#core/list/url-state'

/** A change of the screen and the URL; any new filter or order returns to the first page. */
type ListChange<R extends FilterRules> = Partial<Pick<ListQuery, 'page' | 'limit' | 'sort' | 'search'>> & {
  filters?: Partial<FiltersOf<R>>
}

/** The query in the URL, and functions to change it. */
export interface ListUrlState<R extends FilterRules = FilterRules> {
  query: ListQuery<R>
  /** Whether a search or filter applies, which may be why the list is empty. */
  isNarrowed: boolean
  /**
   * Changes the query. A function receives the one that was requested last, which may not be in the URL yet. `replace`
   * overwrites the current entry of the browser's history.
   */
  show: (
    change: ListChange<R> | ((requested: ListQuery<R>) => ListChange<R>),
    options?: { replace?: boolean },
  ) => void
  /** What the URL asks for that the list does not have, see `unknownIn`; empty where it has all. */
  unknown: Readonly<Record<string, string>>
  /** Removes search terms and filters. */
  widen: () => void
}

/** Keeps the state of a list in the URL: Back and Forward restore it, and the link can be shared. */
export function useUrlState<R extends FilterRules>(rules: ListRules<R>): ListUrlState<R> {
  const [address, setAddress] = useSearchParams()
  const query = readQuery(rules, address)
  const widest = widestQuery(rules, query)
  // The URL is updated a little later: presses in the meantime may start from the query that was requested last.
  const requested = useRef(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each render, the same until the URL changes
  useEffect(() => {
    requested.current = query
  }, [address])
  const write = (wanted: ListQuery<R>, replace = false) => {
    requested.current = wanted
    setAddress((before) => writeQuery(rules, wanted, before), { preventScrollReset: true, replace })
  }
  return {
    query,
    unknown: unknownIn(rules, address),
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
