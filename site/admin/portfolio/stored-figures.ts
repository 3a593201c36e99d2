import type { AdminPortfolio } from '#contract/portfolio/admin-portfolios'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'

/** Stored values of a portfolio whose figures are calculated: a request, and figures entered earlier. */
export function describeStoredFigures(portfolio: AdminPortfolio): string {
  const { pending_investments, total_value, total_invested, total_gains } = portfolio
  const isAsked = pending_investments !== NO_PENDING_INVESTMENT
  const hasFigures = [total_value, total_invested, total_gains].some((figure) => Number(figure) !== 0)
  if (isAsked) return hasFigures ? 'Pending request and earlier figures on file' : 'Pending request on file'
  return hasFigures ? 'Earlier figures on file' : 'No request or earlier figures on file'
}
