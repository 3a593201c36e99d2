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
import { seedPriceHistory } from '#db/seed/price-history'
import { readHistory } from '#modules/market/price-history'
import { median, type Report } from './measure.ts'

const ASSETS = 104
const ROUNDS = 300

type Sql = ReturnType<typeof openDatabase>['sql']

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function benchRanges(sql: Sql, report: Report): Promise<void> {
  const points = await seedPriceHistory(sql, { coins: ASSETS, feed: 'live' })
  await sql`vacuum analyze price_points`
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
export async function benchMarket(report: Report): Promise<void> {
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
