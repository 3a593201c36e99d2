/**
 * Sample prices of the signed-in area, in US dollars: shown and marked as a sample when a price could not be loaded,
 * and used as the end of sample charts.
 *
 * The specification defines one set for the ticker and another for the signed-in area. They differ for silver, bitcoin
 * and ethereum only.
 */
import type { AssetSymbol } from './market-assets.ts'

export const samplePrices: Record<AssetSymbol, number> = {
  XAU: 2038.81,
  XAG: 24.15,
  XPT: 987.5,
  XPD: 1056.8,
  BTC: 117198,
  ETH: 4790.92,
  XRP: 3.07,
  ADA: 0.93,
  SOL: 190,
}
