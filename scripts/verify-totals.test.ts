import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/client'
import { type Embedded, startEmbedded } from '#db/embedded-postgres'
import { migrateDatabase } from '#db/migrate'
import { createTransaction } from '#db/seed/factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'

let store: TestDatabase
let folder: string
let engine: Embedded | undefined
beforeAll(async () => {
  store = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lodefield-totals-'))
})
afterAll(async () => {
  await store.drop()
  await engine?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function verify(environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/verify-totals.ts`], {
    env: { ...process.env, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { status: await child.exited, said: said + errors }
}

test('confirms that all agree, and names a total that was changed without the triggers', async () => {
  const { user_id } = await createTransaction(store.db, { amount: '70.10', fee: '0.05' })
  await createTransaction(store.db, { user_id, status: 'pending' })
  const sound = await verify({ DATABASE_URL: store.url })
  expect(sound).toEqual({ status: 0, said: '[lodefield] Totals match the transactions.\n' })

  await store.sql`update transaction_totals set amount = amount + 0.01 where user_id = ${user_id} and status = 'completed'`
  const drifted = await verify({ DATABASE_URL: store.url })
  expect(drifted.status).toBe(1)
  expect(drifted.said).toContain(
    `investor ${user_id}, deposit, completed: stored 1 transactions, amount 70.11, fees 0.05; actual 1 transactions, amount 70.10, fees 0.05`,
  )
  expect(drifted.said).toContain('1 total does not match the transactions.')
  expect(drifted.said).not.toContain('pending')
})

test('finds the embedded database running or stopped, and reports when there is none', async () => {
  const none = await verify({ DATA_DIR: folder })
  expect(none.status).toBe(1)
  expect(none.said).toContain(`There is no database in ${folder}`)
  expect(none.said).not.toContain('    at ')

  // If run as root, the engine's account must be able to enter.
  await chmod(folder, 0o755)
  engine = await startEmbedded(folder, { durable: false })
  await migrateDatabase(engine.url)
  const { db, sql, close } = openDatabase(engine.url, { max: 1 })
  await createTransaction(db)
  expect((await verify({ DATA_DIR: folder })).status).toBe(0)
  // It left the engine running.
  await sql`delete from transaction_totals`
  await close()
  await engine.stop()
  engine = undefined
  const drifted = await verify({ DATA_DIR: folder })
  expect(drifted.said).toContain(
    'stored 0 transactions, amount 0, fees 0; actual 1 transactions, amount 100.00',
  )
  expect(drifted.status).toBe(1)
}, 300_000)
