import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createInvestment,
  createPortfolio,
  createToken,
  createTransaction,
  createUser,
} from '#db/seed/factories'
import { createAttestation, createValuation, getDayFromNow } from '#db/seed/series-factories'
import { findInconsistencies } from '#shared/calculations/figure-consistency'
import { startTestApp, type TestApp } from '#testing/test-app'
import { getInvestorPortfolioOnDay } from './portfolio-records.ts'
import { addMovement, issueUnitsOn } from './testing-movements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function createSeries(preferred = '100.00') {
  const token = await createToken(app.db)
  await createAttestation(app.db, { token_id: token.id, units_held: '100000' })
  await createValuation(app.db, {
    token_id: token.id,
    preferred,
    high: preferred,
    low: '0',
    as_of: '2026-01-01',
  })
  return { token_id: token.id, symbol: token.symbol }
}

/** An investor with a year of history: deposits, a withdrawal, income, fees, and units of two series. */
async function createHolder() {
  const investor = await app.signIn({ is_verified: true })
  const user_id = investor.user.id
  const [one, two] = [await createSeries(), await createSeries('7.33')]
  for (const [type, amount, day, fee] of [
    ['deposit', '5000.00', '2026-01-05', '1.25'],
    ['withdrawal', '400.00', '2026-02-03', '0'],
    ['interest', '31.40', '2026-02-20', '0'],
    ['fee', '12.00', '2026-03-31', '0'],
  ] as const)
    await createTransaction(app.db, {
      user_id,
      type,
      amount,
      fee,
      transaction_date: new Date(`${day}T10:00:00Z`),
    })
  await issueUnitsOn(app.sql, {
    token_id: one.token_id,
    user_id,
    units: '10.5',
    cost: '1050.00',
    day: '2026-01-10',
  })
  const giver = await createUser(app.db, { is_verified: true })
  await issueUnitsOn(app.sql, {
    token_id: two.token_id,
    user_id: giver.id,
    units: '9',
    cost: '60.00',
    day: '2026-01-10',
  })
  await addMovement(app.sql, {
    token_id: two.token_id,
    type: 'transfer',
    day: '2026-02-15',
    entries: [
      [giver.id, '-3', '-20.00'],
      [user_id, '3', '20.00'],
    ],
  })
  await createValuation(app.db, { token_id: one.token_id, preferred: '110.01', as_of: '2026-04-30' })
  return { ...investor, user_id, one, two }
}

const read = async (headers: Record<string, string>, path = '') =>
  (await app.call('GET', `/user/portfolio${path}`, { headers })).body

describe('a calculated portfolio', () => {
  test('follows from ledger, register and valuations, to the cent', async () => {
    const { headers, user_id } = await createHolder()
    const { source, portfolio, breakdown } = await read(headers)
    // 10.5 × 110.01 = 1,155.105 and 3 × 7.33; cash 5,000 − 400 + 31.40 − 13.25 − 1,050
    expect([source, portfolio, breakdown]).toEqual([
      'derived',
      {
        totalValue: '4745.25',
        totalDeposited: '5021.99',
        totalGains: '123.26',
        activeInvestments: 2,
        pendingInvestments: 'none',
        // 123.26 ÷ (5,000.00 + 21.99)
        performance: 2.4544,
      },
      {
        deposited: '5021.99',
        deposited_at: '2026-01-05T10:00:00.000Z',
        withdrawn: '400.00',
        withdrawn_at: '2026-02-03T10:00:00.000Z',
        units_received: '21.99',
        units_given: '0.00',
        gains: '123.26',
        unexplained: '0.00',
        value: '4745.25',
        valued_at: '2026-04-30T00:00:00.000Z',
      },
    ])
    const derived = await getInvestorPortfolioOnDay(user_id, getDayFromNow(0))
    expect([derived.value, derived.gains, derived.received].map((of) => of.toFixed(2))).toEqual([
      '4745.25',
      '123.26',
      '21.99',
    ])
    expect((await app.call('GET', '/user/holdings', { headers })).body.total).toBe('4745.25')
  })

  test('has a value for each day with a record, and for today', async () => {
    const { headers } = await createHolder()
    const { points, contributions } = await read(headers, '/history')
    expect(
      points.map(({ time, total_value }: Record<string, string>) => [time?.slice(0, 10), total_value]),
    ).toEqual([
      ['2026-01-05', '4998.75'],
      ['2026-01-10', '4998.75'],
      ['2026-02-03', '4598.75'],
      ['2026-02-15', '4620.74'],
      ['2026-02-20', '4652.14'],
      ['2026-03-31', '4640.14'],
      ['2026-04-30', '4745.25'],
      [getDayFromNow(0), '4745.25'],
    ])
    expect(contributions.map(({ net }: { net: string }) => net)).toEqual(['5000.00', '4600.00', '4621.99'])
  })

  test('is thinned to 400 points, oldest first, including both ends', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${user.id}, 'deposit', 2, timestamptz '2022-01-01Z' + n * interval '1 day' from generate_series(1, 1003) as n`
    const { points, contributions } = await read(headers, '/history')
    for (const line of [points, contributions]) {
      expect(line.length).toBeLessThanOrEqual(400)
      expect(line.length).toBeGreaterThan(300)
    }
    expect([points[0].total_value, points.at(-1).total_value]).toEqual(['2.00', '2006.00'])
    expect([contributions[0].net, contributions.at(-1).net]).toEqual(['2.00', '2006.00'])
  })

  test('counts series held and approved requests, each series once', async () => {
    const { headers, user_id, one } = await createHolder()
    const other = await createToken(app.db)
    for (const { id, symbol } of [{ id: one.token_id, symbol: one.symbol }, other, other])
      await createInvestment(app.db, { user_id, token_id: id, token_symbol: symbol })
    for (const token_symbol of ['$GONE', 'gone'])
      await createInvestment(app.db, { user_id, token_id: null, token_symbol })
    expect((await read(headers)).portfolio.activeInvestments).toBe(4)
  })

  test('stays calculated when a token is picked, and is replaced by manually entered figures', async () => {
    const { headers, user_id } = await createHolder()
    await createPortfolio(app.db, { user_id, is_recorded: false, pending_investments: '$WITGOLD' })
    expect(await read(headers)).toMatchObject({
      source: 'derived',
      portfolio: { totalValue: '4745.25', pendingInvestments: '$WITGOLD' },
    })
    await app.sql`update portfolios set is_recorded = true, total_value = 9000, total_gains = 1 where user_id = ${user_id}`
    expect(await read(headers)).toMatchObject({
      source: 'entered',
      portfolio: { totalValue: '9000.00', totalGains: '1.00', activeInvestments: 0 },
      breakdown: { units_received: '0.00', unexplained: '4399.00' },
    })
    expect(
      (await read(headers, '/history')).points.map(({ total_value }: Record<string, string>) => total_value),
    ).toEqual(['9000.00'])
  })
})

describe('an administrator', () => {
  const admin = async (method: string, path: string, body?: unknown) => {
    const { headers } = await app.signInAdmin()
    return app.call(method, `${app.adm}/portfolio${path}`, { headers, body })
  }

  test('returns once from entered to calculated figures, and the audit log keeps the entered ones', async () => {
    const { headers, user_id } = await createHolder()
    const { id } = await createPortfolio(app.db, { user_id, total_value: '9000.00', total_gains: '5.00' })
    for (const _ of [1, 2]) {
      const { status, body } = await admin('DELETE', `/${id}/values`)
      expect([status, body.portfolio.is_recorded]).toEqual([200, false])
    }
    expect(await read(headers)).toMatchObject({ source: 'derived', portfolio: { totalValue: '4745.25' } })
    const entries = await app.sql`select before, after from audit_log
      where action = 'portfolio.use_derived' and entity_id = ${String(id)}`
    expect(entries).toMatchObject([
      { before: { total_value: '9000.00', is_recorded: true }, after: { is_recorded: false } },
    ])
    await admin('PUT', `/${id}/values`, { total_value: '9100.00' })
    expect(await read(headers)).toMatchObject({ source: 'entered', portfolio: { totalValue: '9100.00' } })
  })

  test('gets 404 for a portfolio that does not exist', async () => {
    expect((await admin('DELETE', '/999999/values')).status).toBe(404)
  })

  test('exports the figures of the list: entered, calculated, or none', async () => {
    const { user_id, user } = await createHolder()
    const entered = await createUser(app.db, { last_name: user.last_name, email: `entered-${user.email}` })
    const recorded = {
      is_recorded: true,
      total_value: '900.10',
      total_invested: '800.00',
      total_gains: '100.10',
    }
    await createPortfolio(app.db, { user_id: entered.id, ...recorded, active_investments: 3 })
    const empty = await createUser(app.db, { last_name: user.last_name, email: `none-${user.email}` })
    const { status, text } = await admin('GET', `/export?search=${encodeURIComponent(user.email)}`)
    expect(status).toBe(200)
    const [head = '', ...rows] = text.trim().split('\r\n')
    const names = head.split(',')
    const figures = [
      ...['User ID', 'Total value', 'Total invested', 'Total withdrawn', 'Total gains'],
      ...['Performance (%)', 'Figures source'],
    ]
    expect(rows.map((row) => figures.map((name) => row.split(',')[names.indexOf(name)]))).toEqual([
      [String(empty.id), '', '', '', '', '', ''],
      [String(entered.id), '900.10', '800.00', '', '100.10', expect.stringMatching(/^\d/), 'entered'],
      [String(user_id), '4745.25', '5021.99', '400.00', '123.26', '2.4544', 'derived'],
    ])
  })

  test('sees calculated figures for every investor on a page, with and without a portfolio', async () => {
    const { user_id, user } = await createHolder()
    const empty = await createUser(app.db, { last_name: user.last_name, email: `none-${user.email}` })
    const { body } = await admin('GET', `/management?search=${encodeURIComponent(user.email)}`)
    expect(body.portfolios).toEqual([])
    const derived = body.derived.toSorted(
      (a: { user_id: number }, b: { user_id: number }) => a.user_id - b.user_id,
    )
    expect(derived).toEqual([
      {
        user_id,
        total_value: '4745.25',
        total_invested: '5021.99',
        total_withdrawn: '400.00',
        total_gains: '123.26',
        active_investments: 2,
        performance: 2.4544,
      },
      {
        user_id: empty.id,
        total_value: '0.00',
        total_invested: '0.00',
        total_withdrawn: '0.00',
        total_gains: '0.00',
        active_investments: 0,
        performance: 0,
      },
    ])
    for (const { total_value, total_invested, total_withdrawn, total_gains, performance } of derived)
      expect(
        findInconsistencies({
          value: total_value,
          invested: total_invested,
          withdrawn: total_withdrawn,
          gains: total_gains,
          performance: String(performance),
        }),
      ).toEqual({})
  })
})
