/** Facts about the four metals. */
import { type MarketAsset, marketAssets } from './market-assets.ts'

export type Metal = Extract<MarketAsset, { kind: 'metal' }>

/** Gold, silver, platinum and palladium, in this order. */
export const metals = marketAssets.filter((asset): asset is Metal => asset.kind === 'metal')

/**
 * Words in a series name that indicate a mineral with a public price here. Of the platinum group, platinum and
 * palladium have one.
 */
export const mineralsByMetal: Record<Metal['symbol'], readonly string[]> = {
  XAU: ['gold'],
  XAG: ['silver'],
  XPT: ['platinum', 'pgm'],
  XPD: ['palladium', 'platinum group', 'pgm'],
}
