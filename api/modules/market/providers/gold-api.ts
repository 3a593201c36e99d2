/** Metals from gold-api.com: `/price/{symbol}`, spot prices of a troy ounce, without a key and without a history. */
import type { Observation, PriceSource } from '#modules/market/source'
import { fieldsOf, readUpstream, timeOf } from '#modules/market/upstream'

const metals = [
  { slug: 'gold', symbol: 'XAU', name: 'Gold' },
  { slug: 'silver', symbol: 'XAG', name: 'Silver' },
  { slug: 'platinum', symbol: 'XPT', name: 'Platinum' },
  { slug: 'palladium', symbol: 'XPD', name: 'Palladium' },
] as const

interface GoldApiOptions {
  url: string
  timeout?: number
}

export function createGoldApi({ url, timeout }: GoldApiOptions): PriceSource {
  return {
    name: 'gold-api',
    kind: 'metal',
    every: 60_000,

    async readPrices(signal) {
      const responses = await Promise.allSettled(
        metals.map(async (metal): Promise<Observation> => {
          const response = fieldsOf(await readUpstream(`${url}/price/${metal.symbol}`, { signal, timeout }))
          return {
            ...metal,
            // The price of another symbol is not the price of this metal.
            price: response.symbol === metal.symbol ? response.price : undefined,
            asOf: timeOf(response.updatedAt),
            change: undefined,
            marketCap: null,
            volume: null,
          }
        }),
      )
      const received = responses.flatMap((response) =>
        response.status === 'fulfilled' ? [response.value] : [],
      )
      const failed = responses.find((response) => response.status === 'rejected')
      if (received.length === 0 && failed) throw failed.reason
      return received
    },
  }
}
