/** Source of figures: a real market, or the demonstration feed. */
export const marketSources = ['live', 'simulated'] as const
