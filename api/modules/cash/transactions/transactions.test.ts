import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transactions } from '#db/schema/cash/transactions'
import { createPortfolio, createToken, createTransaction, createUser } from '#db/seed/factories'
import { createAttestation } from '#db/seed/series-factories'
import { addMovement, issueUnitsOn } from '#modules/portfolio/testing-movements'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000)

/** An investor with three rows of each type and status, two of them at the same instant. */
async function investorWithEveryKind() {
  const investor = await app.signIn()
  const rows = transactionTypes.flatMap((type, at) =>
    transactionStatuses.flatMap((status, place) =>
      [0, 1, 1].map((turn) => ({
        user_id: investor.user.id,
        type,
        status,
        amount: `${at + 1}${place}.0${turn}`,
        fee: '0.25',
        description: `${type} ${status}`,
        transaction_date: day(at * 4 + place + turn * 30),
      })),
    ),
  )
  const stored = await app.db.insert(transactions).values(rows).returning()
  const newestFirst = stored.sort(
    (a, b) => b.transaction_date.getTime() - a.transaction_date.getTime() || b.id - a.id,
  )
  return { ...investor, stored: newestFirst }
}

describe('GET /user/transactions', () => {
  test('returns the newest 20 with all their fields', async () => {
    const { headers, stored } = await investorWithEveryKind()
    const { status, body, headers: sent } = await app.call('GET', '/user/transactions', { headers })
    expect(status).toBe(200)
    expect(sent.get('cache-control')).toBe('no-store')
    expect(body.pagination).toEqual({ total: 60, limit: 20, offset: 0 })
    expect(body.transactions).toEqual(
      stored.slice(0, 20).map((row) => ({
        id: row.id,
        type: row.type,
        description: row.description,
        amount: row.amount,
        fee: row.fee,
        currency: 'USD',
        status: row.status,
        transaction_date: row.transaction_date.toISOString(),
      })),
    )
  })

  test('every page of every filter contains the correct rows, from whichever end it is read', async () => {
    const { headers, stored } = await investorWithEveryKind()
    for (const type of [undefined, ...transactionTypes]) {
      for (const status of [undefined, 'completed', 'pending'] as const) {
        const expected = stored
          .filter((row) => (!type || row.type === type) && (!status || row.status === status))
          .map(({ id }) => id)
        for (const limit of [1, 7, 100]) {
          const seen: number[] = []
          for (let offset = 0; offset < expected.length; offset += limit) {
            const query = new URLSearchParams({ limit: String(limit), offset: String(offset) })
            if (type) query.set('type', type)
            if (status) query.set('status', status)
            const { body } = await app.call('GET', `/user/transactions?${query}`, { headers })
            expect(body.pagination).toEqual({ total: expected.length, limit, offset })
            seen.push(...body.transactions.map(({ id }: { id: number }) => id))
            // One page per offset is enough for the small limit, which has many pages.
            if (limit === 1 && offset > 6) break
          }
          expect(seen, `${type} ${status} ${limit}`).toEqual(expected.slice(0, seen.length))
          if (limit > 1) expect(seen.length).toBe(expected.length)
        }
      }
    }
  })

  test('past the end there are no rows, but still the total', async () => {
    const { headers } = await investorWithEveryKind()
    for (const offset of [60, 61, 2_147_483_647]) {
      const { body } = await app.call('GET', `/user/transactions?offset=${offset}`, { headers })
      expect(body).toEqual({ transactions: [], pagination: { total: 60, limit: 20, offset } })
    }
    const last = await app.call('GET', '/user/transactions?offset=59&limit=100', { headers })
    expect(last.body.transactions).toHaveLength(1)
  })

  test('returns an empty first page for an investor without transactions', async () => {
    const { headers } = await app.signIn()
    const { body } = await app.call('GET', '/user/transactions?type=fee&status=failed', { headers })
    expect(body).toEqual({ transactions: [], pagination: { total: 0, limit: 20, offset: 0 } })
  })

  test('finds words in the description and days in UTC, both included, alongside the other filters', async () => {
    const { headers, user } = await app.signIn()
    await app.db.insert(transactions).values(
      [
        ['Wire from Zürich', '2026-03-01T00:00:00Z'],
        ['Wire from Oslo', '2026-03-01T23:59:59.999Z'],
        ['Custody fee', '2026-03-02T00:00:00Z'],
        ['Wire from Oslo', '2026-02-28T23:59:59.999Z'],
      ].map(([description = '', at = '']) => ({
        user_id: user.id,
        type: 'deposit' as const,
        amount: '1.00',
        description,
        transaction_date: new Date(at),
      })),
    )
    const find = async (query: string) => {
      const { status, body } = await app.call('GET', `/user/transactions?${query}`, { headers })
      expect(status).toBe(200)
      const rows: { description: string }[] = body.transactions
      return { total: body.pagination.total, found: rows.map(({ description }) => description) }
    }
    expect(await find('search=zurich%20wire')).toEqual({ total: 1, found: ['Wire from Zürich'] })
    expect(await find('from=2026-03-01&to=2026-03-01')).toEqual({
      total: 2,
      found: ['Wire from Oslo', 'Wire from Zürich'],
    })
    expect(await find('from=2026-03-01&search=oslo&type=deposit&status=completed&limit=1')).toEqual({
      total: 1,
      found: ['Wire from Oslo'],
    })
    expect(await find('search=wire&limit=1&offset=2')).toEqual({ total: 3, found: ['Wire from Oslo'] })
    expect(await find('search=wire&offset=3')).toEqual({ total: 3, found: [] })
    expect(await find('search=%25')).toEqual({ total: 0, found: [] })
    const reversed = await app.call('GET', '/user/transactions?from=2026-03-02&to=2026-03-01', { headers })
    expect(reversed.body).toMatchObject({ code: 'validation', details: [{ path: '/from' }] })
  })

  test('contains the balance after each completed row on request, in its own currency', async () => {
    const { headers, user } = await app.signIn()
    const rows = [
      { type: 'deposit', amount: '1000.00' },
      { type: 'deposit', amount: '500.00', currency: 'EUR' },
      { type: 'withdrawal', amount: '100.10', fee: '2.50' },
      { type: 'transfer', amount: '70.00', fee: '1.00' },
      { type: 'deposit', amount: '9.00', status: 'pending' },
      { type: 'interest', amount: '0.05' },
      { type: 'fee', amount: '3.00' },
      { type: 'withdrawal', amount: '2000.00' },
    ] as const
    // The last two are at the same instant: they are ordered by id.
    await app.db
      .insert(transactions)
      .values(rows.map((row, at) => ({ user_id: user.id, transaction_date: day(Math.min(at, 6)), ...row })))
    const read = async (query: string) => {
      const { body } = await app.call('GET', `/user/transactions?include=balance${query}`, { headers })
      return body.transactions.map(({ balance }: { balance?: string }) => balance)
    }
    expect(await read('')).toEqual([
      '-1106.55',
      '893.45',
      '896.45',
      undefined,
      '896.40',
      '897.40',
      '500.00',
      '1000.00',
    ])
    expect(await read('&type=withdrawal')).toEqual(['-1106.55', '897.40'])
    expect(await read('&limit=2&offset=5')).toEqual(['897.40', '500.00'])
    expect(await read('&offset=8')).toEqual([])
  })

  test('shows no transactions of another investor', async () => {
    const other = await createUser(app.db)
    await createTransaction(app.db, { user_id: other.id, amount: '777.77' })
    const { headers } = await app.signIn()
    for (const query of ['', '?type=deposit', '?status=completed', `?user_id=${other.id}`]) {
      const { body } = await app.call('GET', `/user/transactions${query}`, { headers })
      expect(body.pagination.total).toBe(0)
    }
  })

  test.each([
    ['limit=0', '/limit'],
    ['limit=101', '/limit'],
    ['limit=-1', '/limit'],
    ['limit=1.5', '/limit'],
    ['limit=1e9', '/limit'],
    ['limit=0x10', '/limit'],
    ['limit=NaN', '/limit'],
    ['limit=10&limit=20', '/limit'],
    ['offset=-1', '/offset'],
    ['offset=99999999999', '/offset'],
    ['offset=1e20', '/offset'],
    ['type=deposits', '/type'],
    ['type=Deposit', '/type'],
    ['status=done', '/status'],
    ["status=completed'--", '/status'],
  ])('rejects %s', async (query, path) => {
    const { headers } = await app.signIn()
    const { status, body } = await app.call('GET', `/user/transactions?${query}`, { headers })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'validation', details: [{ path }] })
  })

  test('treats empty values as the default', async () => {
    const { headers } = await app.signIn()
    const { status, body } = await app.call('GET', '/user/transactions?type=&status=&limit=&offset=', {
      headers,
    })
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ total: 0, limit: 20, offset: 0 })
  })
})

describe('GET /user/transactions/summary', () => {
  test('sums completed rows, counts all, and adds the fees of completed rows to those of type fee', async () => {
    const { headers, user } = await app.signIn()
    const rows = [
      { type: 'deposit', status: 'completed', amount: '1000.10', fee: '1.05' },
      { type: 'deposit', status: 'completed', amount: '0.20', fee: '0' },
      { type: 'deposit', status: 'pending', amount: '5000.00', fee: '9.00' },
      { type: 'withdrawal', status: 'completed', amount: '300.00', fee: '2.50' },
      { type: 'withdrawal', status: 'failed', amount: '300.00', fee: '2.50' },
      { type: 'fee', status: 'completed', amount: '12.34', fee: '0' },
      { type: 'fee', status: 'cancelled', amount: '99.00', fee: '0' },
      { type: 'interest', status: 'completed', amount: '7.77', fee: '0' },
      { type: 'transfer', status: 'completed', amount: '8500.00', fee: '0' },
      { type: 'transfer', status: 'pending', amount: '4.00', fee: '0' },
    ] as const
    for (const row of rows) await createTransaction(app.db, { ...row, user_id: user.id })
    // Before the account was created, as if imported.
    const early = { status: 'failed', transaction_date: new Date('2025-03-01T00:00:00Z') } as const
    await createTransaction(app.db, { ...early, user_id: user.id })
    await createTransaction(app.db, { amount: '123456.00' })
    const { status, body } = await app.call('GET', '/user/transactions/summary', { headers })
    expect(status).toBe(200)
    expect(body).toEqual({
      summary: {
        total_deposits: '1000.30',
        total_withdrawals: '300.00',
        total_fees: '15.89',
        total_interest: '7.77',
        total_transfers: '8500.00',
        balance: '692.18',
        units_paid: '0.00',
        cash: '692.18',
        since: '2025-03-01T00:00:00.000Z',
        completed_count: 6,
        transaction_count: 11,
      },
    })
  })

  test('divides the balance into the cost of units and the cash of the holdings', async () => {
    const { headers, user } = await app.signIn({ is_verified: true })
    const { id: token_id } = await createToken(app.db)
    await createAttestation(app.db, { token_id })
    await createTransaction(app.db, { user_id: user.id, amount: '1500.00' })
    await issueUnitsOn(app.sql, { token_id, user_id: user.id, units: '10', cost: '1000.10' })
    await addMovement(app.sql, {
      token_id,
      type: 'redemption',
      amount: '120.05',
      entries: [
        [user.id, '-1', '-100.01'],
        [null, '1', '100.01'],
      ],
    })
    const read = async () => (await app.call('GET', '/user/transactions/summary', { headers })).body.summary
    const { cash } = (await app.call('GET', '/user/holdings', { headers })).body
    expect(cash).toBe('619.95')
    expect(await read()).toMatchObject({ balance: '1500.00', units_paid: '880.05', cash })
    await createPortfolio(app.db, { user_id: user.id })
    expect(await read()).toMatchObject({ balance: '1500.00', units_paid: null, cash: null })
  })

  test('returns zeros with two decimals when there are no rows', async () => {
    const { headers } = await app.signIn()
    const { body } = await app.call('GET', '/user/transactions/summary', { headers })
    expect(body.summary).toEqual({
      total_deposits: '0.00',
      total_withdrawals: '0.00',
      total_fees: '0.00',
      total_interest: '0.00',
      total_transfers: '0.00',
      balance: '0.00',
      units_paid: '0.00',
      cash: '0.00',
      since: expect.stringMatching(/Z$/),
      completed_count: 0,
      transaction_count: 0,
    })
  })
})
