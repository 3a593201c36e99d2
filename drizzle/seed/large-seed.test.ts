import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/client'
import { findRegisterDiscrepancies, summarizeRegister } from '#db/register-integrity'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { findTotalsDiscrepancies } from '#db/totals-integrity'
import { hasLargeSeed, LARGE_SERIES, largeInvestor, seedLarge, seedRegister } from './large-seed.ts'

const counts = { users: 40, transactions: 2_000, notifications: 200, coins: 1, entries: 1_000 }

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

test('adds the requested number of rows, a fifth of the transactions for one investor, and reports progress', async () => {
  expect(await hasLargeSeed(store.sql)).toBe(false)
  const progress: string[] = []
  const investor = await seedLarge(store.sql, {
    counts,
    passwordHash: '!',
    onProgress: (what, done, of) => progress.push(`${what} ${done}/${of}`),
  })
  expect(progress).toEqual([
    'users 40/40',
    'transactions 2000/2000',
    'portfolios 40/40',
    'notifications 200/200',
    expect.stringMatching(/^prices (\d+)\/\1$/),
    'entries 1000/1000',
  ])
  const [rows] = await store.sql`select
    (select count(*) from users) as users, (select count(*) from transactions) as transactions,
    (select count(*) from transactions where user_id = ${investor}) as own,
    (select count(distinct user_id) from transactions) > 20 as others,
    (select count(*) from notifications) as notifications, (select count(*) from portfolios) as portfolios,
    (select email from users where id = ${investor}) as email,
    (select count(distinct (type, status)) from transactions) as kinds,
    (select max(transaction_date) between now() - interval '1 day' and now() from transactions) as recent`
  expect(rows).toEqual({
    users: 40,
    transactions: 2000,
    own: 400,
    others: true,
    notifications: 200,
    portfolios: 40,
    email: largeInvestor,
    kinds: 20,
    recent: true,
  })
  expect(await hasLargeSeed(store.sql)).toBe(true)
})

test('the register of its series verifies, next to existing ones, and every investor holds units', async () => {
  expect(await findRegisterDiscrepancies(store.db)).toEqual([])
  expect(await summarizeRegister(store.db)).toContainEqual(
    expect.objectContaining({ symbol: LARGE_SERIES, entries: 1_000, holders: 40 }),
  )
  const guards = await store.sql`select tgname from pg_trigger where tgenabled = 'D'`
  expect([...guards]).toEqual([])
})

test('the stored totals of its rows are correct', async () => {
  expect(await findTotalsDiscrepancies(store.db)).toEqual([])
})

test('the value of every portfolio is its deposits less withdrawals plus gains', async () => {
  const off = await store.sql`
    select user_id, total_value, total_invested, total_gains, paid from portfolios left join (
      select user_id, sum(amount) as paid from transaction_totals
      where type = 'withdrawal' and status = 'completed' group by user_id
    ) as withdrawn using (user_id)
    where total_value <> total_invested - coalesce(paid, 0) + total_gains`
  expect(off).toEqual([])
})

test('the balance of each activity is the value after it', async () => {
  const newest = await store.sql<{ balance: string; total_value: string }[]>`
    select distinct on (user_id) balance, total_value from activities join portfolios using (user_id)
    order by user_id, activity_date desc, activities.id`
  expect(newest.length).toBeGreaterThan(20)
  for (const { balance, total_value } of newest) expect(balance).toBe(total_value)
  const off = await store.sql`
    select * from (
      select balance, net_growth, lag(balance) over later as before
      from activities window later as (partition by user_id order by activity_date, id desc)
    ) as steps where before > 0 and balance > 0 and balance <> before + net_growth`
  expect(off).toEqual([])
})

test('simulated prices go back two years and are never mixed with real ones', async () => {
  const [prices] = await store.sql`select count(*) filter (where feed = 'live') as live,
    count(*) filter (where resolution = 86400) as days from price_points`
  expect(prices).toEqual({ live: 0, days: 730 })
})

test('an aborted run leaves nothing', async () => {
  const before = await store.sql`select count(*) from users`
  const broken = seedLarge(store.sql, {
    counts,
    passwordHash: '!',
    onProgress: (what) => {
      if (what === 'notifications') throw new Error('no room')
    },
  })
  await expect(broken).rejects.toThrow()
  expect(await store.sql`select count(*) from users`).toEqual(before)
})

test('checks foreign keys by index even next to a register of a few rows, which is cheaper to read whole', async () => {
  const { url, drop } = await createTestDatabase()
  const { sql, close } = openDatabase(url, { max: 1 })
  try {
    await seedRegister(sql, { holders: 2, entries: 4, transactions: 0 })
    await sql`update users set email = 'earlier-' || email`
    await sql`update tokens set symbol = '$EARLIER' where symbol = ${LARGE_SERIES}`
    await sql`vacuum analyze`
    const scans = async () => {
      await sql`select pg_stat_force_next_flush()`
      await sql`select`
      const [read] = await sql<{ n: number }[]>`
        select seq_scan as n from pg_stat_user_tables where relname = 'register_movements'`
      return read?.n ?? Number.NaN
    }
    const before = await scans()
    await seedRegister(sql, { holders: 2, entries: 400, transactions: 0 })
    expect((await scans()) - before).toBeLessThan(20)
  } finally {
    await close()
    await drop()
  }
})
