import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { createTestDatabase, type TestDatabase } from '#db/testing'
import { guardLease, holdLease, keepLease, type Lease } from './lease.ts'

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

test('a lease that is kept stays with its holder beyond its time, and goes to another one afterwards', async () => {
  const lease = (await holdLease('work', 'one', 300)) as Lease
  const [first] = await store.sql<
    { end: string }[]
  >`select expires_at::text as end from feed_leases where name = 'work'`
  const stop = keepLease(lease, 300)
  await expect.poll(() => isRenewedAfter(first?.end ?? ''), { timeout: 10_000 }).toBe(true)
  expect(await holdLease('work', 'two', 300)).toBeUndefined()
  expect(await guardLease(lease)).toBe(true)
  stop()
  await expect.poll(() => holdLease('work', 'two', 300), { timeout: 10_000 }).toMatchObject({ holder: 'two' })
  expect(await guardLease(lease)).toBe(false)
})
