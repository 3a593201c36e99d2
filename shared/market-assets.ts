/**
 * The assets that screens name: metals first, then cryptocurrencies. Prices are in US dollars, those of metals a troy
 * ounce.
 */
export const marketAssets = [
  { symbol: 'XAU', name: 'Gold', kind: 'metal', ticker: 'gold' },
  { symbol: 'XAG', name: 'Silver', kind: 'metal', ticker: 'silver' },
  { symbol: 'XPT', name: 'Platinum', kind: 'metal', ticker: 'platinum' },
  { symbol: 'XPD', name: 'Palladium', kind: 'metal', ticker: 'palladium' },
  { symbol: 'BTC', name: 'Bitcoin', kind: 'crypto', ticker: 'btc' },
  { symbol: 'ETH', name: 'Ethereum', kind: 'crypto', ticker: 'eth' },
  { symbol: 'XRP', name: 'XRP', kind: 'crypto', ticker: undefined },
  { symbol: 'ADA', name: 'Cardano', kind: 'crypto', ticker: undefined },
  { symbol: 'SOL', name: 'Solana', kind: 'crypto', ticker: undefined },
] as const

export type MarketAsset = (typeof marketAssets)[number]
export type AssetSymbol = MarketAsset['symbol']
export type Metal = Extract<MarketAsset, { kind: 'metal' }>

/** Gold, silver, platinum and palladium, in this order. */
export const metals = marketAssets.filter((asset): asset is Metal => asset.kind === 'metal')

/**
 * The words in the name of a series by which its mineral is known to have a public price here. Of the platinum group,
 * platinum and palladium have one.
 */
export const mineralsOf: Record<Metal['symbol'], readonly string[]> = {
  XAU: ['gold'],
  XAG: ['silver'],
  XPT: ['platinum', 'pgm'],
  XPD: ['palladium', 'platinum group', 'pgm'],
}
