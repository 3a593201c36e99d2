import { atom, computed } from 'nanostores'
import { type TransactionPage, transactions } from '#contract/transactions'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { type Filters, noFilters } from './filters.ts'

/** A page with the filters it answers to: while others are being asked for, it is still on screen. */
export interface ListedPage extends TransactionPage {
  filters: Filters
}

/** What the address asks for. */
export const $filters = atom<Filters>(noFilters)

const changedBy = ['portfolio'] as const

/** The page the filters ask for. */
const { $view: $page, refresh: refreshPage } = createInvestorQuery<ListedPage>(
  ['transactions', computed($filters, (filters) => JSON.stringify(filters))],
  async (key) => {
    const filters = JSON.parse(key) as Filters
    const { type, status, limit, offset } = filters
    // Empty words are left out of the address.
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

/** Asks for the page and the sums again: they belong together. */
export function refreshHistory(): void {
  void refreshPage()
  void refreshSummary()
}

/** Whether two filters ask for the same. */
export const isSame = (one: Filters, other: Filters): boolean => JSON.stringify(one) === JSON.stringify(other)
