/**
 * The assets of the ticker, metals first, with the samples shown, marked as such, when prices could not be loaded.
 * Separate from the other assets because public pages load them.
 */
export const tickerAssets = [
  { ticker: 'gold', symbol: 'XAU', name: 'Gold', kind: 'metal', sample: { price: 2038.81, change: 0.58 } },
  { ticker: 'silver', symbol: 'XAG', name: 'Silver', kind: 'metal', sample: { price: 23.45, change: -0.12 } },
  {
    ticker: 'platinum',
    symbol: 'XPT',
    name: 'Platinum',
    kind: 'metal',
    sample: { price: 987.5, change: 1.25 },
  },
  {
    ticker: 'palladium',
    symbol: 'XPD',
    name: 'Palladium',
    kind: 'metal',
    sample: { price: 1056.8, change: -0.85 },
  },
  { ticker: 'btc', symbol: 'BTC', name: 'Bitcoin', kind: 'crypto', sample: { price: 109170, change: 3.2 } },
  { ticker: 'eth', symbol: 'ETH', name: 'Ethereum', kind: 'crypto', sample: { price: 2597, change: 7.77 } },
] as const

/** The name of an asset in the response of `GET /market-data`. */
export type TickerAsset = (typeof tickerAssets)[number]['ticker']
