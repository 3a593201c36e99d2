/** The source of figures: a real market, or the feed for demonstrations. */
export const marketSources = ['live', 'simulated'] as const
