export const activityTypes = ['activity', 'deposit', 'withdrawal', 'investment', 'other'] as const

/** Periods that end today: months, the year so far, a year, and all there is. */
export const periods = ['1M', '3M', 'YTD', '1Y', 'All'] as const
export type Period = (typeof periods)[number]
