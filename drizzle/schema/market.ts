import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { marketSources } from '#shared/enums/market'
import {
  createdAt,
  id,
  instant,
  line,
  NAME,
  notBlank,
  oneOf,
  optionalLine,
  URL,
  updatedAt,
  within,
} from './columns.ts'

export const assetKinds = ['metal', 'crypto'] as const
/** Distance between two points, in seconds; each range of the charts has a different one. */
export const resolutions = [60, 300, 3600, 14_400, 86_400] as const

/**
 * Assets with a price. `slug` is CoinGecko's name (`gold`, `bitcoin`) and used throughout, `symbol` the market's
 * (`XAU`, `BTC`).
 */
export const assets = pgTable(
  'assets',
  {
    id: id(),
    slug: line(NAME),
    symbol: line(20),
    name: line(NAME),
    kind: text({ enum: assetKinds }).notNull(),
    image_url: optionalLine(URL),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('assets_slug_unique').on(t.slug),
    notBlank(t.slug),
    notBlank(t.symbol),
    oneOf(t.kind, assetKinds),
  ],
)

const assetId = () =>
  integer()
    .notNull()
    .references(() => assets.id, { onDelete: 'cascade' })

/** The newest accepted price, served after a restart. Prices in USD, change in percent over 24 hours. */
export const quotes = pgTable(
  'quotes',
  {
    asset_id: assetId(),
    feed: text({ enum: marketSources }).notNull(),
    price: doublePrecision().notNull(),
    change_24h: doublePrecision(),
    market_cap: doublePrecision(),
    market_cap_rank: integer(),
    total_volume: doublePrecision(),
    source: line(NAME),
    as_of: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.asset_id, t.feed] }),
    oneOf(t.feed, marketSources),
    within(t.price, '> 0', '< 1e15'),
    within(t.change_24h, '>= -100', '< 1e9'),
    within(t.market_cap, '>= 0', '< 1e18'),
    within(t.market_cap_rank, '> 0', '< 1000000'),
    within(t.total_volume, '>= 0', '< 1e18'),
  ],
)

/**
 * History for the charts. The primary key matches the chart's query: one asset, one resolution, a time range; it also
 * contains the drawn columns (migration `triggers`), so that the table itself is not read.
 */
export const pricePoints = pgTable(
  'price_points',
  {
    asset_id: assetId(),
    feed: text({ enum: marketSources }).notNull(),
    resolution: integer().$type<(typeof resolutions)[number]>().notNull(),
    time: instant().notNull(),
    price: doublePrecision().notNull(),
    /** Null where the market reports none. */
    volume: doublePrecision(),
    source: line(NAME),
  },
  (t) => [
    primaryKey({ columns: [t.asset_id, t.feed, t.resolution, t.time] }),
    // Thinning walks over all assets by age.
    index('price_points_by_age').on(t.resolution, t.time),
    oneOf(t.feed, marketSources),
    within(t.resolution, '>= 60', '<= 86400'),
    within(t.price, '> 0', '< 1e15'),
    within(t.volume, '>= 0', '< 1e18'),
  ],
)

/** The history already fetched from a source: an interrupted start continues there. */
export const feedBackfills = pgTable(
  'feed_backfills',
  {
    asset_id: assetId(),
    source: line(NAME),
    resolution: integer().$type<(typeof resolutions)[number]>().notNull(),
    done_at: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.asset_id, t.source, t.resolution] })],
)

/** Which instance does a job that only one may do, until when. `term` grows with every new holder. */
export const feedLeases = pgTable(
  'feed_leases',
  {
    name: varchar({ length: NAME }).primaryKey(),
    holder: line(NAME),
    term: integer().notNull().default(1),
    acquired_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
  },
  (t) => [notBlank(t.holder)],
)
