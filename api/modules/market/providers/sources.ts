import type { PriceSource } from '#modules/market/price-source'
import { createCoinGecko } from './coingecko.ts'
import { createGoldApi } from './gold-api.ts'

/** The URLs of the sources, and their keys. */
export interface SourceAddresses {
  coinGeckoUrl: string
  coinGeckoKey: string
  metalsUrl: string
}

/** The sources of real prices. Those of one kind are tried in this order. */
export const createSources = ({ coinGeckoUrl, coinGeckoKey, metalsUrl }: SourceAddresses): PriceSource[] => [
  createGoldApi({ url: metalsUrl }),
  createCoinGecko({ url: coinGeckoUrl, key: coinGeckoKey }),
]
