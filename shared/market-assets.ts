/**
 * The assets shown on screens: metals first, then cryptocurrencies. Prices are in US dollars, metals per troy ounce.
 */
import { tickerAssets } from './ticker-assets.ts'

const other = { kind: 'crypto', ticker: undefined } as const

export const marketAssets = [
  ...tickerAssets,
  { symbol: 'XRP', name: 'XRP', ...other },
  { symbol: 'ADA', name: 'Cardano', ...other },
  { symbol: 'SOL', name: 'Solana', ...other },
] as const

export type MarketAsset = (typeof marketAssets)[number]
export type AssetSymbol = MarketAsset['symbol']
