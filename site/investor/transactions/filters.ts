import {
  DEFAULT_PAGE_SIZE,
  pageSizes,
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
  transactionTypes,
} from '#contract/transactions'

/** Which part of the history is on screen; it stands in the address. An empty word is no filter. */
export interface Filters {
  type: TransactionType | ''
  status: TransactionStatus | ''
  limit: number
  offset: number
}

export const noFilters: Filters = { type: '', status: '', limit: DEFAULT_PAGE_SIZE, offset: 0 }

const oneOf = <Word extends string>(words: readonly Word[], word: string | null): Word | '' =>
  words.find((each) => each === word) ?? ''

/** Reads the filters from an address; what it does not make sense of is as if it were not there. */
export function readFilters(search: URLSearchParams): Filters {
  const limit = pageSizes.find((size) => String(size) === search.get('limit')) ?? DEFAULT_PAGE_SIZE
  const offset = Number(search.get('offset') ?? 0)
  return {
    type: oneOf(transactionTypes, search.get('type')),
    status: oneOf(transactionStatuses, search.get('status')),
    limit,
    offset: Number.isInteger(offset) && offset > 0 && offset <= 1_000_000_000 ? offset : 0,
  }
}

/** The address's query for the filters: only what differs from the usual. */
export function writeFilters({ type, status, limit, offset }: Filters): URLSearchParams {
  const search = new URLSearchParams()
  if (type) search.set('type', type)
  if (status) search.set('status', status)
  if (limit !== DEFAULT_PAGE_SIZE) search.set('limit', String(limit))
  if (offset > 0) search.set('offset', String(offset))
  return search
}

/** The filters after a change of one: from the first row on. */
export const changeFilters = (filters: Filters, change: Partial<Omit<Filters, 'offset'>>): Filters => ({
  ...filters,
  ...change,
  offset: 0,
})
