/** What each figure of the investor area is called. */
export const figureTitles = {
  value: 'Total Portfolio Value',
  deposited: 'Deposited',
  withdrawn: 'Withdrawn',
  gains: 'Total Gains',
  cash: 'Cash',
  time_weighted: 'Time-weighted return',
  money_weighted: 'Money-weighted return',
  performance: 'Total return',
  active: 'Active Investments',
  // Sums of the holdings.
  units_cost: 'Cost of units held',
  units_value: 'Value of units held',
  units_gain: 'Gain of units held',
  other_gains: 'Interest, distributions and units given up, less fees',
  cash_share: 'Share of the cash',
  total: 'Total',
  // Subscriptions that cash waits for: all, the paid ones, and those that are still to be paid.
  unallocated: 'Cash that waits for subscriptions',
  funded: 'Paid, not allotted yet',
  payable: 'Still to be paid',
  // Sums of the completed transactions.
  total_deposits: 'Total Deposits',
  total_withdrawals: 'Total Withdrawals',
  total_fees: 'Total Fees',
  total_interest: 'Interest',
  total_transfers: 'Transfers',
  balance: 'Net of transactions',
  units_paid: 'Paid for units',
  transaction_count: 'Total Transactions',
} as const

/** A figure that is about no single series. */
export type PlainFigure = keyof typeof figureTitles

export const isPlainFigure = (name: string): name is PlainFigure => Object.hasOwn(figureTitles, name)
