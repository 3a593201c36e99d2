import type { AdminPortfolio } from '#contract/admin-portfolios'
import { NOTHING_PENDING } from '#contract/portfolio'

/** What a portfolio has stored whose figures are derived: a request, and figures that were entered earlier. */
export function describeStored(portfolio: AdminPortfolio): string {
  const { pending_investments, total_value, total_invested, total_gains } = portfolio
  const isAsked = pending_investments !== NOTHING_PENDING
  const hasFigures = [total_value, total_invested, total_gains].some((figure) => Number(figure) !== 0)
  if (isAsked) return hasFigures ? 'A request and earlier figures are stored' : 'A request is stored'
  return hasFigures ? 'Earlier figures are stored' : 'No request and no earlier figures are stored'
}
