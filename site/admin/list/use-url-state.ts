import { useSearchParams } from 'react-router'
import {
  type FilterRules,
  type FiltersOf,
  isSameQuery,
  type ListQuery,
  type ListRules,
  readQuery,
  widestQuery,
  writeQuery,
} from './url-state.ts'

/** A change of the screen and the URL; any new filter or order returns to the first page. */
type ListChange<R extends FilterRules> = Partial<Pick<ListQuery, 'page' | 'limit' | 'sort' | 'search'>> & {
  filters?: Partial<FiltersOf<R>>
}

/** The query in the URL, and functions to change it. */
export interface ListUrlState<R extends FilterRules = FilterRules> {
  query: ListQuery<R>
  /** Whether a search or filter applies, which may be why the list is empty. */
  isNarrowed: boolean
  /** Changes the query. `replace` overwrites the current entry of the browser's history. */
  show: (change: ListChange<R>, options?: { replace?: boolean }) => void
  /** Removes search terms and filters. */
  widen: () => void
}

/** Keeps the state of a list in the URL: Back and Forward restore it, and the link can be shared. */
export function useUrlState<R extends FilterRules>(rules: ListRules<R>): ListUrlState<R> {
  const [address, setAddress] = useSearchParams()
  const query = readQuery(rules, address)
  const widest = widestQuery(rules, query)
  const write = (wanted: ListQuery<R>, replace = false) =>
    setAddress((before) => writeQuery(rules, wanted, before), { preventScrollReset: true, replace })
  return {
    query,
    isNarrowed: !isSameQuery({ ...query, page: 1 }, widest),
    show: ({ filters, ...change }, { replace } = {}) =>
      write({ ...query, page: 1, ...change, filters: { ...query.filters, ...filters } }, replace),
    widen: () => write(widest),
  }
}
