/**
 * How chart answers grow: two years of history of a hundred coins, each range timed against a select by
 * primary key in the same run, in turn. In a throw-away database of the embedded engine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chartRanges, chartSteps } from '#contract/market'
import { openDatabase } from '#db/client'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { startEmbedded } from '#db/embedded'
import { migrateDatabase } from '#db/migrate'
import { readHistory } from '#modules/market/price-history'
import { median, type Row } from './measure.ts'

const ASSETS = 104
const ROUNDS = 300

type Sql = ReturnType<typeof openDatabase>['sql']

/** As two years of polling and thinning leave it. */
async function seedHistory(sql: Sql): Promise<number> {
  await sql`insert into assets (slug, symbol, name, kind)
    select 'coin-' || n, 'C' || n, 'Coin ' || n, 'crypto' from generate_series(1, ${ASSETS}) as n`
  const kept = [
    [60, '2 days'],
    [300, '14 days'],
    [3600, '90 days'],
    [86_400, '730 days'],
  ] as const
  for (const [resolution, age] of kept) {
    await sql`insert into price_points (asset_id, feed, resolution, time, price, volume, source)
      select id, 'live', ${resolution}, to_timestamp(seconds), 100 + sin(seconds) * 10, 1e9, 'bench'
      from generate_series(
        (extract(epoch from now() - ${age}::interval)::bigint / ${resolution} + 1) * ${resolution},
        extract(epoch from now())::bigint, ${resolution}) as seconds, assets`
  }
  await sql`vacuum analyze price_points`
  const [row] = await sql<{ points: number }[]>`select count(*)::int as points from price_points`
  return row?.points ?? 0
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function benchRanges(sql: Sql, report: (row: Row) => void): Promise<void> {
  const points = await seedHistory(sql)
  const before = Date.now()
  for (const range of chartRanges) {
    const ours: number[] = []
    const key: number[] = []
    for (let round = -20; round < ROUNDS; round++) {
      const asset = 1 + (((round + 20) * 7919) % ASSETS)
      const a = await time(() => readHistory(asset, { ...chartSteps[range], before }))
      const b = await time(async () => sql`select * from assets where id = ${asset}`)
      if (round < 0) continue
      ours.push(a)
      key.push(b)
    }
    const ratio = median(ours) / median(key)
    report({
      what: `chart of ${range}, ${points.toLocaleString('en-US')} points of two years, against a key select`,
      ours: `${median(ours).toFixed(2)} ms`,
      floor: `${median(key).toFixed(2)} ms`,
      ratio,
      goal: '<= 5',
      reached: ratio <= 5,
    })
  }
}

/** Reports a row for each range of the charts. */
export async function benchMarket(report: (row: Row) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-bench-'))
  const engine = await startEmbedded(folder)
  try {
    await migrateDatabase(engine.url)
    await connectDatabase(engine.url)
    const { sql, close } = openDatabase(engine.url, { max: 1 })
    await sql`set statement_timeout = 0`
    await benchRanges(sql, report)
    await close()
  } finally {
    await disconnectDatabase()
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
