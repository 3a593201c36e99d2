import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activities } from '#db/schema/portfolio/portfolios'
import { connectDatabase, database, disconnectDatabase } from './connection.ts'
import { listPage, type PageSlice, readOffsetList, toSearchPatterns } from './list-queries.ts'
import { createUser } from './seed/factories.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const ROWS = 5_005

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await connectDatabase(store.url)
  const { id } = await createUser(store.db)
  // Three at each instant, distinguished only by their ids.
  await store.sql`insert into activities (user_id, description, activity_date)
    select ${id}, 'Activity ' || n, timestamptz '2026-01-01Z' + n / 3 * interval '1 minute' from generate_series(1, ${ROWS}::int) as n`
  await store.sql`analyze activities`
})
afterAll(async () => {
  await disconnectDatabase()
  await store.drop()
})

/** Ids on a page, the list's page counts, and the number of rows read for it. */
async function read(query: { page: number; limit: number; sort: 'activity_date' | '-activity_date' }) {
  let walked = 0
  const { rows, pagination } = await listPage(query, {
    sorts: { activity_date: activities.activity_date },
    tie: activities.id,
    rows: async ({ order, limit, offset }: PageSlice) => {
      walked = limit + offset
      return store.db
        .select({ id: activities.id })
        .from(activities)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
    },
    count: () => store.db.select({ total: sql<number>`count(*)` }).from(activities),
  })
  return { ids: rows.map(({ id }) => id), pagination, walked }
}

test('the pages together make up the list, each row once and in order, read from either end', async () => {
  const [all] = await store.sql<{ ids: number[] }[]>`
    select json_agg(id order by activity_date desc, id desc) as ids from activities`
  const pages = await Promise.all(
    Array.from({ length: 12 }, (_, index) => read({ page: index + 1, limit: 430, sort: '-activity_date' })),
  )
  expect(pages.flatMap(({ ids }) => ids)).toEqual(all?.ids)
  const ascending = await Promise.all(
    Array.from({ length: 12 }, (_, index) => read({ page: index + 1, limit: 430, sort: 'activity_date' })),
  )
  expect(ascending.flatMap(({ ids }) => ids)).toEqual(all?.ids.toReversed())
})

test('the last page costs as much as the first', async () => {
  const last = await read({ page: 101, limit: 50, sort: '-activity_date' })
  expect(last).toMatchObject({ walked: 5, pagination: { page: 101, limit: 50, pages: 101, total: ROWS } })
  expect(last.ids).toHaveLength(5)
  expect((await read({ page: 100, limit: 50, sort: '-activity_date' })).walked).toBe(55)
  expect((await read({ page: 1, limit: 50, sort: '-activity_date' })).walked).toBe(50)
})

test('a page beyond the last is empty, reads no rows, and returns the row count', async () => {
  expect(await read({ page: 102, limit: 50, sort: '-activity_date' })).toEqual({
    ids: [],
    walked: 0,
    pagination: { page: 102, limit: 50, pages: 101, total: ROWS },
  })
})

test('rows and total reflect the same moment, whatever is written in between', async () => {
  const addRow = () =>
    store.sql`insert into activities (user_id, description) select user_id, 'Meanwhile' from activities limit 1`
  const total = sql<number>`count(*)`
  const select = (limit: number, offset = 0) =>
    database().select({ id: activities.id }).from(activities).limit(limit).offset(offset)
  const count = async () => {
    await addRow()
    return database().select({ total }).from(activities)
  }
  const far = await listPage(
    { page: 2, limit: 4_000, sort: 'id' },
    {
      sorts: { id: [] },
      tie: activities.id,
      count: () => database().select({ total }).from(activities),
      rows: async ({ limit, offset }) => {
        await addRow()
        return select(limit, offset)
      },
    },
  )
  expect(far.rows.length).toBe(far.pagination.total - 4_000)
  const near = await listPage(
    { page: 1, limit: 10, sort: 'id' },
    { sorts: { id: [] }, tie: activities.id, rows: ({ limit }) => select(limit), count },
  )
  expect(near.pagination.total).toBe(ROWS + 1)
  const offset = await readOffsetList({ limit: 10, offset: 0 }, { rows: () => select(10), count })
  expect(offset.pagination.total).toBe(ROWS + 2)
  await store.sql`delete from activities where description = 'Meanwhile'`
})

test('a search looks for a word once, and not for the parts of another', () => {
  const words = (search: string) => toSearchPatterns(search).map(([pattern]) => pattern)
  expect(words('Ada ada reyes rey')).toEqual(['%ada%', '%reyes%'])
  expect(words('a b c d e f g h i j')).toHaveLength(6)
})
