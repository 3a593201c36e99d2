import type { PortfolioResponse } from '#contract/portfolio'

type Holdings = Pick<PortfolioResponse, 'portfolio' | 'breakdown'>

export const isApproved = ({ portfolio }: Holdings): boolean => portfolio.activeInvestments > 0
export const isDeposited = ({ breakdown }: Holdings): boolean => breakdown.deposited_at !== null

/** Whether an account has gone its way: an investment is approved and a deposit is booked. */
export const isUnderway = (holdings: Holdings): boolean => isApproved(holdings) && isDeposited(holdings)
