import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { acquireLease, isLeaseHeld, keepLease, type Lease } from './lease.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await connectDatabase(store.url)
})
afterAll(async () => {
  await disconnectDatabase()
  await store.drop()
})

const isRenewedAfter = async (end: string) => {
  const [row] = await store.sql<{ later: boolean }[]>`
    select expires_at > ${end}::timestamptz + interval '600 ms' as later from feed_leases where name = 'work'`
  return row?.later
}

test('a renewed lease stays with its holder beyond its term, and goes to another one afterwards', async () => {
  const lease = (await acquireLease('work', 'one', 300)) as Lease
  const [first] = await store.sql<
    { end: string }[]
  >`select expires_at::text as end from feed_leases where name = 'work'`
  const stop = keepLease(lease, 300)
  await expect.poll(() => isRenewedAfter(first?.end ?? ''), { timeout: 10_000 }).toBe(true)
  expect(await acquireLease('work', 'two', 300)).toBeUndefined()
  expect(await isLeaseHeld(lease)).toBe(true)
  stop()
  await expect
    .poll(() => acquireLease('work', 'two', 300), { timeout: 10_000 })
    .toMatchObject({ holder: 'two' })
  expect(await isLeaseHeld(lease)).toBe(false)
})
