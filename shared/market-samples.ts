/**
 * The sample prices of the signed-in area, in US dollars: shown, and marked as a sample, in place of a price that could
 * not be loaded, and at the end of sample charts.
 *
 * The specification fixes one set for the ticker and another one for the area. They differ for silver, bitcoin and
 * ethereum; the others are the same in both.
 */
import type { AssetSymbol } from './market-assets.ts'

export const areaSamples: Record<AssetSymbol, number> = {
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
