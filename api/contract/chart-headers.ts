/** Header of a chart: the change of the asset as every other response has it. */
export const CHANGE_HEADER = 'x-market-change-24h'
/**
 * Headers of a chart: its highest and lowest price. Of all stored prices of the range, also those between its points,
 * so that a longer range never has a lower high than a shorter one.
 */
export const HIGH_HEADER = 'x-market-high'
export const LOW_HEADER = 'x-market-low'
