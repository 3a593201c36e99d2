/** One-sentence definitions of the figures; the formula says how they are calculated. */
import type { PortfolioSource } from '#contract/portfolio/portfolio'

type Definition = Partial<Record<PortfolioSource, string>>

const ofBoth = (text: string): Definition => ({ derived: text, entered: text })

/** Manually entered figures have no definition beyond their formula. */
export const figureDefinitions: Partial<Record<string, Definition>> = {
  value: {
    derived:
      'Total Portfolio Value is the value of your units at their latest valuation, plus your cash; it is an appraised value, not a quoted market price.',
  },
  deposited: {
    derived:
      'Total Invested, also shown as Deposited, is the sum of your completed deposits, plus units transferred in at the unit value on the transfer date; withdrawals do not reduce it.',
    entered: 'Deposited is the sum of your completed deposits; withdrawals do not reduce it.',
  },
  withdrawn: {
    derived:
      'Withdrawn is the sum of your completed withdrawals, plus units transferred out at the unit value on the transfer date.',
    entered: 'Withdrawn is the sum of your completed withdrawals.',
  },
  gains: {
    derived:
      'Total Gains is your portfolio value plus everything withdrawn, less everything deposited; it includes unrealized changes in unit values and is net of fees.',
  },
  performance: {
    derived:
      'Performance, or total return, is Total Gains as a percentage of Total Invested; it ignores when deposits were made and is not annualized.',
  },
  active: {
    derived:
      'Active Investments is the number of series in which you hold units, plus approved requests for other series.',
  },
  time_weighted: ofBoth(
    'The time-weighted return is the growth of the portfolio, excluding the effect of the size and timing of your deposits and withdrawals.',
  ),
  money_weighted: ofBoth(
    'The money-weighted return is the internal rate of return on your deposits and withdrawals, so their size and timing affect it.',
  ),
}
