/** An open match awaits a decision on whether the investor is the person on the watchlist. */
export const matchStatuses = ['open', 'match', 'no_match'] as const
export type MatchStatus = (typeof matchStatuses)[number]

/**
 * Screening status of an investor: no match, no watchlist to compare with, not screened yet, an open match, or a
 * confirmed match.
 */
export const screeningStatuses = ['clear', 'off', 'unscreened', 'waits', 'listed'] as const
export type ScreeningStatus = (typeof screeningStatuses)[number]
