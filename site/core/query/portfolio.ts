import { portfolio } from '#contract/portfolio'
import { explainFailure } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from './investor-query.ts'

/** The value of derived figures also changes with the valuation of a series. */
const changedBy = ['portfolio', 'series'] as const

/** The portfolio with its deposits and activity; overview and investments share one request. */
export const { $view: $portfolio, refresh: refreshPortfolio } = createInvestorQuery(
  ['portfolio'],
  () => callInvestor(portfolio.read),
  { changedBy },
)

/** Value of the portfolio, and contributions to it, over time. */
export const { $view: $valueHistory, refresh: refreshValueHistory } = createInvestorQuery(
  ['portfolio-history'],
  () => callInvestor(portfolio.history),
  { changedBy },
)

/** The series that are held or have approved requests. Movements and valuations announce `portfolio` to holders. */
export const { $view: $allocation, refresh: refreshAllocation } = createInvestorQuery(
  ['portfolio-allocation'],
  async () => (await callInvestor(portfolio.allocation)).holdings,
  { changedBy: ['portfolio'] },
)

/** Refetches everything the dashboard shows of the portfolio. */
export function refreshDashboard(): void {
  refreshPortfolio()
  refreshValueHistory()
  refreshAllocation()
}

/** The message of the dashboard's error screen. */
export const explainDashboardFailure = (error: unknown): string =>
  explainFailure(error, 'Failed to load dashboard data. Please try again.')
