import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import type { Holding } from '#contract/portfolio/portfolio'
import {
  createActivity,
  createCategory,
  createInvestment,
  createPortfolio,
  createToken,
  createTransaction,
  createUser,
} from '#db/seed/factories'
import { createAttestation, createSubscription, createValuation } from '#db/seed/series-factories'
import { expectRejection, invalidTexts, malformedBodies } from '#testing/invalid-input'
import { startTestApp, type TestApp } from '#testing/test-app'
import { issueUnitsOn } from './testing-movements.ts'

const secret = 'a-secret-of-this-test-0123456789abcdef'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TOKEN_SECRET: secret })
})
afterAll(() => app.close())

const nothing = {
  totalValue: '0.00',
  totalDeposited: '0.00',
  totalGains: '0.00',
  activeInvestments: 0,
  pendingInvestments: 'none',
  performance: 0,
}

const noBreakdown = {
  deposited: '0.00',
  deposited_at: null,
  withdrawn: '0.00',
  withdrawn_at: null,
  units_received: '0.00',
  units_given: '0.00',
  gains: '0.00',
  unexplained: '0.00',
  value: '0.00',
  valued_at: null,
}

/** Signs an investor in with a CSRF token of the session in the headers. */
async function signIn() {
  const investor = await app.signIn()
  const token = createCsrfToken(investor.session.id, secret)
  return { ...investor, headers: { ...investor.headers, 'x-csrf-token': token } }
}

const choose = (headers: Record<string, string>, body: unknown) =>
  app.call('PUT', '/user/portfolio', { headers, body })

describe('GET /user/portfolio', () => {
  test('returns zeros and none without a portfolio', async () => {
    const { headers } = await app.signIn()
    const { status, body } = await app.call('GET', '/user/portfolio', { headers })
    expect(status).toBe(200)
    expect(body).toEqual({
      source: 'derived',
      portfolio: nothing,
      request: null,
      pending_count: 0,
      breakdown: noBreakdown,
      illustrative: false,
      deposits: [],
      deposits_total: 0,
      payment_due: false,
      recentActivity: [],
    })
  })

  test('counts each series with a pending request or an open subscription once', async () => {
    const { headers, user } = await signIn()
    const [one, two] = [await createToken(app.db), await createToken(app.db)]
    const pending = async () => (await app.call('GET', '/user/portfolio', { headers })).body.pending_count
    await choose(headers, { pending_investments: one.symbol })
    expect(await pending()).toBe(1)
    const subscribe = (token_id: number) => createSubscription(app.db, { user_id: user.id, token_id })
    await subscribe(one.id)
    expect(await pending(), 'the request with its amount').toBe(1)
    const { offering_id } = await subscribe(two.id)
    await createSubscription(app.db, {
      ...{ user_id: user.id, token_id: two.id, offering_id, state: 'in_review' },
    })
    expect(await pending()).toBe(2)
    await createSubscription(app.db, { token_id: (await createToken(app.db)).id })
    expect(await pending(), 'of somebody else').toBe(2)
    await app.sql`update subscriptions set state = 'withdrawn' where user_id = ${user.id}`
    expect(await pending()).toBe(1)
    const administrator = await app.signInAdmin()
    await app.call('PUT', `${app.adm}/portfolio/${user.id}/pending-token`, {
      headers: administrator.headers,
      body: { action: 'reject' },
    })
    expect(await pending()).toBe(0)
  })

  test('breaks the value down into deposits, withdrawals and gains, each with its day', async () => {
    const { headers, user } = await app.signIn()
    const book = (
      type: 'deposit' | 'withdrawal' | 'transfer',
      amount: string,
      day: number,
      status = 'completed',
    ) =>
      createTransaction(app.db, {
        user_id: user.id,
        type,
        amount,
        fee: '25.00',
        status: status as 'completed',
        transaction_date: new Date(Date.UTC(2026, 4, day)),
      })
    await book('deposit', '50000.00', 1)
    await book('deposit', '25000.00', 3)
    await book('deposit', '900.00', 4, 'pending')
    await book('withdrawal', '7450.00', 5)
    await book('withdrawal', '1500.00', 6, 'cancelled')
    await book('transfer', '5000.00', 7)
    const at = new Date('2026-05-20T10:00:00.000Z')
    await createPortfolio(app.db, {
      user_id: user.id,
      total_value: '72040.35',
      total_invested: '75000.00',
      total_gains: '4490.35',
      updated_at: at,
    })
    const { body } = await app.call('GET', '/user/portfolio', { headers })
    expect(body.breakdown).toEqual({
      deposited: '75000.00',
      deposited_at: '2026-05-03T00:00:00.000Z',
      withdrawn: '7450.00',
      withdrawn_at: '2026-05-05T00:00:00.000Z',
      units_received: '0.00',
      units_given: '0.00',
      gains: '4490.35',
      unexplained: '0.00',
      value: '72040.35',
      valued_at: at.toISOString(),
    })
  })

  test('shows the difference that the transactions do not explain once figures are entered', async () => {
    const { headers, user } = await app.signIn()
    const { transaction_date } = await createTransaction(app.db, {
      user_id: user.id,
      amount: '999999999999.99',
    })
    const read = async () => (await app.call('GET', '/user/portfolio', { headers })).body.breakdown
    expect(await read()).toMatchObject({
      deposited: '999999999999.99',
      value: '999999999999.99',
      unexplained: '0.00',
      valued_at: transaction_date.toISOString(),
    })
    await createPortfolio(app.db, {
      user_id: user.id,
      total_value: '999999999999999.99',
      total_gains: '-0.01',
    })
    expect(await read()).toMatchObject({ gains: '-0.01', unexplained: '999000000000000.01' })
  })

  test('returns exact figures, deposits with a readable status, and activity', async () => {
    const { headers, user } = await app.signIn()
    await createPortfolio(app.db, {
      user_id: user.id,
      total_value: '999999999999999.99',
      total_invested: '1250.50',
      total_gains: '-12.30',
      active_investments: 3,
      pending_investments: '$WITGOLD',
      performance: '-12.3456',
    })
    const at = (day: number) => new Date(Date.UTC(2026, 2, day))
    for (const [day, status] of [
      [1, 'completed'],
      [2, 'pending'],
      [3, 'failed'],
      [4, 'cancelled'],
    ] as const) {
      await createTransaction(app.db, {
        user_id: user.id,
        status,
        amount: `${day}00.01`,
        transaction_date: at(day),
      })
    }
    await createTransaction(app.db, { user_id: user.id, type: 'interest' })
    await createActivity(app.db, {
      user_id: user.id,
      type: 'withdrawal',
      net_growth: '-40.00',
      balance: '999999999999.99',
      activity_date: at(9),
    })
    await createPortfolio(app.db)
    await createTransaction(app.db)
    await createActivity(app.db)

    const { body } = await app.call('GET', '/user/portfolio', { headers })
    expect(body.portfolio).toEqual({
      totalValue: '999999999999999.99',
      totalDeposited: '1250.50',
      totalGains: '-12.30',
      activeInvestments: 3,
      pendingInvestments: '$WITGOLD',
      performance: -12.3456,
    })
    expect(body.deposits_total).toBe(4)
    expect(
      body.deposits.map(({ id, ...deposit }: { id: number }) => ({ ...deposit, hasId: id > 0 })),
    ).toEqual([
      {
        amount: '400.01',
        status: 'cancelled',
        created_at: '2026-03-04T00:00:00.000Z',
        paid_for: null,
        hasId: true,
      },
      {
        amount: '300.01',
        status: 'failed',
        created_at: '2026-03-03T00:00:00.000Z',
        paid_for: null,
        hasId: true,
      },
      {
        amount: '200.01',
        status: 'pending',
        created_at: '2026-03-02T00:00:00.000Z',
        paid_for: null,
        hasId: true,
      },
      {
        amount: '100.01',
        status: 'confirmed',
        created_at: '2026-03-01T00:00:00.000Z',
        paid_for: null,
        hasId: true,
      },
    ])
    expect(body.recentActivity).toEqual([
      {
        id: expect.any(Number),
        type: 'withdrawal',
        description: 'Monthly valuation of holdings',
        activity_date: '2026-03-09T00:00:00.000Z',
        net_growth: '-40.00',
        balance: '999999999999.99',
      },
    ])
  })

  test('lists the newest 100 deposits and 50 activities, and counts all deposits', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${user.id}, 'deposit', n, timestamptz '2026-01-01Z' + n * interval '1 hour' from generate_series(1, 120) as n`
    await createPortfolio(app.db, { user_id: user.id })
    await app.sql`insert into activities (user_id, description, activity_date)
      select ${user.id}, 'Activity ' || n, timestamptz '2026-01-01Z' + n * interval '1 hour' from generate_series(1, 60) as n`
    const { body } = await app.call('GET', '/user/portfolio', { headers })
    expect(body.deposits_total).toBe(120)
    expect(body.deposits).toHaveLength(100)
    expect(body.deposits[0].amount).toBe('120.00')
    expect(body.deposits[99].amount).toBe('21.00')
    expect(body.recentActivity).toHaveLength(50)
    expect(body.recentActivity[0].description).toBe('Activity 60')

    const activities = await app.call('GET', '/user/recent-activities', { headers })
    expect(activities.status).toBe(200)
    expect(activities.body).toEqual({ activities: body.recentActivity })
  })
})

describe('PUT /user/portfolio', () => {
  test('creates the portfolio with the request, and a later request replaces it', async () => {
    const { headers, user } = await signIn()
    const first = await createToken(app.db)
    const second = await createToken(app.db)
    const made = await choose(headers, { pending_investments: first.symbol })
    expect(made.status).toBe(200)
    expect(made.body).toEqual({ success: true, pendingInvestments: first.symbol })
    const [before] = await app.sql`select * from portfolios where user_id = ${user.id}`
    expect(before).toMatchObject({ pending_investments: first.symbol, total_value: '0.00' })
    expect(before?.pending_since).not.toBeNull()

    await app.sql`update portfolios set total_value = 70, active_investments = 2, is_recorded = true,
      rejection_reason = 'Seen before' where user_id = ${user.id}`
    // In a different case, without $ and with surrounding blanks, as a user might type it.
    const replaced = await choose(headers, {
      pending_investments: ` ${second.symbol.toLowerCase().replace('$', '')} `,
    })
    expect(replaced.body).toEqual({ success: true, pendingInvestments: second.symbol })
    const { body } = await app.call('GET', '/user/portfolio', { headers })
    expect(body.portfolio).toMatchObject({
      pendingInvestments: second.symbol,
      totalValue: '70.00',
      activeInvestments: 2,
    })
    expect(body.request).toEqual({
      symbol: second.symbol,
      state: 'pending',
      requested_at: expect.stringMatching(/Z$/),
      decided_at: null,
      reason: '',
    })
    const [after] = await app.sql`select pending_since > ${before?.pending_since} as moved, rejection_reason
      from portfolios where user_id = ${user.id}`
    expect(after).toEqual({ moved: true, rejection_reason: '' })
  })

  test('tells the investor of each request once, in the activities and by a notification', async () => {
    const { headers } = await signIn()
    const [first, second] = [await createToken(app.db), await createToken(app.db)]
    await Promise.all([1, 2, 3].map(() => choose(headers, { pending_investments: first.symbol })))
    await choose(headers, { pending_investments: second.symbol })
    const { activities } = (await app.call('GET', '/user/recent-activities', { headers })).body
    expect(activities).toMatchObject(
      [second, first].map(({ symbol }) => ({
        type: 'investment',
        description: `Request to invest in ${symbol} received`,
        net_growth: '0.00',
        balance: '0.00',
      })),
    )
    const { notifications } = (await app.call('GET', '/user/notifications', { headers })).body
    expect(notifications).toMatchObject(
      [second, first].map(({ symbol }) => ({
        title: 'Investment request received',
        message: expect.stringContaining(`${symbol} has been sent to the investment team`),
        link: '/access/dashboard?tab=investments',
      })),
    )
  })

  test('does not record figures: only those an administrator enters count as recorded, including zeros', async () => {
    const { headers: admin } = await app.signInAdmin()
    const { headers, user } = await signIn()
    const { symbol } = await createToken(app.db)
    const valuedAt = async () =>
      (await app.call('GET', '/user/portfolio', { headers })).body.breakdown.valued_at
    const points = async () =>
      (await app.call('GET', '/user/portfolio/history', { headers })).body.points.length
    expect((await choose(headers, { pending_investments: symbol })).status).toBe(200)
    expect([await valuedAt(), await points()]).toEqual([null, 0])
    const { body: listed } = await app.call('GET', `${app.adm}/users?search=${user.email}`, {
      headers: admin,
    })
    expect(listed.users).toMatchObject([{ id: user.id, total_value: null }])

    await app.sql`update users set is_verified = true where id = ${user.id}`
    const decision = { headers: admin, body: { action: 'approve' } }
    const approved = await app.call('PUT', `${app.adm}/portfolio/${user.id}/pending-token`, decision)
    expect(approved.body.portfolio).toMatchObject({ is_recorded: false, active_investments: 1 })
    expect([await valuedAt(), await points()]).toEqual([null, 0])

    const entry = { headers: admin, body: { total_value: '0.00', total_invested: '0.00' } }
    const { body } = await app.call('PUT', `${app.adm}/portfolio/${approved.body.portfolio.id}/values`, entry)
    expect(body.portfolio.is_recorded).toBe(true)
    expect([await valuedAt(), await points()]).toEqual([body.portfolio.updated_at, 1])
  })

  test('uses no id for a later request: the next portfolio has the next id', async () => {
    const { symbol } = await createToken(app.db)
    const pick = async ({ headers, user }: Awaited<ReturnType<typeof signIn>>): Promise<number> => {
      expect((await choose(headers, { pending_investments: symbol })).status).toBe(200)
      const [row] = await app.sql`select id from portfolios where user_id = ${user.id}`
      return row?.id
    }
    const one = await signIn()
    const first = await pick(one)
    for (let again = 0; again < 5; again++) expect(await pick(one)).toBe(first)
    expect(await pick(await signIn())).toBe(first + 1)
  })

  test('twenty simultaneous calls leave one portfolio with one of the requests', async () => {
    const { headers, user } = await signIn()
    const symbols: string[] = []
    for (let n = 0; n < 4; n++) symbols.push((await createToken(app.db)).symbol)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => choose(headers, { pending_investments: symbols[n % 4] })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const rows = await app.sql`select pending_investments from portfolios where user_id = ${user.id}`
    expect(rows).toHaveLength(1)
    expect(symbols).toContain(rows[0]?.pending_investments)
  })

  test('rejects a token that is not open for investment, and stores nothing', async () => {
    const { headers, user } = await signIn()
    const inactive = await createToken(app.db, { is_active: false })
    for (const pending_investments of [inactive.symbol, '$NOSUCH', 'none', "' or 1=1 --", '%', '$']) {
      const { status, body } = await choose(headers, { pending_investments })
      expect(status, pending_investments).toBe(422)
      expect(body).toMatchObject({ code: 'validation', details: [{ path: '/pending_investments' }] })
    }
    expect(await app.sql`select from portfolios where user_id = ${user.id}`).toHaveLength(0)
  })

  test('rejects an invalid symbol in the error format, and stores nothing', async () => {
    const { headers, user } = await signIn()
    const call = { method: 'PUT', path: '/user/portfolio', headers }
    for (const value of invalidTexts) {
      const response = await expectRejection(app, call, {
        raw: `{"pending_investments":${value}}`,
        status: 422,
      })
      expect(response.body.details[0].path, value).toBe('/pending_investments')
    }
    for (const body of malformedBodies) await expectRejection(app, call, body)
    await expectRejection(app, call, { raw: '{"__proto__":{"pending_investments":"$WITGOLD"}}', status: 422 })
    expect(await app.sql`select from portfolios where user_id = ${user.id}`).toHaveLength(0)
  })

  test('requires a CSRF token of this session', async () => {
    const { headers, user } = await app.signIn()
    const { symbol } = await createToken(app.db)
    const other = await app.signIn()
    for (const token of [
      undefined,
      '',
      'x',
      createCsrfToken('', secret),
      createCsrfToken(other.session.id, secret),
      createCsrfToken(other.session.id, 'another-secret-0123456789abcdefghij'),
    ]) {
      const { status, body } = await choose(
        { ...headers, ...(token !== undefined && { 'x-csrf-token': token }) },
        { pending_investments: symbol },
      )
      expect(status).toBe(403)
      expect(body.code).toBe('csrf')
    }
    expect(await app.sql`select from portfolios where user_id = ${user.id}`).toHaveLength(0)
  })
})

describe('GET /user/portfolio/history', () => {
  test('is empty without a portfolio, and begins with it', async () => {
    const { headers, user } = await app.signIn()
    expect((await app.call('GET', '/user/portfolio/history', { headers })).body).toEqual({
      points: [],
      contributions: [],
    })
    await createPortfolio(app.db, { user_id: user.id, total_value: '10.00', total_invested: '8.50' })
    const { status, body } = await app.call('GET', '/user/portfolio/history', { headers })
    expect(status).toBe(200)
    expect(body.points).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        total_value: '10.00',
        total_invested: '8.50',
      },
    ])
  })

  test.each([399, 400, 401, 1000, 5001])(
    'thins %i points, oldest first, including both ends',
    async (number) => {
      const { headers, user } = await app.signIn()
      const { id } = await createPortfolio(app.db, {
        user_id: user.id,
        updated_at: new Date('2020-01-01T00:00:00Z'),
      })
      const other = await createUser(app.db)
      await createPortfolio(app.db, { user_id: other.id, total_value: '777777.00' })
      await app.sql`insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
      select ${id}, timestamptz '2020-01-01Z' + n * interval '1 minute', n, 1, 0 from generate_series(1, ${number - 1}) as n`
      const { body } = await app.call('GET', '/user/portfolio/history', { headers })
      const values = body.points.map(({ total_value }: { total_value: string }) => Number(total_value))
      expect(values.length).toBeLessThanOrEqual(400)
      expect(values.length).toBeGreaterThan(Math.min(number, 400) * 0.49)
      expect(values[0]).toBe(0)
      expect(values.at(-1)).toBe(number - 1)
      expect(values).toEqual(values.toSorted((a: number, b: number) => a - b))
    },
  )
})

describe('net contributions of GET /user/portfolio/history', () => {
  test('step at the date of each completed deposit and withdrawal, and never before', async () => {
    const { headers, user } = await app.signIn()
    await createPortfolio(app.db, { user_id: user.id })
    const rows = [
      ['deposit', '1000.00', 'completed', '2026-03-01T09:00:00.000Z'],
      ['deposit', '500.00', 'completed', '2026-03-09T09:00:00.000Z'],
      ['deposit', '70.00', 'pending', '2026-03-10T09:00:00.000Z'],
      ['fee', '5.00', 'completed', '2026-03-11T09:00:00.000Z'],
      ['transfer', '200.00', 'completed', '2026-03-12T09:00:00.000Z'],
      ['withdrawal', '1700.10', 'completed', '2026-03-20T09:00:00.000Z'],
      ['deposit', '900.00', 'completed', '2199-01-01T00:00:00.000Z'],
    ] as const
    for (const [type, amount, status, date] of rows)
      await createTransaction(app.db, {
        user_id: user.id,
        type,
        amount,
        status,
        transaction_date: new Date(date),
      })
    await createTransaction(app.db, { amount: '123.00' })
    const { body } = await app.call('GET', '/user/portfolio/history', { headers })
    expect(body.contributions).toEqual([
      { time: '2026-03-01T09:00:00.000Z', net: '1000.00' },
      { time: '2026-03-09T09:00:00.000Z', net: '1500.00' },
      { time: '2026-03-20T09:00:00.000Z', net: '-200.10' },
    ])
  })

  test('are thinned to 400 points, including both ends, each the sum up to its date', async () => {
    const { headers, user } = await app.signIn()
    await createPortfolio(app.db, { user_id: user.id })
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${user.id}, 'deposit', 2, timestamptz '2020-01-01Z' + n * interval '1 hour' from generate_series(1, 1003) as n`
    const { body } = await app.call('GET', '/user/portfolio/history', { headers })
    const { contributions } = body as { contributions: { time: string; net: string }[] }
    expect(contributions.length).toBeLessThanOrEqual(400)
    expect(contributions.length).toBeGreaterThan(300)
    const hours = ({ time }: { time: string }) =>
      (Date.parse(time) - Date.parse('2020-01-01T00:00:00Z')) / 3_600_000
    expect(contributions.map(({ net }) => Number(net))).toEqual(contributions.map((step) => hours(step) * 2))
    expect([contributions[0], contributions.at(-1)].map((step) => step && hours(step))).toEqual([1, 1003])
  })
})

describe('GET /user/portfolio/allocation', () => {
  test('counts the investor’s own approved investments by token, including those of deleted tokens', async () => {
    const { headers, user } = await app.signIn()
    expect((await app.call('GET', '/user/portfolio/allocation', { headers })).body).toEqual({ holdings: [] })
    const category = await createCategory(app.db)
    const held = await createToken(app.db, { category_id: category.id, name: 'Held twice' })
    const [first, second, third] = [1, 5, 3].map((day) => new Date(Date.UTC(2026, 3, day)))
    for (const approved_at of [second, first])
      await createInvestment(app.db, {
        user_id: user.id,
        token_id: held.id,
        token_symbol: held.symbol,
        approved_at,
      })
    await createInvestment(app.db, { user_id: user.id, token_symbol: '$GONE', approved_at: third })
    await createInvestment(app.db, { token_id: held.id, token_symbol: held.symbol })

    const { status, body } = await app.call('GET', '/user/portfolio/allocation', { headers })
    expect(status).toBe(200)
    expect(body).toEqual({
      holdings: [
        {
          symbol: held.symbol,
          name: 'Held twice',
          category: category.name,
          investments: 2,
          approved_at: second?.toISOString(),
          value: null,
        },
        {
          symbol: '$GONE',
          name: '$GONE',
          category: '',
          investments: 1,
          approved_at: third?.toISOString(),
          value: null,
        },
      ],
    })
  })

  test('values the units held in each series, largest first, next to requests without a value', async () => {
    const { headers, user } = await app.signIn()
    const [small, large, asked] = [
      await createToken(app.db),
      await createToken(app.db),
      await createToken(app.db),
    ]
    for (const [token, units] of [
      [small, '10'],
      [large, '30'],
    ] as const) {
      await createAttestation(app.db, { token_id: token.id })
      await createValuation(app.db, { token_id: token.id, low: '2.00', preferred: '2.50', high: '3.00' })
      await issueUnitsOn(app.sql, { token_id: token.id, user_id: user.id, units, cost: units })
    }
    for (const token of [small, asked])
      await createInvestment(app.db, { user_id: user.id, token_id: token.id, token_symbol: token.symbol })

    const { body } = await app.call('GET', '/user/portfolio/allocation', { headers })
    expect(body.holdings.map((each: Holding) => [each.symbol, each.value, each.investments])).toEqual([
      [large.symbol, '75.00', 0],
      [small.symbol, '25.00', 1],
      [asked.symbol, null, 1],
    ])
    expect(body.holdings[0].approved_at).toBeNull()
    const { body: read } = await app.call('GET', '/user/portfolio', { headers })
    expect(read.portfolio.activeInvestments, 'the same series').toBe(3)
  })

  test('lists a renamed token once under its new symbol, and after its deletion under its last', async () => {
    const { headers: admin } = await app.signInAdmin()
    const path = `${app.adm}/tokens`
    const { headers, user } = await app.signIn()
    const category = await createCategory(app.db)
    const token = await createToken(app.db, { category_id: category.id, symbol: '$BEFORE', name: 'Renamed' })
    const hold = (token_symbol: string) =>
      createInvestment(app.db, { user_id: user.id, token_id: token.id, token_symbol })
    const list = async () =>
      (await app.call('GET', '/user/portfolio/allocation', { headers })).body.holdings.map(
        ({ symbol, name, category, investments }: Holding) => ({ symbol, name, category, investments }),
      )
    await hold('$BEFORE')
    expect(
      (await app.call('PUT', `${path}/${token.id}`, { headers: admin, body: { symbol: '$AFTER' } })).status,
    ).toBe(200)
    await hold('$AFTER')
    expect(await list()).toEqual([
      { symbol: '$AFTER', name: 'Renamed', category: category.name, investments: 2 },
    ])
    expect((await app.call('DELETE', `${path}/${token.id}`, { headers: admin })).status).toBe(200)
    expect(await list()).toEqual([{ symbol: '$AFTER', name: '$AFTER', category: '', investments: 2 }])
  })
})
