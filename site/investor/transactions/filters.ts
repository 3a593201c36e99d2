import {
  DEFAULT_PAGE_SIZE,
  pageSizes,
  type TransactionStatus,
  type TransactionType,
} from '#contract/transactions'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'

/** The filters of the history, which are in the URL. An empty value is no filter. */
export interface Filters {
  type: TransactionType | ''
  status: TransactionStatus | ''
  limit: number
  offset: number
}

export const noFilters: Filters = { type: '', status: '', limit: DEFAULT_PAGE_SIZE, offset: 0 }

const oneOf = <Word extends string>(words: readonly Word[], word: string | null): Word | '' =>
  words.find((each) => each === word) ?? ''

/** Reads the filters from a URL; invalid values are ignored. */
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

/** The query string of the filters: only what differs from the defaults. */
export function writeFilters({ type, status, limit, offset }: Filters): URLSearchParams {
  const search = new URLSearchParams()
  if (type) search.set('type', type)
  if (status) search.set('status', status)
  if (limit !== DEFAULT_PAGE_SIZE) search.set('limit', String(limit))
  if (offset > 0) search.set('offset', String(offset))
  return search
}

/** The filters after a change of one, back at the first row. */
export const changeFilters = (filters: Filters, change: Partial<Omit<Filters, 'offset'>>): Filters => ({
  ...filters,
  ...change,
  offset: 0,
})
