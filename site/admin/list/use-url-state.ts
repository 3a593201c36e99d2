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

/** What changes on the screen and in the address; whatever narrows or orders goes back to the first page. */
type ListChange<R extends FilterRules> = Partial<Pick<ListQuery, 'page' | 'limit' | 'sort' | 'search'>> & {
  filters?: Partial<FiltersOf<R>>
}

/** What the address asks of a list, and how to ask for something else. */
export interface ListUrlState<R extends FilterRules = FilterRules> {
  query: ListQuery<R>
  /** Something narrows the list: an empty one may be so because of it. */
  isNarrowed: boolean
  /** Changes what is shown. `replace` writes over the present entry of the browser's history. */
  show: (change: ListChange<R>, options?: { replace?: boolean }) => void
  /** Shows all again: no search words, no filters. */
  widen: () => void
}

/** What is shown of a list stands in the address: Back and Forward show what was shown, and it can be handed on. */
export function useListAddress<R extends FilterRules>(rules: ListRules<R>): ListUrlState<R> {
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
