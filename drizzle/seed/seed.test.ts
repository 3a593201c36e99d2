import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admins, users } from '#db/schema/accounts'
import { activities, investments, portfolios, portfolioValues } from '#db/schema/portfolios'
import { settings } from '#db/schema/site'
import { tokenCategories, tokens } from '#db/schema/tokens'
import { createTestDatabase, emptyTables, type TestDatabase } from '#db/testing'
import { tokenColors } from '#shared/enums/tokens'
import { defaultCategories, tokenCatalogue } from '#shared/token-catalogue'
import { seedDemoInvestor } from './demo-investor.ts'
import { buildDemoLedger } from './demo-ledger.ts'
import { seedAdministrator, seedEssentials } from './essentials.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

test('the catalogue is the ten tokens of the documents, with colours and categories that exist', () => {
  expect(tokenCatalogue.map(({ symbol, name }) => `${symbol} ${name}`)).toEqual([
    '$WITGOLD Gold',
    '$GAClay Kaolin',
    '$HALL Halloysite',
    '$REECLAY Rare-earth Ion-adsorption Clays',
    '$MONZ Monazite',
    '$BAST Bastnäsite',
    '$BYNREE Bayan Obo Deposit',
    '$MTPASS Mountain Pass Deposit',
    '$BUSHVELD Platinum Group Metals',
    '$MAGREE Magnet Rare Earths',
  ])
  expect(new Set(tokenCatalogue.map(({ color }) => color))).toEqual(new Set(tokenColors))
})

test('essentials: settings, categories and tokens are there after the first seeding', async () => {
  const [row] = await store.db.select().from(settings)
  expect(row).toMatchObject({ site_name: 'Lodefield', primary_color: '#f97316', date_format: 'MM/DD/YY' })
  expect((await store.db.select().from(tokenCategories)).map(({ name }) => name)).toEqual([
    ...defaultCategories,
  ])
  expect(await store.db.select().from(tokens)).toHaveLength(10)
})

test('essentials are seeded once: what an administrator removed stays removed', async () => {
  await store.db
    .transaction(async (tx) => {
      await tx.delete(tokens).where(eq(tokens.symbol, '$HALL'))
      expect(await seedEssentials(tx)).toBe(false)
      expect(await tx.select().from(tokens)).toHaveLength(9)
      tx.rollback()
    })
    .catch(() => {})
})

test('two starters on an empty database seed it once', async () => {
  await emptyTables(store.sql, ['settings', 'contact_departments', 'tokens', 'token_categories'])
  const seeded = await Promise.all([seedEssentials(store.db), seedEssentials(store.db)])
  expect(seeded.sort()).toEqual([false, true])
  expect(await store.db.select().from(tokens)).toHaveLength(10)
})

test('the first administrator is made once', async () => {
  const make = (username: string) =>
    seedAdministrator(store.db, { username, email: `${username}@lodefield.example`, passwordHash: 'hash' })
  const made = await Promise.all([make('one'), make('two')])
  expect(made.filter((id) => id !== undefined)).toHaveLength(1)
  expect(await make('three')).toBeUndefined()
  expect(await store.db.select().from(admins)).toHaveLength(1)
})

test('the demonstration year is the same for the same day, and ends before it', () => {
  expect(buildDemoLedger(NOW)).toEqual(buildDemoLedger(NOW))
  const { transactions, activities: acts, investments: held, openedAt } = buildDemoLedger(NOW)
  for (const { at } of [...transactions, ...acts, ...held]) {
    expect(at.getTime()).toBeLessThan(NOW.getTime())
    expect(at.getTime()).toBeGreaterThan(openedAt.getTime())
  }
  expect(new Set(transactions.map(({ type }) => type)).size).toBe(5)
  expect(new Set(transactions.map(({ status }) => status)).size).toBe(4)
})

test('the demo investor: every figure follows from the rows', async () => {
  const demo = { email: 'investor@lodefield.example', passwordHash: 'hash', now: NOW }
  const id = await seedDemoInvestor(store.db, demo)
  expect(await seedDemoInvestor(store.db, demo)).toBeUndefined()
  if (id === undefined) throw new Error('The demo investor was not made')

  const [derived] = await store.sql`
    with booked as (
      select
        sum(amount) filter (where type = 'deposit') as deposits,
        sum(amount) filter (where type = 'withdrawal') as withdrawals,
        sum(amount) filter (where type = 'interest') as interest,
        coalesce(sum(amount) filter (where type = 'fee'), 0) + sum(fee) as fees
      from transactions where user_id = ${id} and status = 'completed'
    ), valued as (
      select sum(net_growth) as growth from activities where user_id = ${id} and description = 'Monthly valuation of holdings'
    )
    select deposits as total_invested, interest + growth - fees as total_gains,
      deposits - withdrawals + interest + growth - fees as total_value,
      round((interest + growth - fees) / deposits * 100, 4) as performance
    from booked, valued`
  const [portfolio] = await store.db.select().from(portfolios).where(eq(portfolios.user_id, id))
  expect(portfolio).toMatchObject({ ...derived, pending_investments: '$MAGREE' })
  expect(await store.db.$count(investments, eq(investments.user_id, id))).toBe(portfolio?.active_investments)

  const ledger = await store.db
    .select()
    .from(activities)
    .where(eq(activities.user_id, id))
    .orderBy(activities.activity_date, activities.id)
  const [sum] = await store.db
    .select({ growth: sql`sum(${activities.net_growth})` })
    .from(activities)
    .where(eq(activities.user_id, id))
  expect(ledger.at(-1)?.balance).toBe(portfolio?.total_value)
  expect(sum?.growth).toBe(portfolio?.total_value)
  for (const [index, { balance, net_growth }] of ledger.entries()) {
    expect(cents(balance) - cents(net_growth)).toBe(index === 0 ? 0 : cents(ledger[index - 1]?.balance))
  }

  const chart = await store.db
    .select()
    .from(portfolioValues)
    .where(eq(portfolioValues.portfolio_id, portfolio?.id ?? 0))
    .orderBy(portfolioValues.recorded_at)
  expect(chart.map(({ total_value }) => total_value)).toEqual(ledger.map(({ balance }) => balance))
  const [user] = await store.db.select().from(users).where(eq(users.id, id))
  expect(user).toMatchObject({ is_verified: true, first_name: 'Demo' })
})

test.each([['2026-11-20T12:00:00.000Z'], ['2027-03-01T00:00:00.000Z']])(
  'the demonstration year that ends on %s adds up at every point',
  (now) => {
    const { transactions, values } = buildDemoLedger(new Date(now))
    for (const { at, value, invested, gains } of values) {
      const booked = (type: string) =>
        transactions
          .filter((row) => row.type === type && row.status === 'completed' && row.at <= at)
          .reduce((sum, { amount }) => sum + amount, 0)
      expect(invested, at.toISOString()).toBe(booked('deposit'))
      expect(value, at.toISOString()).toBe(booked('deposit') - booked('withdrawal') + gains)
    }
  },
)

const cents = (text = ''): number => Math.round(Number(text) * 100)
