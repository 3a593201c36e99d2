import { portfolio } from '#contract/portfolio'
import { callInvestor } from '#core/api/investor-api'
import { explainFailure } from '#core/api/problems'
import { createInvestorQuery } from './investor-query.ts'

const changedBy = ['portfolio'] as const

/** The portfolio with its deposits and activity; overview and investments share one request. */
export const { $view: $portfolio, refresh: refreshPortfolio } = createInvestorQuery(
  ['portfolio'],
  () => callInvestor(portfolio.read),
  { changedBy },
)

/** What the portfolio was worth and what was paid into it over time. */
export const { $view: $valueHistory, refresh: refreshValueHistory } = createInvestorQuery(
  ['portfolio-history'],
  () => callInvestor(portfolio.history),
  { changedBy },
)

/** How the approved investments divide by category. */
export const { $view: $allocation, refresh: refreshAllocation } = createInvestorQuery(
  ['portfolio-allocation'],
  async () => (await callInvestor(portfolio.allocation)).holdings,
  { changedBy },
)

/** Asks for everything the dashboard shows of the portfolio again. */
export function refreshDashboard(): void {
  refreshPortfolio()
  refreshValueHistory()
  refreshAllocation()
}

/** The sentence of the dashboard's error screen. */
export const explainDashboardFailure = (error: unknown): string =>
  explainFailure(error, 'Failed to load dashboard data. Please try again.')
