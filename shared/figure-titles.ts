/** Names of the figures in the investor area. */
export const figureTitles = {
  value: 'Total Portfolio Value',
  deposited: 'Deposited',
  withdrawn: 'Withdrawn',
  gains: 'Total Gains',
  cash: 'Cash balance',
  time_weighted: 'Time-weighted return',
  money_weighted: 'Money-weighted return',
  performance: 'Total return',
  active: 'Active Investments',
  // Sums of the holdings.
  units_cost: 'Cost basis',
  units_value: 'Value of holdings',
  units_gain: 'Unrealized gain',
  other_gains: 'Realized gains, transfers, interest and distributions, net of fees',
  cash_share: 'Cash allocation',
  total: 'Total',
  // Subscriptions with reserved cash: all, the paid ones, and those still to be paid.
  unallocated: 'Reserved cash',
  funded: 'Paid, awaiting allotment',
  payable: 'Amount due for approved subscriptions',
  // Sums of the completed transactions.
  total_deposits: 'Total Deposits',
  total_withdrawals: 'Total Withdrawals',
  total_fees: 'Total Fees',
  total_interest: 'Interest',
  total_transfers: 'Transfers',
  balance: 'Net of transactions',
  units_paid: 'Net invested in units',
  transaction_count: 'Total Transactions',
} as const

/** A figure that does not concern a single series. */
export type PortfolioFigure = keyof typeof figureTitles

export const isPortfolioFigure = (name: string): name is PortfolioFigure => Object.hasOwn(figureTitles, name)
