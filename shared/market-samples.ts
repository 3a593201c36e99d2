/**
 * Every sample price, in US dollars: shown, and marked as a sample, in place of a price that could not be loaded.
 *
 * The specification fixes one set for the ticker of the public pages and another one for the signed-in area. They
 * differ for silver, bitcoin and ethereum; all other samples are the same in both.
 */
import type { AssetSymbol } from './market-assets.ts'

/** The signed-in area: strip, tables and the end of sample charts. */
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

/** The ticker: prices, and changes over 24 hours in percent. */
export const tickerSamples = {
  gold: { price: areaSamples.XAU, change: 0.58 },
  silver: { price: 23.45, change: -0.12 },
  platinum: { price: areaSamples.XPT, change: 1.25 },
  palladium: { price: areaSamples.XPD, change: -0.85 },
  btc: { price: 109170, change: 3.2 },
  eth: { price: 2597, change: 7.77 },
} as const
