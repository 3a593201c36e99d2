import { atom, computed } from 'nanostores'
import { type TransactionPage, transactions } from '#contract/transactions'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { type Filters, noFilters } from './filters.ts'

/** A page with the filters it was fetched for: it stays on screen while another is fetched. */
export interface ListedPage extends TransactionPage {
  filters: Filters
}

/** The filters in the URL. */
export const $filters = atom<Filters>(noFilters)

const changedBy = ['portfolio'] as const

/** The page of the filters. */
const { $view: $page, refresh: refreshPage } = createInvestorQuery<ListedPage>(
  ['transactions', computed($filters, (filters) => JSON.stringify(filters))],
  async (key) => {
    const filters = JSON.parse(key) as Filters
    const { type, status, limit, offset } = filters
    // Empty filters are left out of the URL.
    const query = { type: type || undefined, status: status || undefined, limit, offset }
    return { ...(await callInvestor(transactions.list, { query })), filters }
  },
  { changedBy },
)

/** The sums at the head of the history. */
const { $view: $summary, refresh: refreshSummary } = createInvestorQuery(
  ['transaction-summary'],
  async () => (await callInvestor(transactions.summary)).summary,
  { changedBy },
)

export { $page, $summary }

/** Refetches the page and the sums together, because they must match. */
export function refreshHistory(): void {
  void refreshPage()
  void refreshSummary()
}

/** Whether two filters are equal. */
export const isSame = (one: Filters, other: Filters): boolean => JSON.stringify(one) === JSON.stringify(other)
