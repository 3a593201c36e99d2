/** History of real prices as charts read it, thinned with age. */
import { sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { prepareStatement } from '#db/prepared-queries'
import { resolutions } from '#db/schema/market/market'
import type { HistoryPoint, HistoryRequest, PriceSpan } from './market-feed.ts'

const DAY = 86_400

/** Retention of points in seconds, by the seconds between them. Daily points are never removed. */
const keptFor = { 60: 2 * DAY, 300: 14 * DAY, 3600: 90 * DAY, 14400: 90 * DAY } as const

/**
 * One row of bytes however long the history is: formatting and parsing numbers as text costs several times as much as
 * the search. Each point has its time in microseconds since 2000, its price and its volume, NaN if unknown.
 */
const readPoints = prepareStatement<[points: Buffer | null]>(
  () => sql`
    select string_agg(timestamptz_send(time) || float8send(price) || float8send(coalesce(volume, 'NaN')), '')
    from (
      select time, price, volume from price_points
      where asset_id = ${sql.placeholder('asset')}::int and feed = 'live'
        and resolution = ${sql.placeholder('resolution')}::int
        and time < ${sql.placeholder('before')}::timestamptz
        and time >= ${sql.placeholder('from')}::timestamptz
      order by time
    ) as past`,
)

const POINT_BYTES = 24
/** The epoch of PostgreSQL's timestamps, in milliseconds since 1970. */
const POSTGRES_EPOCH = Date.UTC(2000)

function decodePoint(bytes: Buffer, at: number): HistoryPoint {
  const volume = bytes.readDoubleBE(at + 16)
  return {
    // A 64-bit integer in two halves: a BigInt for each would cost more than everything else.
    time: POSTGRES_EPOCH + (bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)) / 1000,
    price: bytes.readDoubleBE(at + 8),
    volume: Number.isNaN(volume) ? null : volume,
  }
}

/** The times between which the points of a history lie, the second one excluded. */
function timesOf({ points, step, before }: Omit<HistoryRequest, 'symbol'>) {
  const last = Math.ceil(before / step) * step
  return { before: new Date(last).toISOString(), from: new Date(last - points * step).toISOString() }
}

/**
 * Past prices of one asset, oldest first; fewer if some are not stored. One range of the primary key, read from it
 * alone.
 */
export async function listPriceHistory(
  assetId: number,
  { points, step, before }: Omit<HistoryRequest, 'symbol'>,
): Promise<HistoryPoint[]> {
  const [[bytes] = [null]] = await readPoints({
    asset: assetId,
    resolution: step / 1000,
    ...timesOf({ points, step, before }),
  })
  return bytes
    ? Array.from({ length: bytes.length / POINT_BYTES }, (_, n) => decodePoint(bytes, n * POINT_BYTES))
    : []
}

/** One row of bytes per asset, for the reason above: its prices without their times. */
const readPrices = prepareStatement<[asset: number, prices: Buffer]>(
  () => sql`
    select asset_id, string_agg(float8send(price), '' order by time)
    from price_points
    where asset_id = any(${sql.placeholder('assets')}::int[]) and feed = 'live'
      and resolution = ${sql.placeholder('resolution')}::int
      and time < ${sql.placeholder('before')}::timestamptz
      and time >= ${sql.placeholder('from')}::timestamptz
    group by asset_id`,
)

const PRICE_BYTES = 8

/** Past prices of several assets, oldest first, by the asset's id; assets without any are missing. */
export async function listPriceHistories(
  assetIds: readonly number[],
  request: Omit<HistoryRequest, 'symbol'>,
): Promise<Map<number, number[]>> {
  const rows = await readPrices({
    assets: `{${assetIds.join(',')}}`,
    resolution: request.step / 1000,
    ...timesOf(request),
  })
  const decode = (bytes: Buffer) =>
    Array.from({ length: bytes.length / PRICE_BYTES }, (_, at) => bytes.readDoubleBE(at * PRICE_BYTES))
  return new Map(rows.map(([asset, bytes]) => [asset, decode(bytes)]))
}

/** The distances are listed individually, so that each is one range of the primary key. */
const readExtremes = prepareStatement<[high: number | null, low: number | null]>(
  () => sql`
    select max(price), min(price)
    from price_points
    where asset_id = ${sql.placeholder('asset')}::int and feed = 'live'
      and resolution = any(${sql.placeholder('resolutions')}::int[])
      and time < ${sql.placeholder('before')}::timestamptz
      and time >= ${sql.placeholder('from')}::timestamptz`,
)

/**
 * The highest and the lowest price of one asset among the points of a history and those in between; undefined if none
 * is stored. The points of a shorter history are among those of a longer one.
 */
export async function getHighAndLow(
  assetId: number,
  request: Omit<HistoryRequest, 'symbol'>,
): Promise<PriceSpan | undefined> {
  const finest = resolutions.filter((resolution) => resolution * 1000 <= request.step)
  const [[high, low] = [null, null]] = await readExtremes({
    asset: assetId,
    resolutions: `{${finest.join(',')}}`,
    ...timesOf(request),
  })
  return high === null || low === null ? undefined : { high, low }
}

/**
 * Dollars traded in all coins at each hour of the previous seven days. Only hours with at least nine tenths of the
 * current coins: fewer would not represent the whole market.
 */
export async function listTotalVolumes(before: number, coins: number): Promise<number[]> {
  const until = new Date(before).toISOString()
  const rows = await database().execute<{ volume: number }>(sql`
    select sum(volume) as volume from price_points
    where feed = 'live' and resolution = 3600 and volume is not null
      and time < ${until}::timestamptz and time >= ${until}::timestamptz - interval '7 days'
    group by time having count(*) >= ${Math.ceil(coins * 0.9)} order by time`)
  return rows.map(({ volume }) => volume)
}

const BATCH = 5_000

/**
 * Removes points older than the retention of their distance; the points at greater distances exist from the start.
 * Batches are independent, so it may stop anywhere. Returns the number of removed points.
 */
export async function downsampleHistory(now: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const [resolution, seconds] of Object.entries(keptFor)) {
    const before = new Date(now - seconds * 1000).toISOString()
    for (let batch = BATCH; batch === BATCH && !signal.aborted; removed += batch) {
      const result = await database().execute(sql`
        delete from price_points where ctid in (
          select ctid from price_points
          where resolution = ${Number(resolution)} and time < ${before}::timestamptz
          order by time limit ${BATCH})`)
      batch = result.count
    }
  }
  return removed
}
