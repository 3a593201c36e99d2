import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSeries } from '#build/series/index'
import { openDatabase } from '#db/client'
import { findRegisterDiscrepancies, summarizeRegister } from '#db/register-integrity'
import { users } from '#db/schema/identity/accounts'
import { activities, investments, portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import type { BuiltSeries } from '#shared/calculations/series-content'
import { tokenCatalog } from '#shared/default-tokens'
import { distributeAmount, formatDollars, multiplyUnitsByPrice } from './demo-arithmetic.ts'
import { planHolders } from './demo-holders.ts'
import { seedDemoInvestor } from './demo-investor.ts'
import { buildDemoLedger, type DemoLedger } from './demo-ledger.ts'
import { createDemoSeries } from './demo-market.ts'
import { canWriteRegister } from './demo-register.ts'
import { getAllottedAt } from './demo-subscriptions.ts'
import { seedAdministrator } from './essential-data.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const root = join(import.meta.dirname, '../..')

let series: BuiltSeries[]
let store: TestDatabase
let id: number
beforeAll(async () => {
  series = await buildSeries({ contentDir: join(root, 'content'), outDir: join(root, '.cache/series') })
  store = await createTestDatabase()
  await seedAdministrator(store.db, { username: 'one', email: 'one@lodefield.example', passwordHash: 'hash' })
  const demo = { email: 'investor@lodefield.example', passwordHash: 'hash', now: NOW, series }
  id = (await seedDemoInvestor(store.db, demo)) ?? 0
  // A second start finds the account and adds nothing.
  expect(await seedDemoInvestor(store.db, demo)).toBeUndefined()
})
afterAll(() => store.drop())

const contentOf = (symbol: string): BuiltSeries => {
  const found = series.find((one) => one.symbol === symbol)
  if (!found) throw new Error(`There is no series ${symbol}`)
  return found
}

/** The year that ends at an instant, with the series as they were known then. */
function buildYear(now: Date): DemoLedger {
  const markets = series.map((content) => createDemoSeries(content, now))
  return buildDemoLedger(now, markets, planHolders(now, markets))
}

const cents = (text = ''): number => Math.round(Number(text) * 100)

describe('the demonstration year', () => {
  test('is the same for the same day, and ends before it', () => {
    expect(buildYear(NOW)).toEqual(buildYear(NOW))
    const { transactions, activities: acts, investments: held, openedAt, subscriptions } = buildYear(NOW)
    const steps = subscriptions.flatMap((one) => one.steps)
    for (const { at } of [...transactions, ...acts, ...held, ...steps]) {
      expect(at.getTime()).toBeLessThan(NOW.getTime())
      expect(at.getTime()).toBeGreaterThan(openedAt.getTime())
    }
    expect(new Set(transactions.map(({ type }) => type)).size).toBe(5)
    expect(new Set(transactions.map(({ status }) => status)).size).toBe(4)
  })

  test.each([
    ['2026-01-05T09:00:00.000Z', 0],
    ['2026-05-15T12:00:00.000Z', 4],
    ['2026-11-20T12:00:00.000Z', 5],
    ['2027-03-01T00:00:00.000Z', 5],
    ['2029-01-01T00:00:00.000Z', 0],
  ])('ending on %s adds up at every point, with units of %i series', (now, held) => {
    const { transactions, values, subscriptions } = buildYear(new Date(now))
    for (const { at, value, invested, gains } of values) {
      const booked = (type: string) =>
        transactions
          .filter((row) => row.type === type && row.status === 'completed' && row.at <= at)
          .reduce((sum, { amount }) => sum + amount, 0)
      expect(invested, at.toISOString()).toBe(booked('deposit'))
      expect(value, at.toISOString()).toBe(booked('deposit') - booked('withdrawal') + gains)
    }
    expect(subscriptions.filter((one) => getAllottedAt(one))).toHaveLength(held)
  })

  test("charges only the bank's withdrawal fee, on a separate line", () => {
    const { transactions } = buildYear(NOW)
    expect(transactions.every(({ fee }) => fee === 0)).toBe(true)
    const paidOut = transactions.filter(({ type, status }) => type === 'withdrawal' && status === 'completed')
    expect(paidOut).toHaveLength(3)
    expect(
      transactions
        .filter(({ type }) => type === 'fee')
        .map(({ description, amount, at }) => [description, amount, at]),
    ).toEqual(
      paidOut.map(({ amount, at }) => [
        `Bank charge for the transfer of ${formatDollars(amount)}`,
        2_500,
        new Date(at.getTime() + 3_600_000),
      ]),
    )
  })

  test('pays each allotted subscription by a deposit of its amount, after approval', () => {
    const { transactions, subscriptions } = buildYear(NOW)
    const allotted = subscriptions.filter((one) => getAllottedAt(one))
    expect(transactions.flatMap(({ pays }) => pays ?? [])).toEqual(allotted)
    for (const { pays, amount, at } of transactions) {
      if (!pays) continue
      expect(amount, pays.symbol).toBe(pays.amount)
      const times = ['submitted', 'in_review', 'approved', 'paid', 'funded', 'allotted'].map(
        (state) =>
          (state === 'paid' ? at : pays.steps.find((step) => step.state === state)?.at)?.getTime() ?? 0,
      )
      expect(times, pays.symbol).toEqual(times.toSorted((one, other) => one - other))
    }
  })

  test('describes a deposit in transit without its status', () => {
    const pending = buildYear(NOW).transactions.filter(({ status }) => status === 'pending')
    expect(pending.map(({ description }) => description)).toEqual(['Deposit by bank transfer'])
  })

  test('is an account of cash without series', () => {
    const { values, subscriptions, distribution } = buildDemoLedger(NOW)
    expect(subscriptions).toEqual([])
    expect(distribution).toBeUndefined()
    expect(values.at(-1)?.value).toBeGreaterThan(0)
  })
})

test('no demo investor has negative cash, or less than is reserved', async () => {
  const short = await store.sql`
    select user_id, balance, reserved from investor_cash((select array_agg(id) from users)) where balance < reserved`
  expect(short).toEqual([])
})

describe('the demo investor', () => {
  test('has figures that all follow from the rows', async () => {
    const [derived] = await store.sql`
      with booked as (
        select
          sum(amount) filter (where type = 'deposit') as deposits,
          sum(amount) filter (where type = 'withdrawal') as withdrawals,
          sum(amount) filter (where type = 'interest') as interest,
          coalesce(sum(amount) filter (where type = 'fee'), 0) + sum(fee) as fees
        from transactions where user_id = ${id} and status = 'completed'
      ), valued as (
        -- Units are allotted at the price of their offering, which is not their value.
        select sum(net_growth) as growth from activities
        where user_id = ${id} and (description = 'Monthly valuation of holdings' or type = 'investment')
      )
      select deposits as total_invested, interest + growth - fees as total_gains,
        deposits - withdrawals + interest + growth - fees as total_value,
        round((interest + growth - fees) / deposits * 100, 4) as performance
      from booked, valued`
    const [portfolio] = await store.db.select().from(portfolios).where(eq(portfolios.user_id, id))
    expect(portfolio).toMatchObject({ ...derived, pending_investments: '$MAGREE' })
    expect(await store.db.$count(investments, eq(investments.user_id, id))).toBe(
      portfolio?.active_investments,
    )

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

  test('is worth units × the unit values of the day + cash at every point', async () => {
    const points = await store.sql`
      select point.recorded_at, point.total_value, (
        select coalesce(sum(case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fee), 0)
        from transactions where user_id = ${id} and status = 'completed' and transaction_date <= point.recorded_at
      ) + coalesce(sum(held.paid), 0) as cash, coalesce(sum(round(held.units * held.preferred, 2)), 0) as units_value
      from portfolio_values as point join portfolios on portfolios.id = point.portfolio_id
      left join lateral (
        select sum(entry.units) as units, sum(-entry.cost) as paid, (
          select preferred from series_valuations as valuation
          where valuation.token_id = entry.token_id and as_of <= (point.recorded_at at time zone 'UTC')::date
          order by as_of desc, valuation.id desc limit 1
        ) as preferred
        from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
        where entry.user_id = ${id} and movement.at <= point.recorded_at
        group by entry.token_id
      ) as held on true
      where portfolios.user_id = ${id}
      group by point.recorded_at, point.total_value order by 1`
    expect(points.length).toBeGreaterThan(50)
    for (const { recorded_at, total_value, cash, units_value } of points) {
      expect(cents(cash) + cents(units_value), recorded_at).toBe(cents(total_value))
      expect(cents(cash), recorded_at).toBeGreaterThanOrEqual(0)
    }
  })

  test('is shown a payment account that says it is not real', async () => {
    const [row] = await store.sql`select payment_account from settings`
    expect(row?.payment_account).toMatch(/^Illustrative, not a real account: /)
  })

  test('was allotted units of five series, each paid by a deposit, and has two open subscriptions', async () => {
    const own = await store.sql`
      select tokens.symbol, subscription.state, subscription.payment_due_at, deposit.amount >= subscription.amount as covered,
        array_agg(step.state order by step.at) as steps, bool_and(step.by = 'investor' or step.admin_id is not null) as signed,
        (select count(*)::int from subscription_acknowledgements as given where given.subscription_id = subscription.id) as documents
      from subscriptions as subscription join tokens on tokens.id = subscription.token_id
      join subscription_steps as step on step.subscription_id = subscription.id
      left join transactions as deposit on deposit.id = subscription.transaction_id
      where subscription.user_id = ${id} group by subscription.id, tokens.symbol, deposit.amount order by subscription.id`
    const allotted = '{submitted,in_review,approved,funded,allotted}'
    expect(own.map(({ symbol, state, steps, covered }) => [symbol, state, String(steps), covered])).toEqual([
      ...['$BAST', '$BUSHVELD', '$GAClay', '$MONZ', '$WITGOLD'].map((symbol) => [
        symbol,
        'allotted',
        allotted,
        true,
      ]),
      ['$BUSHVELD', 'approved', '{submitted,in_review,approved}', null],
      ['$MTPASS', 'submitted', '{submitted}', null],
    ])
    expect(own.every(({ signed }) => signed)).toBe(true)
    expect(new Date(own[5]?.payment_due_at).getTime()).toBeGreaterThan(NOW.getTime())
    expect(own[6]?.documents).toBeGreaterThan(0)
  })

  test('received a distribution, with the other holders on its record date', async () => {
    const [paid] = await store.sql`
      select distribution.total, sum(line.amount) as lines, round(sum(line.units) * distribution.amount_per_unit, 2) as exact,
        count(*)::int as holders, bool_and(line.amount = booked.amount and booked.type = 'interest' and booked.user_id = line.user_id) as booked,
        max(line.amount) filter (where line.user_id = ${id}) as own
      from distributions as distribution join distribution_lines as line on line.distribution_id = distribution.id
      join transactions as booked on booked.id = line.transaction_id
      group by distribution.id`
    expect(paid).toMatchObject({ holders: 12, booked: true, own: '221.70' })
    expect([paid?.lines, paid?.exact]).toEqual([paid?.total, paid?.total])
  })
})

describe('the demonstration series', () => {
  test('have a register without faults, with enough holders to be shown in two', async () => {
    expect(await findRegisterDiscrepancies(store.db)).toEqual([])
    const summary = await summarizeRegister(store.db)
    expect(summary.filter(({ holders }) => holders >= 10)).toHaveLength(2)
    const late = await store.sql`
      select movement.at from register_movements as movement join register_movements as before
        on before.token_id = movement.token_id and before.id < movement.id and before.at > movement.at`
    expect(late).toHaveLength(0)
  })

  test('hold the units in which the content ends, and have the stated value', async () => {
    expect(series).toHaveLength(tokenCatalog.length)
    for (const { symbol } of tokenCatalog) {
      const { chain, history, attestations, document_files } = contentOf(symbol)
      const [row] = await store.sql`
        select (binding_attestation(tokens.id)).units_held, (
          select json_agg(json_build_array(as_of, low::text, preferred::text, high::text) order by as_of)::text
          from series_valuations where token_id = tokens.id) as values,
          (select count(*)::int from series_documents where token_id = tokens.id) as documents,
          (select count(*)::int from series_attestations where token_id = tokens.id) as attestations
        from tokens where symbol = ${symbol}`
      expect(row?.units_held, symbol).toBe(`${chain.at(-1)?.result.value}.000000`)
      expect(JSON.parse(row?.values), symbol).toEqual(
        history.map(({ as_of, low, preferred, high }) => [as_of, low, preferred, high]),
      )
      expect([row?.documents, row?.attestations], symbol).toEqual([
        Object.keys(document_files).length,
        attestations.length,
      ])
    }
  })

  test('have offerings of every state on the terms of the content', async () => {
    const rows = await store.sql`
      select distinct on (symbol) symbol, state, unit_price, minimum, maximum, cap_units
      from offerings join tokens on tokens.id = token_id order by symbol, offerings.id desc`
    for (const { symbol, unit_price, minimum, maximum, cap_units } of rows) {
      const { offering } = contentOf(symbol)
      expect([unit_price, minimum, maximum, Number(cap_units)], symbol).toEqual([
        offering.unit_price,
        offering.minimum,
        offering.maximum,
        Number(offering.cap_units),
      ])
    }
    expect(rows.filter(({ state }) => state === 'open')).toHaveLength(7)
    expect(
      rows.filter(({ state }) => state !== 'open').map(({ symbol, state }) => `${symbol} ${state}`),
    ).toEqual(['$BYNREE paused', '$GAClay closed', '$MAGREE draft'])
  })

  test('have the stage printed on the series page', async () => {
    const [row] = await store.sql`
      select stage from series join tokens on tokens.id = token_id where symbol = '$REECLAY'`
    expect(row?.stage).toBe('Pre-feasibility')
  })
})

test('only the owner of the tables adds a backdated register', async () => {
  const server = openDatabase(store.serverUrl, { max: 1 })
  expect([await canWriteRegister(store.db), await canWriteRegister(server.db)]).toEqual([true, false])
  await server.close()
})

test('an amount per unit is divided to the cent by largest remainders', () => {
  expect(distributeAmount([1_000_000, 1_000_000, 1_000_000], 333_333)).toEqual([
    { units: 1_000_000, amount: 34 },
    { units: 1_000_000, amount: 33 },
    { units: 1_000_000, amount: 33 },
  ])
  expect(multiplyUnitsByPrice(1_500_000, 333)).toBe(500)
})
