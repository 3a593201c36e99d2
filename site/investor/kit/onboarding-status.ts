import type { PortfolioResponse } from '#contract/portfolio/portfolio'

/** An earlier server version sends no breakdown. */
type Holdings = Pick<PortfolioResponse, 'portfolio'> & Partial<Pick<PortfolioResponse, 'breakdown'>>

export const hasApprovedInvestment = ({ portfolio }: Holdings): boolean => portfolio.activeInvestments > 0
export const hasDeposit = ({ breakdown }: Holdings): boolean => Boolean(breakdown?.deposited_at)

/** Whether onboarding is complete: an investment is approved and a deposit is booked. */
export const hasCompletedOnboarding = (holdings: Holdings): boolean =>
  hasApprovedInvestment(holdings) && hasDeposit(holdings)

type Figures = Holdings & Pick<PortfolioResponse, 'deposits' | 'recentActivity'>

/**
 * Whether there is any figure yet: a booking, an entered figure, an approved investment or an activity with an amount.
 */
export const hasFigures = ({ portfolio, breakdown, deposits, recentActivity }: Figures): boolean =>
  deposits.length + portfolio.activeInvestments > 0 ||
  recentActivity.some(({ net_growth, balance }) => Number(net_growth) || Number(balance)) ||
  [portfolio.totalValue, portfolio.totalDeposited, portfolio.totalGains, breakdown?.value].some(Number)

/** Days after which an account is assumed to be underway if its session does not say. */
const NEW_DAYS = 60
const DAY_MS = 86_400_000

export const isNewAccount = ({ created_at }: { created_at: string }): boolean =>
  Date.now() - Date.parse(created_at) < NEW_DAYS * DAY_MS
