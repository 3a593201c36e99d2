import { afterAll, beforeAll, expect, test } from 'vitest'
import { chartIntervals } from '#contract/market/chart-intervals'
import { chartRanges } from '#contract/market/market'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { resolutions } from '#db/schema/market/market'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { getHighAndLow, listPriceHistories, listPriceHistory } from './price-history.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 20, 12)

let store: TestDatabase
let asset: number
beforeAll(async () => {
  store = await createTestDatabase()
  await connectDatabase(store.url)
  const [row] =
    await store.sql`insert into assets (slug, symbol, name, kind) values ('gold', 'XAU', 'Gold', 'metal') returning id`
  asset = row?.id
})
afterAll(async () => {
  await disconnectDatabase()
  await store.drop()
})

test('points are returned as stored: to the last digit, without volume, with gaps', async () => {
  const points = [
    { time: NOON - 5 * HOUR, price: 2_399.123456789012, volume: 0 },
    { time: NOON - 4 * HOUR, price: 1e-12, volume: null },
    { time: NOON - 2 * HOUR, price: 999_999_999_999.9, volume: 18_957_899_045.25 },
    { time: NOON - HOUR, price: 0.1 + 0.2, volume: 5e-324 },
  ]
  for (const { time, price, volume } of points) {
    await store.sql`insert into price_points (asset_id, feed, resolution, time, price, volume, source)
      values (${asset}, 'live', 3600, ${new Date(time).toISOString()}, ${price}::float8, ${volume}::float8, 'test')`
  }
  expect(await listPriceHistory(asset, { points: 167, step: HOUR, before: NOON })).toEqual(points)
  expect(await listPriceHistory(asset, { points: 2, step: HOUR, before: NOON })).toEqual(points.slice(2))
  expect(await listPriceHistory(asset, { points: 60, step: 60_000, before: NOON })).toEqual([])
  expect(await listPriceHistory(asset + 1, { points: 167, step: HOUR, before: NOON })).toEqual([])
})

test('the prices of several assets are read at once, oldest first, at one distance only', async () => {
  const rows = await store.sql<{ id: number }[]>`
    insert into assets (slug, symbol, name, kind) select 'several-' || n, 'S', 'Several', 'crypto'
    from generate_series(1, 3) as n returning id`
  const [first = 0, second = 0, without = 0] = rows.map(({ id }) => id)
  for (const [id, resolution, time, price] of [
    [first, 3600, NOON - HOUR, 3.5],
    [first, 3600, NOON - 2 * HOUR, 1e-9],
    [first, 60, NOON - HOUR, 99],
    [first, 3600, NOON, 98],
    [first, 3600, NOON - 4 * HOUR, 97],
    [second, 3600, NOON - 3 * HOUR, 7],
  ] as const)
    await store.sql`insert into price_points (asset_id, feed, resolution, time, price, source)
      values (${id}, 'live', ${resolution}, ${new Date(time).toISOString()}, ${price}::float8, 'test')`
  const request = { points: 3, step: HOUR, before: NOON }
  expect(
    [...(await listPriceHistories([first, second, without], request))].toSorted(([a], [b]) => a - b),
  ).toEqual([
    [first, [1e-9, 3.5]],
    [second, [7]],
  ])
  expect(await listPriceHistories([], request)).toEqual(new Map())
})

test('points before 2000 are read too, although their offset is negative', async () => {
  const time = Date.UTC(1999, 11, 31)
  await store.sql`insert into price_points (asset_id, feed, resolution, time, price, source)
    values (${asset}, 'live', 86400, ${new Date(time).toISOString()}, 290.25, 'test')`
  const [point] = await listPriceHistory(asset, { points: 1, step: 24 * HOUR, before: time + HOUR })
  expect(point).toEqual({ time, price: 290.25, volume: null })
})

test('stores every range of the charts at its own distance', () => {
  for (const range of chartRanges) expect(resolutions).toContain(chartIntervals[range].step / 1000)
})

test('a chart is read from its index alone, with as many entries as it draws', async () => {
  await store.sql`insert into assets (slug, symbol, name, kind) select 'coin-' || n, 'C', 'Coin', 'crypto' from generate_series(1, 49) as n`
  await store.sql`insert into price_points (asset_id, feed, resolution, time, price, source)
    select assets.id, 'live', 300, ${new Date(NOON).toISOString()}::timestamptz - n * interval '5 minutes', 100, 'test'
    from generate_series(1, 300) as n, assets`
  await store.sql`vacuum analyze price_points`
  const plan = await store.sql.begin(async (tx) => {
    // PostgreSQL would scan such a small table.
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
    const [line] = await tx<{ 'QUERY PLAN': { Plan: unknown }[] }[]>`
      explain (analyze, costs off, timing off, format json)
      select time, price, volume from price_points
      where asset_id = ${asset}::int and feed = 'live' and resolution = 300
        and time < ${new Date(NOON).toISOString()}::timestamptz
        and time >= ${new Date(NOON - 24 * HOUR).toISOString()}::timestamptz
      order by time`
    return line?.['QUERY PLAN'][0]?.Plan
  })
  expect(plan).toMatchObject({ 'Node Type': 'Index Only Scan', 'Actual Rows': 288 })
})

test('the span of a history includes the points between its own, and none before or after it', async () => {
  const [row] =
    await store.sql`insert into assets (slug, symbol, name, kind) values ('silver', 'XAG', 'Silver', 'metal') returning id`
  const silver: number = row?.id
  for (const [resolution, time, price] of [
    [3600, NOON - 3 * HOUR, 24],
    [3600, NOON - HOUR, 25],
    [300, NOON - 1.5 * HOUR, 29],
    [60, NOON - 1.25 * HOUR, 21],
    // Outside: at a longer distance, before the first point, and later.
    [14_400, NOON - 2 * HOUR, 99],
    [300, NOON - 3.5 * HOUR, 98],
    [60, NOON, 97],
  ] as const) {
    await store.sql`insert into price_points (asset_id, feed, resolution, time, price, source)
      values (${silver}, 'live', ${resolution}, ${new Date(time).toISOString()}, ${price}, 'test')`
  }
  expect(await getHighAndLow(silver, { points: 3, step: HOUR, before: NOON })).toEqual({ high: 29, low: 21 })
  expect(await getHighAndLow(silver, { points: 12, step: 300_000, before: NOON })).toBeUndefined()
  expect(await getHighAndLow(silver, { points: 24, step: 300_000, before: NOON })).toEqual({
    high: 29,
    low: 21,
  })
})
