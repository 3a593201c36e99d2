export const activityTypes = ['activity', 'deposit', 'withdrawal', 'investment', 'other'] as const

/** Periods that end today: months, year to date, one year, and all time. */
export const periods = ['1M', '3M', 'YTD', '1Y', 'All'] as const
export type Period = (typeof periods)[number]

/** Stored and sent as the pending investment where no token is requested. */
export const NO_PENDING_INVESTMENT = 'none'
