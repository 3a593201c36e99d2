/** History of real prices as charts read it, and how it is thinned with age. */
import { sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { prepared, readRows } from '#db/prepared'
import type { HistoryPoint, HistoryRequest } from './feed.ts'

const DAY = 86_400

/** How long points are kept, in seconds, by the seconds between them. What is a day apart is kept for ever. */
const keptFor = { 60: 2 * DAY, 300: 14 * DAY, 3600: 90 * DAY } as const

/** One row however long the history is: reading a row costs more than finding it. */
const readPoints = prepared((db) =>
  db
    .select({
      points: sql<[number, number, number | null][] | null>`
        json_agg(json_build_array(seconds, price, volume) order by seconds)`.as('points'),
    })
    .from(
      sql`(
        select extract(epoch from time)::bigint as seconds, price, volume from price_points
        where asset_id = ${sql.placeholder('asset')}::int and feed = 'live'
          and resolution = ${sql.placeholder('resolution')}::int
          and time < ${sql.placeholder('before')}::timestamptz
          and time >= ${sql.placeholder('from')}::timestamptz
      ) as past`,
    )
    .where(sql`seconds % ${sql.placeholder('step')}::bigint = 0`)
    .prepare('market_history'),
)

/** Past prices of one asset, oldest first; fewer where none were stored. One range of the primary key. */
export async function readHistory(
  assetId: number,
  { points, step, before }: Omit<HistoryRequest, 'symbol'>,
): Promise<HistoryPoint[]> {
  const seconds = step / 1000
  const resolution = [86_400, 3600, 300, 60].find((distance) => seconds % distance === 0)
  const last = Math.ceil(before / step) * step
  const [row] = await readRows<{ points: [number, number, number | null][] | null }>(readPoints(), {
    asset: assetId,
    resolution,
    step: seconds,
    before: new Date(last).toISOString(),
    from: new Date(last - points * step).toISOString(),
  })
  return (row?.points ?? []).map(([time, price, volume]) => ({ time: time * 1000, price, volume }))
}

/**
 * Dollars traded in all coins at each hour of the seven days before. Only hours in which as many coins
 * were known as are now: less would not be the whole market.
 */
export async function readTotalVolumes(before: number, coins: number): Promise<number[]> {
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
 * Removes points whose age is kept at a greater distance only; these stand beside them from the start.
 * In batches that are each complete, so that it may end anywhere. Answers how many were removed.
 */
export async function thinHistory(now: number, signal: AbortSignal): Promise<number> {
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
