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
      const answers = await Promise.allSettled(
        metals.map(async (metal): Promise<Observation> => {
          const answer = fieldsOf(await readUpstream(`${url}/price/${metal.symbol}`, { signal, timeout }))
          return {
            ...metal,
            // The price of another symbol is not the price of this metal.
            price: answer.symbol === metal.symbol ? answer.price : undefined,
            asOf: timeOf(answer.updatedAt),
            change: undefined,
            marketCap: null,
            volume: null,
          }
        }),
      )
      const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const refused = answers.find((answer) => answer.status === 'rejected')
      if (told.length === 0 && refused) throw refused.reason
      return told
    },
  }
}
