/** The feed of real prices of an instance: the stored prices, cached in memory, whichever instance polls. */
import type { MarketFeed, Quote } from './market-feed.ts'
import { getHighAndLow, listPriceHistories, listPriceHistory, listTotalVolumes } from './price-history.ts'
import { listQuotes } from './price-store.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Milliseconds after which a price is stale: three times the polling interval without a plan. */
const STALE_AFTER = { metal: 5 * MINUTE, crypto: 15 * MINUTE } as const

export interface LiveFeed extends MarketFeed {
  /** Reloads the stored prices. */
  load(): Promise<void>
}

type StoredQuote = Omit<Quote, 'stale'> & { id: number }

/** `clock` returns the time, in milliseconds since 1970. */
export function createLiveFeed(clock: () => number = Date.now): LiveFeed {
  let stored: readonly StoredQuote[] = []
  let bySymbol = new Map<string, StoredQuote>()
  let loads = 0

  return {
    source: 'live',

    async load() {
      const turn = ++loads
      const rows = await listQuotes()
      // A later load has started: its rows are newer.
      if (turn !== loads) return
      const quotes = rows.map(
        (row): StoredQuote => ({
          id: row.asset_id,
          slug: row.slug,
          symbol: row.symbol,
          name: row.name,
          kind: row.kind,
          price: row.price,
          change: row.change_24h,
          marketCap: row.market_cap,
          volume: row.total_volume,
          asOf: row.as_of.getTime(),
        }),
      )
      const newest = Math.max(...quotes.filter(({ kind }) => kind === 'crypto').map(({ asOf }) => asOf))
      // Metals first, so that no coin can take their symbols. A coin that left the source's list of the largest is
      // omitted here too.
      stored = [
        ...quotes.filter(({ kind }) => kind === 'metal'),
        ...quotes.filter(({ kind, asOf }) => kind === 'crypto' && asOf > newest - DAY),
      ]
      // If several assets share a symbol, it means the first, as in the list.
      bySymbol = new Map(stored.toReversed().map((quote) => [quote.symbol, quote]))
    },

    snapshot() {
      if (stored.length === 0) return undefined
      const now = clock()
      return {
        quotes: stored.map((quote) => ({ ...quote, stale: now - quote.asOf > STALE_AFTER[quote.kind] })),
      }
    },

    async history({ symbol, ...request }) {
      const quote = bySymbol.get(symbol)
      return quote ? listPriceHistory(quote.id, request) : []
    },

    async span({ symbol, ...request }) {
      const quote = bySymbol.get(symbol)
      return quote && getHighAndLow(quote.id, request)
    },

    async histories(request) {
      const slugs = new Map(stored.map(({ id, slug }) => [id, slug]))
      const found = await listPriceHistories([...slugs.keys()], request)
      return new Map([...found].map(([id, prices]) => [slugs.get(id) ?? '', prices]))
    },

    totalVolumes: (before) =>
      listTotalVolumes(
        before,
        stored.filter(({ volume, kind }) => kind === 'crypto' && volume !== null).length,
      ),
  }
}
