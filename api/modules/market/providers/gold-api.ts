/** Metals from gold-api.com: `/price/{symbol}`, spot prices per troy ounce, without a key and without history. */

import { fetchJson, parseTime, toFields } from '#modules/market/fetch-source'
import type { Observation, PriceSource } from '#modules/market/price-source'
import { metals } from '#shared/metal-assets'

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
        metals.map(async ({ symbol, name, ticker: slug }): Promise<Observation> => {
          const response = toFields(await fetchJson(`${url}/price/${symbol}`, { signal, timeout }))
          return {
            slug,
            symbol,
            name,
            // The price of another symbol is not the price of this metal.
            price: response.symbol === symbol ? response.price : undefined,
            asOf: parseTime(response.updatedAt),
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
