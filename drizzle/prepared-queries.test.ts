import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { connectDatabase, disconnectDatabase, inTransaction } from './connection.ts'
import { prepareStatement, toIsoTimestamp } from './prepared-queries.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

test('instants are formatted like those of a Date', async () => {
  const years = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  await fc.assert(
    fc.asyncProperty(fc.date({ ...years, noInvalidDate: true }), async (date) => {
      const iso = date.toISOString()
      const [row] = await store.sql<{ at: string }[]>`select ${iso}::timestamptz(3) as at`
      expect(toIsoTimestamp(row?.at ?? '')).toBe(iso)
    }),
    { numRuns: 200 },
  )
})

test('a session in another time zone returns the same instant', async () => {
  await store.sql.begin(async (tx) => {
    await tx`set local time zone 'Asia/Kolkata'`
    const [row] = await tx<{ at: string }[]>`select timestamptz '2026-01-05 23:59:59.5Z' as at`
    expect(row?.at).toContain('+05:30')
    expect(toIsoTimestamp(row?.at ?? '')).toBe('2026-01-05T23:59:59.500Z')
  })
})

test('a statement sends each value once, however often it is named, and returns columns in the order selected', async () => {
  const n = sql`${sql.placeholder('n')}::int`
  const twice = prepareStatement<[number, number, string]>(
    () => sql`select ${n}, ${n} * 2, ${sql.placeholder('word')}::text where ${n} > 0`,
  )
  expect(twice.compile()).toMatchObject({ names: ['n', 'word'] })
  await connectDatabase(store.url)
  try {
    expect(await twice({ word: 'ore', n: 3 })).toEqual([[3, 6, 'ore']])
    expect(await twice({ word: 'ore', n: 0 })).toEqual([])
    expect(await twice({ n: 1 })).toEqual([[1, 2, null]])
    await expect(inTransaction(() => twice({ n: 1 }))).rejects.toThrow('outside of transactions')
  } finally {
    await disconnectDatabase()
  }
})

test('a failed statement is identified without its values', async () => {
  const divide = prepareStatement(() => sql`select 1 / (length(${sql.placeholder('word')}::text) - 6)`)
  await connectDatabase(store.url)
  try {
    const failure = await divide({ word: 'secret' }).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(DrizzleQueryError)
    expect(failure).toMatchObject({ cause: { code: '22012' }, params: ['word'] })
    expect(`${failure} ${JSON.stringify(failure)}`).not.toContain('secret')
  } finally {
    await disconnectDatabase()
  }
})

test('a statement takes its values through placeholders only', () => {
  expect(() => prepareStatement(() => sql`select ${1}`).compile()).toThrow('placeholders')
})
