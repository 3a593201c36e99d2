/** History from sources that offer it: for the charts before the first poll, and for gaps. */
import { sql } from 'drizzle-orm'
import { isLeaseHeld, type Lease } from '#common/lease'
import { database, inTransaction } from '#db/connection'
import { feedBackfills, pricePoints } from '#db/schema/market/market'
import { UpstreamError } from './fetch-source.ts'
import type { HistoryRange, PastPrice, PriceSource } from './price-source.ts'
import { filterPlausibleHistory } from './price-validation.ts'

/**
 * The ranges of history and the points they become, by the seconds between them: hourly points also become four-hourly
 * ones.
 */
const ranges = [
  { resolution: 300, days: 1, distances: [300] },
  { resolution: 3600, days: 90, distances: [3600, 14_400] },
  { resolution: 86_400, days: 365, distances: [86_400] },
] as const

/** Assets in charts and readings come first. */
const first = ['bitcoin', 'ethereum', 'ripple', 'cardano', 'solana']

const rangeRows = sql.join(
  ranges.map(({ resolution }) => sql`(${resolution}::int)`),
  sql`, `,
)

type Due = { id: number; slug: string; resolution: (typeof ranges)[number]['resolution'] }

/** The most important history not yet requested from the source; undefined once everything is there. */
export async function findMissingHistory({ name }: PriceSource): Promise<Due | undefined> {
  const [due] = await database().execute<Due>(sql`
    select assets.id, slug, wanted.resolution
    from quotes join assets on assets.id = quotes.asset_id, (values ${rangeRows}) as wanted (resolution)
    where feed = 'live' and quotes.source = ${name} and not exists (
      select 1 from feed_backfills as done
      where done.asset_id = assets.id and done.source = ${name} and done.resolution = wanted.resolution)
    order by slug in ${first} desc, market_cap_rank nulls last, wanted.resolution limit 1`)
  return due
}

/** The history from the source; empty if it does not know the asset. */
async function requestHistory(
  source: PriceSource,
  slug: string,
  range: HistoryRange,
  signal: AbortSignal,
): Promise<PastPrice[]> {
  try {
    return (await source.readHistory?.(slug, range, signal)) ?? []
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return []
    throw error
  }
}

/** The points at one distance. The first price of each point is used, as for polled prices. */
function pointsAt(
  resolution: (typeof ranges)[number]['distances'][number],
  history: ReturnType<typeof filterPlausibleHistory>,
) {
  const step = resolution * 1000
  const points = new Map(
    history.toReversed().map((point) => [Math.floor(point.time / step) * step, point] as const),
  )
  return [...points].map(([time, { price, volume }]) => ({ resolution, time: new Date(time), price, volume }))
}

/**
 * Requests one range and stores its plausible points together with the record of the request. Points already stored
 * are not changed. Throws an {@link UpstreamError} when the source does not respond.
 */
export async function backfillHistory(
  lease: Lease,
  source: PriceSource,
  { id, slug, resolution }: Due,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  const { days, distances } = ranges.find((range) => range.resolution === resolution) ?? ranges[0]
  const history = filterPlausibleHistory(
    await requestHistory(source, slug, { days, step: resolution * 1000 }, signal),
    now,
  )
  const points = distances.flatMap((distance) => pointsAt(distance, history))
  await inTransaction(async () => {
    if (!(await isLeaseHeld(lease))) return
    if (points.length > 0) {
      await database()
        .insert(pricePoints)
        .values(
          points.map((point) => ({
            ...point,
            asset_id: id,
            feed: 'live' as const,
            source: source.name,
          })),
        )
        .onConflictDoNothing()
    }
    await database()
      .insert(feedBackfills)
      .values({ asset_id: id, source: source.name, resolution })
      .onConflictDoNothing()
  })
}

const HOUR = 3_600_000

/** After a gap of that many milliseconds, its history is requested again where charts show it. */
export async function requestGapBackfill({ name }: PriceSource, gap: number): Promise<void> {
  if (gap < HOUR) return
  await database().execute(sql`
    delete from feed_backfills using assets
    where assets.id = asset_id and source = ${name} and slug in ${first}
      and resolution <= ${gap < 24 * HOUR ? 3600 : 86_400}`)
}
