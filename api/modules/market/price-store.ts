/** Prices in the database: what the poller writes, and what every instance reads. */
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { isLeaseHeld, type Lease } from '#common/lease'
import { database, inTransaction } from '#db/connection'
import { assets, pricePoints, quotes, resolutions } from '#db/schema/market/market'
import type { PriceSource } from './price-source.ts'
import type { AcceptedPrice, KnownPrice } from './price-validation.ts'

/** The channel on which instances are notified that prices have changed; the payload contains no prices. */
export const PRICES_CHANGED_CHANNEL = 'prices_changed'
/** Stored with prices of a real market. */
const FEED = 'live' as const

/** The last stored price of each asset of a kind, by slug. */
export async function getLatestPrices(kind: PriceSource['kind']): Promise<Map<string, KnownPrice>> {
  const rows = await database()
    .select({ slug: assets.slug, price: quotes.price, as_of: quotes.as_of })
    .from(quotes)
    .innerJoin(assets, eq(assets.id, quotes.asset_id))
    .where(and(eq(quotes.feed, FEED), eq(assets.kind, kind)))
  return new Map(rows.map(({ slug, price, as_of }) => [slug, { price, asOf: as_of.getTime() }]))
}

/** All stored quotes, largest market cap first. */
export function listQuotes() {
  return database()
    .select({
      ...getTableColumns(quotes),
      slug: assets.slug,
      symbol: assets.symbol,
      name: assets.name,
      kind: assets.kind,
    })
    .from(quotes)
    .innerJoin(assets, eq(assets.id, quotes.asset_id))
    .where(eq(quotes.feed, FEED))
    .orderBy(sql`${quotes.market_cap} desc nulls last`, assets.id)
}

/** Ids by slug; new assets get one, and a new name replaces the old. */
async function nameAssets(
  kind: PriceSource['kind'],
  prices: readonly AcceptedPrice[],
): Promise<Map<string, number>> {
  const slugs = prices.map(({ slug }) => slug)
  const find = () => database().select().from(assets).where(inArray(assets.slug, slugs))
  const known = new Map((await find()).map((row) => [row.slug, row]))
  const changed = prices.filter(({ slug, symbol, name }) => {
    const row = known.get(slug)
    return !row || row.symbol !== symbol || row.name !== name
  })
  if (changed.length > 0) {
    await database()
      .insert(assets)
      .values(changed.map(({ slug, symbol, name }) => ({ slug, symbol, name, kind })))
      .onConflictDoUpdate({
        target: assets.slug,
        set: { symbol: sql`excluded.symbol`, name: sql`excluded.name` },
      })
  }
  const rows = changed.length > 0 ? await find() : [...known.values()]
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** The price of each asset a day earlier; assets with a shorter history are omitted. */
export async function getPreviousDayPrices(
  slugs: readonly string[],
  asOf: number,
): Promise<Map<string, number>> {
  const dayBefore = new Date(asOf - 86_400_000).toISOString()
  const rows = await database().execute<{ slug: string; price: number }>(sql`
    select slug, before.price from assets, lateral (
      select price from price_points
      where asset_id = assets.id and feed = ${FEED} and resolution = 300
        and time <= ${dayBefore}::timestamptz and time > ${dayBefore}::timestamptz - interval '2 hours'
      order by time desc limit 1
    ) as before
    where slug in ${[...slugs]}`)
  return new Map(rows.map(({ slug, price }) => [slug, price]))
}

/** At each distance, a price belongs to the latest point at or before its time. */
const pointsOf = (
  assetId: number,
  source: string,
  { price, asOf, volume }: KnownPrice & { volume: number | null },
) =>
  resolutions.map((resolution) => ({
    asset_id: assetId,
    feed: FEED,
    resolution,
    time: new Date(Math.floor(asOf / (resolution * 1000)) * resolution * 1000),
    price,
    volume,
    source,
  }))

/**
 * Stores prices and notifies all instances, if the lease is still held; otherwise returns false. At every distance the
 * first price of a point is final, so history is append-only.
 */
export function recordPrices(
  lease: Lease,
  { name, kind }: PriceSource,
  prices: readonly AcceptedPrice[],
): Promise<boolean> {
  return inTransaction(async () => {
    if (!(await isLeaseHeld(lease))) return false
    const ids = await nameAssets(kind, prices)
    const withIds = prices.flatMap((price) => {
      const id = ids.get(price.slug)
      return id === undefined ? [] : [{ ...price, id }]
    })
    await database()
      .insert(quotes)
      .values(
        withIds.map(({ id, price, change, marketCap, rank, volume, asOf }) => ({
          asset_id: id,
          feed: FEED,
          price,
          change_24h: change,
          market_cap: marketCap,
          market_cap_rank: rank,
          total_volume: volume,
          source: name,
          as_of: new Date(asOf),
        })),
      )
      .onConflictDoUpdate({
        target: [quotes.asset_id, quotes.feed],
        set: {
          price: sql`excluded.price`,
          change_24h: sql`excluded.change_24h`,
          market_cap: sql`excluded.market_cap`,
          market_cap_rank: sql`excluded.market_cap_rank`,
          total_volume: sql`excluded.total_volume`,
          source: sql`excluded.source`,
          as_of: sql`excluded.as_of`,
        },
        setWhere: sql`${quotes.as_of} <= excluded.as_of`,
      })
    await database()
      .insert(pricePoints)
      .values(withIds.flatMap((price) => pointsOf(price.id, name, price)))
      .onConflictDoNothing()
    await database().execute(sql`select pg_notify(${PRICES_CHANGED_CHANNEL}, ${kind})`)
    return true
  })
}
