/** A temporary database of the embedded engine, with work timed against a select by primary key, alternating. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/client'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { startEmbedded } from '#db/embedded-postgres'
import { migrateDatabase } from '#db/migrate'
import { median } from './compare-servers.ts'

export type Sql = ReturnType<typeof openDatabase>['sql']

const ROUNDS = 300
/** Warm-up rounds that do not count. */
const WARM_UP = 20

/** Runs `work` on a migrated database, to which the process is connected as the server is. */
export async function withScratchDatabase(work: (sql: Sql, db: Database) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-bench-'))
  const engine = await startEmbedded(folder, { durable: process.env.BENCH_DURABLE !== 'false' })
  try {
    await migrateDatabase(engine.url)
    await connectDatabase(engine.url)
    const { sql, db, close } = openDatabase(engine.url, { max: 1 })
    await sql`set statement_timeout = 0`
    await work(sql, db)
    await close()
  } finally {
    await disconnectDatabase()
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of `work`. */
export async function measureMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Medians in milliseconds of `work` and of a select by primary key; both get the number of the round. */
export async function compareWithPrimaryKeyLookup(
  work: (round: number) => Promise<unknown>,
  select: (round: number) => Promise<unknown>,
): Promise<{ ours: number; key: number }> {
  const ours: number[] = []
  const key: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const a = await measureMilliseconds(() => work(round))
    const b = await measureMilliseconds(() => select(round))
    if (round < WARM_UP) continue
    ours.push(a)
    key.push(b)
  }
  return { ours: median(ours), key: median(key) }
}
