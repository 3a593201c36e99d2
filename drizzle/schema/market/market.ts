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
import {
  createdAt,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  NAME_LENGTH,
  optionalText,
  requiredText,
  timestampColumn,
  URL_LENGTH,
  updatedAt,
} from '#db/schema/column-types'
import { marketSources } from '#shared/enums/market'

export const assetKinds = ['metal', 'crypto'] as const
/** Distance between two points, in seconds; each chart range has a different one. */
export const resolutions = [60, 300, 3600, 14_400, 86_400] as const

/**
 * Assets with a price. `slug` is CoinGecko's name (`gold`, `bitcoin`) and used throughout, `symbol` the market's
 * (`XAU`, `BTC`).
 */
export const assets = pgTable(
  'assets',
  {
    id: id(),
    slug: requiredText(NAME_LENGTH),
    symbol: requiredText(20),
    name: requiredText(NAME_LENGTH),
    kind: text({ enum: assetKinds }).notNull(),
    image_url: optionalText(URL_LENGTH),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('assets_slug_unique').on(t.slug),
    isNotBlankCheck(t.slug),
    isNotBlankCheck(t.symbol),
    isOneOfCheck(t.kind, assetKinds),
  ],
)

const assetId = () =>
  integer()
    .notNull()
    .references(() => assets.id, { onDelete: 'cascade' })

/** The latest accepted price, served after a restart. Prices in USD, change in percent over 24 hours. */
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
    source: requiredText(NAME_LENGTH),
    as_of: timestampColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.asset_id, t.feed] }),
    isOneOfCheck(t.feed, marketSources),
    isInRangeCheck(t.price, '> 0', '< 1e15'),
    isInRangeCheck(t.change_24h, '>= -100', '< 1e9'),
    isInRangeCheck(t.market_cap, '>= 0', '< 1e18'),
    isInRangeCheck(t.market_cap_rank, '> 0', '< 1000000'),
    isInRangeCheck(t.total_volume, '>= 0', '< 1e18'),
  ],
)

/**
 * Price history for the charts. The primary key matches the chart query: one asset, one resolution, a time range. It
 * also contains the plotted columns (migration `triggers`), so the table itself is not read.
 */
export const pricePoints = pgTable(
  'price_points',
  {
    asset_id: assetId(),
    feed: text({ enum: marketSources }).notNull(),
    resolution: integer().$type<(typeof resolutions)[number]>().notNull(),
    time: timestampColumn().notNull(),
    price: doublePrecision().notNull(),
    /** Null if the market reports none. */
    volume: doublePrecision(),
    source: requiredText(NAME_LENGTH),
  },
  (t) => [
    primaryKey({ columns: [t.asset_id, t.feed, t.resolution, t.time] }),
    // Thinning walks over all assets by age.
    index('price_points_by_age').on(t.resolution, t.time),
    isOneOfCheck(t.feed, marketSources),
    isInRangeCheck(t.resolution, '>= 60', '<= 86400'),
    isInRangeCheck(t.price, '> 0', '< 1e15'),
    isInRangeCheck(t.volume, '>= 0', '< 1e18'),
  ],
)

/** The history already fetched from a source: an interrupted start continues there. */
export const feedBackfills = pgTable(
  'feed_backfills',
  {
    asset_id: assetId(),
    source: requiredText(NAME_LENGTH),
    resolution: integer().$type<(typeof resolutions)[number]>().notNull(),
    done_at: timestampColumn().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.asset_id, t.source, t.resolution] })],
)

/** Which instance does a job that only one may do, and until when. `term` grows with every new holder. */
export const feedLeases = pgTable(
  'feed_leases',
  {
    name: varchar({ length: NAME_LENGTH }).primaryKey(),
    holder: requiredText(NAME_LENGTH),
    term: integer().notNull().default(1),
    acquired_at: timestampColumn().notNull().defaultNow(),
    expires_at: timestampColumn().notNull(),
  },
  (t) => [isNotBlankCheck(t.holder)],
)
