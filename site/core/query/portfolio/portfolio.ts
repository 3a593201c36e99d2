import { portfolio } from '#contract/portfolio/portfolio'
import { getErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'

/** Calculated figures also change when a series is revalued. */
const changedBy = ['portfolio', 'series'] as const

/** The portfolio with its deposits and activity; overview and investments share one request. */
export const { $view: $portfolio, refresh: refreshPortfolio } = createInvestorQuery(
  ['portfolio'],
  () => callInvestor(portfolio.get),
  { refetchOn: changedBy },
)

/** Portfolio value and contributions over time. */
export const { $view: $valueHistory, refresh: refreshValueHistory } = createInvestorQuery(
  ['portfolio-history'],
  () => callInvestor(portfolio.getValueHistory),
  { refetchOn: changedBy },
)

/** The series that are held or have approved requests. Movements and valuations announce `portfolio` to holders. */
export const { $view: $allocation, refresh: refreshAllocation } = createInvestorQuery(
  ['portfolio-allocation'],
  async () => (await callInvestor(portfolio.getAllocation)).holdings,
  { refetchOn: ['portfolio'] },
)

/** Refetches all portfolio data shown on the dashboard. */
export function refreshDashboard(): void {
  refreshPortfolio()
  refreshValueHistory()
  refreshAllocation()
}

/** The message of the dashboard's error screen. */
export const getDashboardErrorMessage = (error: unknown): string =>
  getErrorMessage(error, 'Failed to load dashboard data. Please try again.')
