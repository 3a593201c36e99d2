import { figures } from '#contract/figures'
import type { Transaction } from '#contract/transactions'
import { DEFAULT_PAGE_SIZE, pageSizes, transactions } from '#contract/transactions'
import { callInvestor } from '#core/api/investor-api'
import { createListOf } from '#core/list/list'
import type { FiltersOf, ListRules } from '#core/list/url-state'
import { byKey } from '#core/query/by-key'
import { createInvestorQuery } from '#core/query/investor-query'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import type { ListView } from '#site/ui/list/use-list.ts'

const filters = {
  type: ['', ...transactionTypes],
  status: ['', ...transactionStatuses],
  from: '',
  to: '',
} as const

export type HistoryFilters = FiltersOf<typeof filters>
/** The search and the filters of the list. */
export type HistoryNarrowing = { search: string; filters: HistoryFilters }
export type HistoryView = ListView<Transaction, typeof filters>

/** What the URL holds of the history; newest first. */
export const historyRules: ListRules<typeof filters> = {
  position: 'offset',
  sorts: [],
  sizes: pageSizes,
  size: DEFAULT_PAGE_SIZE,
  filters,
}

const changedBy = ['portfolio'] as const

/** The history of the signed-in investor. */
export const historyList = createListOf<Transaction, never, typeof filters>({
  name: 'transactions',
  rules: historyRules,
  createQuery: (key, fetcher) => createInvestorQuery(key, fetcher, { changedBy }),
  read: async ({ page, limit, type, status, search, from, to }) => {
    const narrowing = { type, status, search, from, to }
    const query = { ...narrowing, include: 'details', limit, offset: (page - 1) * limit } as const
    const { transactions: rows, pagination } = await callInvestor(transactions.list, { query })
    const { total } = pagination
    return { rows, pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) } }
  },
})

/** One transaction, by its number: the address of the page may name one that is on no page of the list. */
export const transactionOf = byKey((id: number) =>
  createInvestorQuery(
    ['transaction', String(id)],
    async () => (await callInvestor(transactions.read, { params: { id } })).transaction,
    { changedBy },
  ),
)

/** What units cost and redemptions paid, one input a movement. */
export const { $view: $unitsPaid } = createInvestorQuery(
  ['units-paid'],
  () => callInvestor(figures.read, { params: { name: 'units_paid' }, query: { period: 'All' } }),
  { changedBy: [...changedBy, 'series'] },
)

/** The sums at the head of the history. */
export const { $view: $summary, refresh: refreshSummary } = createInvestorQuery(
  ['transaction-summary'],
  async () => (await callInvestor(transactions.summary)).summary,
  { changedBy },
)

/** Refetches the page and the sums together, because they must match. */
export function refreshHistory(): void {
  void historyList.refresh()
  void refreshSummary()
}
