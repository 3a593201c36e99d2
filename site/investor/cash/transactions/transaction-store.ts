import type { Transaction } from '#contract/cash/transactions'
import { TRANSACTION_PAGE_SIZE, transactionPageSizes, transactions } from '#contract/cash/transactions'
import { figures } from '#contract/portfolio/figures'
import { callInvestor } from '#core/api/investor-api'
import { createListStore } from '#core/list/list'
import type { FiltersOf, ListRules } from '#core/list/url-state'
import { createInvestorQuery } from '#core/query/investor-query'
import { memoizeByKey } from '#core/query/memoize-by-key'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import type { ListView } from '#site/ui/list/use-list-view.ts'

const filters = {
  type: ['', ...transactionTypes],
  status: ['', ...transactionStatuses],
  from: '',
  to: '',
} as const

export type HistoryFilters = FiltersOf<typeof filters>
/** The list's search and filters. */
export type TransactionFilters = { search: string; filters: HistoryFilters }
export type HistoryView = ListView<Transaction, typeof filters>

/** The history's state in the URL; newest first. */
export const historyRules: ListRules<typeof filters> = {
  position: 'offset',
  sorts: [],
  sizes: transactionPageSizes,
  size: TRANSACTION_PAGE_SIZE,
  filters,
}

const changedBy = ['portfolio'] as const

/** The signed-in investor's history. */
export const historyList = createListStore<Transaction, never, typeof filters>({
  name: 'transactions',
  rules: historyRules,
  createQuery: (key, fetcher) => createInvestorQuery(key, fetcher, { refetchOn: changedBy }),
  read: async ({ page, limit, type, status, search, from, to }) => {
    const narrowing = { type, status, search, from, to }
    const query = { ...narrowing, include: 'details', limit, offset: (page - 1) * limit } as const
    const { transactions: rows, pagination } = await callInvestor(transactions.list, { query })
    const { total } = pagination
    return { rows, pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) } }
  },
})

/** One transaction by its number, because the page's URL may name one that is on no page of the list. */
export const getTransactionStore = memoizeByKey((id: number) =>
  createInvestorQuery(
    ['transaction', String(id)],
    async () => (await callInvestor(transactions.get, { params: { id } })).transaction,
    { refetchOn: changedBy },
  ),
)

/** Costs of units and redemption proceeds, one entry per movement. */
export const { $view: $unitsPaid } = createInvestorQuery(
  ['units-paid'],
  () => callInvestor(figures.get, { params: { name: 'units_paid' }, query: { period: 'All' } }),
  { refetchOn: [...changedBy, 'series'] },
)

/** The sums above the history. */
export const { $view: $summary, refresh: refreshSummary } = createInvestorQuery(
  ['transaction-summary'],
  async () => (await callInvestor(transactions.getSummary)).summary,
  { refetchOn: changedBy },
)

/** Refetches the page and the sums together, because they must match. */
export function refreshTransactions(): void {
  void historyList.refresh()
  void refreshSummary()
}
