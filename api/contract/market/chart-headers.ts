/** Header of a chart: the asset's price change, as in all other responses. */
export const PRICE_CHANGE_HEADER = 'x-market-change-24h'
/**
 * Headers of a chart: its highest and lowest price. They cover all stored prices of the range, including those between
 * its points, so a longer range never has a lower high than a shorter one.
 */
export const PRICE_HIGH_HEADER = 'x-market-high'
export const PRICE_LOW_HEADER = 'x-market-low'
