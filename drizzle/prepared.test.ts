import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing'
import { isoInstant } from './prepared.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

test('instants are written as a Date would write them', async () => {
  const years = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  await fc.assert(
    fc.asyncProperty(fc.date({ ...years, noInvalidDate: true }), async (date) => {
      const iso = date.toISOString()
      const [row] = await store.sql<{ at: string }[]>`select ${iso}::timestamptz(3) as at`
      expect(isoInstant(row?.at ?? '')).toBe(iso)
    }),
    { numRuns: 200 },
  )
})

test('a session in another time zone tells the same instant', async () => {
  await store.sql.begin(async (tx) => {
    await tx`set local time zone 'Asia/Kolkata'`
    const [row] = await tx<{ at: string }[]>`select timestamptz '2026-01-05 23:59:59.5Z' as at`
    expect(row?.at).toContain('+05:30')
    expect(isoInstant(row?.at ?? '')).toBe('2026-01-05T23:59:59.500Z')
  })
})
