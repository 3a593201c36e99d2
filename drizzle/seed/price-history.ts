import type postgres from 'postgres'
import type { marketSources } from '#shared/enums/market'

/** Seconds between two points, and how far they go back: what polling and thinning leave of two years. */
const kept = [
  [60, '2 days'],
  [300, '14 days'],
  [3600, '90 days'],
  [14_400, '90 days'],
  [86_400, '730 days'],
] as const

/** Adds coins with two years of simulated prices, as they would be stored; returns the number of points. */
export async function seedPriceHistory(
  sql: postgres.Sql<{ bigint: number }>,
  { coins, feed }: { coins: number; feed: (typeof marketSources)[number] },
): Promise<number> {
  await sql`insert into assets (slug, symbol, name, kind)
    select 'coin-' || n, 'C' || n, 'Coin ' || n, 'crypto' from generate_series(1, ${coins}::int) as n
    on conflict (slug) do nothing`
  let points = 0
  for (const [resolution, age] of kept) {
    // Ordered by time, as they arrive: the points of one coin are far apart.
    const added = await sql`insert into price_points (asset_id, feed, resolution, time, price, volume, source)
      select id, ${feed}, ${resolution}::int, to_timestamp(seconds), 100 + id + sin(id + seconds / 86400.0) * 10 + cos(seconds / 900.0), 1e9, 'seed'
      from generate_series(
        (extract(epoch from now() - ${age}::interval)::bigint / ${resolution}::int + 1) * ${resolution}::int,
        extract(epoch from now())::bigint, ${resolution}::int) as seconds, assets
      where slug like 'coin-%'
      order by seconds, id`
    points += added.count
  }
  return points
}
