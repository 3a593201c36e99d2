import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTransaction, createUser } from '#db/seed/factories'
import { findTotalsDiscrepancies } from '#db/totals-integrity'
import { addDays, getToday } from '#shared/calculations/calendar'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  headers = (await app.signInAdmin()).headers
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  app.call(method, `${app.adm}${path}`, { body, headers: { ...headers, ...more } })

const valid = { type: 'deposit', amount: '1250.00', date: '2026-03-19' }
const create = async (userId: number, body: object = {}, more = {}) =>
  call('POST', `/user/${userId}/transactions`, { ...valid, ...body }, more)

describe('the notification of a transaction', () => {
  const told = async (userId: number) =>
    (await app.sql`select category, title, message, email from notifications where user_id = ${userId} order by id`) as {
      title: string
      message: string
    }[]

  test('is announced once with its amount and fee when it is completed', async () => {
    const { user } = await app.signIn()
    await app.sql`
      insert into notification_choices (user_id, kind, bell, email) values (${user.id}, 'transaction', true, 'now')`
    const { id } = (await create(user.id)).body.transaction
    const waiting = await create(user.id, {
      type: 'withdrawal',
      amount: '1040.50',
      fee: '1.25',
      status: 'pending',
    })
    expect(await told(user.id)).toEqual([
      {
        category: 'transaction',
        title: 'Deposit completed',
        message: `$1,250.00 was added to your cash balance on March 19, 2026 (transaction ${id}).`,
        email: 'now',
      },
    ])
    const paid = waiting.body.transaction.id
    await call('PUT', `/transactions/${paid}`, { status: 'completed' })
    await call('PUT', `/transactions/${paid}`, { description: 'To the bank' })
    expect((await told(user.id)).slice(1)).toEqual([
      {
        category: 'transaction',
        title: 'Withdrawal completed',
        message: `$1,040.50 was paid out of your cash balance on March 19, 2026, with a fee of $1.25 (transaction ${paid}).`,
        email: 'now',
      },
    ])
  })

  test('is not sent while it is pending, failed or cancelled', async () => {
    const { user } = await app.signIn()
    for (const status of ['pending', 'failed', 'cancelled']) {
      const { id } = (await create(user.id, { status })).body.transaction
      await call('PUT', `/transactions/${id}`, { amount: '20.00' })
      await call('DELETE', `/transactions/${id}`)
    }
    expect(await told(user.id)).toEqual([])
  })

  test.each([
    ['interest', '$1,250.00 was added to your cash balance on March 19, 2026'],
    ['fee', '$1,250.00 was deducted from your cash balance on March 19, 2026'],
    ['transfer', '$1,250.00 was transferred between your accounts on March 19, 2026'],
  ])('names the effect of each type: %s', async (type, effect) => {
    const { user } = await app.signIn()
    await create(user.id, { amount: '2000.00' })
    const { id } = (await create(user.id, { type })).body.transaction
    expect((await told(user.id))[1]?.message).toBe(`${effect} (transaction ${id}).`)
  })

  test('is sent for a correction, a cancellation and a deletion of a completed one', async () => {
    const { user } = await app.signIn()
    const { id } = (await create(user.id)).body.transaction
    await call('PUT', `/transactions/${id}`, { description: 'Wire' })
    await call('PUT', `/transactions/${id}`, { amount: '1520.00', date: '2026-03-20' })
    await call('PUT', `/transactions/${id}`, { status: 'cancelled' })
    await call('PUT', `/transactions/${id}`, { status: 'completed' })
    await call('DELETE', `/transactions/${id}`)
    const what = `Your deposit of $1,520.00 on March 20, 2026 (transaction ${id})`
    expect((await told(user.id)).slice(1)).toMatchObject([
      {
        title: 'Deposit corrected',
        message: `Your deposit of $1,250.00 on March 19, 2026 (transaction ${id}) was corrected: amount $1,520.00 instead of $1,250.00, date March 20, 2026 instead of March 19, 2026.`,
      },
      {
        title: 'Deposit no longer completed',
        message: `${what} is now cancelled and no longer counts towards your cash balance.`,
      },
      { title: 'Deposit completed' },
      {
        title: 'Deposit deleted',
        message: `${what} was deleted and no longer counts towards your cash balance.`,
      },
    ])
  })
})

describe('adding a transaction', () => {
  test('stores it as given, and the investor sees it', async () => {
    const investor = await app.signIn()
    const { status, body } = await create(investor.user.id, {
      type: 'withdrawal',
      amount: 40.5,
      fee: '1.25',
      description: '  To the bank  ',
      status: 'pending',
      date: '2026-03-19T10:30:00+02:00',
    })
    expect(status).toBe(201)
    expect(body.transaction).toMatchObject({
      user_id: investor.user.id,
      type: 'withdrawal',
      amount: '40.50',
      fee: '1.25',
      currency: 'USD',
      description: 'To the bank',
      status: 'pending',
      date: '2026-03-19T08:30:00.000Z',
      transaction_date: '2026-03-19T08:30:00.000Z',
    })
    const seen = await app.call('GET', '/user/transactions', { headers: investor.headers })
    expect(seen.body.transactions).toMatchObject([{ id: body.transaction.id, amount: '40.50' }])
  })

  test('rejects a completed one in the future, and accepts a pending one', async () => {
    const { user } = await app.signIn()
    const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString()
    for (const later of [date, date.slice(0, 10)]) {
      const refused = await create(user.id, { date: later })
      expect([refused.status, refused.body.details?.[0]?.path]).toEqual([422, '/date'])
    }
    const waiting = await create(user.id, { date, status: 'pending' })
    expect(waiting.status).toBe(201)
    const { id } = waiting.body.transaction
    expect((await call('PUT', `/transactions/${id}`, { status: 'completed' })).status).toBe(422)
    expect((await call('PUT', `/transactions/${id}`, { description: 'Announced' })).status).toBe(200)
    const today = new Date().toISOString().slice(0, 10)
    expect((await call('PUT', `/transactions/${id}`, { status: 'completed', date: today })).status).toBe(200)
    expect((await app.sql`select status from transactions where user_id = ${user.id}`)[0]?.status).toBe(
      'completed',
    )
  })

  test('leaves no gap in the numbers for a rejected call', async () => {
    const { id } = await createUser(app.db)
    const before = await create(id, {})
    const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString()
    expect((await create(id, { date })).status).toBe(422)
    const { body } = await create(id, {})
    expect(body.transaction.id).toBe(before.body.transaction.id + 1)
  })

  test('defaults to completed, at midnight UTC of a calendar date, for every type', async () => {
    const { id } = await createUser(app.db)
    for (const type of ['deposit', 'interest', 'withdrawal', 'transfer', 'fee']) {
      const { status, body } = await create(id, { type })
      expect(status).toBe(201)
      expect(body.transaction).toMatchObject({
        type,
        status: 'completed',
        fee: '0.00',
        description: '',
        date: '2026-03-19T00:00:00.000Z',
      })
    }
    for (const status of ['completed', 'pending', 'failed', 'cancelled']) {
      expect((await create(id, { status })).body.transaction.status).toBe(status)
    }
    expect(await findTotalsDiscrepancies(app.db)).toEqual([])
  })

  test.each([
    [{ amount: 0 }, '/amount'],
    [{ amount: '-5.00' }, '/amount'],
    [{ amount: '0.005' }, '/amount'],
    [{ amount: 0.005 }, '/amount'],
    [{ amount: '1000000000000.00' }, '/amount'],
    [{ amount: 'NaN' }, '/amount'],
    [{ amount: undefined }, '/amount'],
    [{ fee: '-0.01' }, '/fee'],
    [{ type: 'deposit', amount: '10.00', fee: '10.01' }, '/fee'],
    [{ type: 'interest', amount: '10.00', fee: '10.01' }, '/fee'],
    [{ type: 'gift' }, '/type'],
    [{ status: 'done' }, '/status'],
    [{ date: '2026-02-30' }, '/date'],
    [{ date: undefined }, '/date'],
    [{ date: '' }, '/date'],
    [{ description: 'x'.repeat(5001) }, '/description'],
    [{ description: 'a\u0000b' }, '/description'],
  ])('returns 422 for %j at its field and stores nothing', async (change, path) => {
    const { id } = await createUser(app.db)
    const { status, body } = await create(id, change)
    expect([status, body.details[0].path]).toEqual([422, path])
    expect((await call('GET', `/user/${id}/transactions`)).body.pagination.total).toBe(0)
  })

  test('twenty requests with one key store one row and get the same response', async () => {
    const { id } = await createUser(app.db)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => create(id, {}, { 'idempotency-key': `twenty-${id}` })),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ body }) => body.transaction.id)).size).toBe(1)
    expect((await call('GET', `/user/${id}/transactions`)).body.pagination.total).toBe(1)
  })

  test('returns 404 for an unknown user', async () => {
    expect((await create(999_999)).status).toBe(404)
    expect((await call('GET', '/user/999999/transactions')).status).toBe(404)
    expect((await call('GET', '/user/999999/transactions/export')).status).toBe(404)
  })
})

describe('a transaction', () => {
  test('is edited in part, and both versions are audited', async () => {
    const row = await createTransaction(app.db, { amount: '10.00', description: 'before' })
    const { status, body } = await call('PUT', `/transactions/${row.id}`, {
      amount: '12.50',
      status: 'failed',
      updated_at: row.updated_at.toISOString(),
    })
    expect(status).toBe(200)
    expect(body.transaction).toMatchObject({ amount: '12.50', status: 'failed', description: 'before' })
    const [entry] = await app.sql`
      select action, before, after from audit_log where entity = 'transaction' and entity_id = ${String(row.id)}`
    expect(entry).toMatchObject({
      action: 'transaction.update',
      before: { amount: '10.00', status: 'completed' },
      after: { amount: '12.50', status: 'failed' },
    })
    expect(await findTotalsDiscrepancies(app.db)).toEqual([])
    expect((await call('GET', `/transactions/${row.id}`)).body).toEqual(body)
    expect((await call('GET', '/transactions/999999')).status).toBe(404)
    expect(
      (await call('PUT', `/transactions/${row.id}`, { description: '' })).body.transaction.description,
    ).toBe('')
  })

  test('is written by one of two simultaneous edits', async () => {
    const row = await createTransaction(app.db)
    const updated_at = row.updated_at.toISOString()
    const responses = await Promise.all(
      ['7.00', '8.00'].map((amount) => call('PUT', `/transactions/${row.id}`, { amount, updated_at })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = responses.find(({ status }) => status === 200)?.body.transaction.amount
    const [stored] = await app.sql`select amount::text from transactions where id = ${row.id}`
    expect(stored?.amount).toBe(won)
  })

  test('cannot be moved to another user or currency', async () => {
    const row = await createTransaction(app.db)
    const { body } = await call('PUT', `/transactions/${row.id}`, { user_id: 1, currency: 'EUR', id: 5 })
    expect(body.transaction).toMatchObject({ id: row.id, user_id: row.user_id, currency: 'USD' })
  })

  test('is deleted once, and the totals follow', async () => {
    const row = await createTransaction(app.db)
    expect((await call('DELETE', `/transactions/${row.id}`)).body).toEqual({ success: true })
    expect((await call('DELETE', `/transactions/${row.id}`)).status).toBe(404)
    expect((await call('PUT', `/transactions/${row.id}`, { amount: 1 })).status).toBe(404)
    expect(await findTotalsDiscrepancies(app.db)).toEqual([])
  })

  const issuedBy = async (id: number) => {
    const entries = await app.sql`
      select coalesce(after->'issued_statements', before->'issued_statements') as issued
      from audit_log where entity = 'transaction' and entity_id = ${String(id)} order by id`
    return entries.map(({ issued }) => issued)
  }

  test('of a past month names the statements already issued in the audit log, when added, edited and deleted', async () => {
    const through = addDays(`${getToday().slice(0, 7)}-01`, -1).slice(0, 7)
    const { id: userId } = await createUser(app.db)
    const { id } = (await create(userId, { date: '2025-03-10' })).body.transaction
    // The earlier of both days: the statements of the months in between change too.
    for (const body of [{ date: '2025-01-31' }, { date: getToday() }, { amount: '7.00' }]) {
      expect((await call('PUT', `/transactions/${id}`, body)).status).toBe(200)
    }
    await call('PUT', `/transactions/${id}`, { date: '2025-02-01', status: 'pending' })
    await call('DELETE', `/transactions/${id}`)
    expect(await issuedBy(id)).toEqual([
      { from: '2025-03', through },
      { from: '2025-01', through },
      { from: '2025-01', through },
      null,
      { from: '2025-02', through },
      { from: '2025-02', through },
    ])
  })
})

describe('the list', () => {
  test('is filtered, searched, sorted and paged, with the correct total each time', async () => {
    const { id } = await createUser(app.db)
    const make = (day: string, overrides: object) =>
      createTransaction(app.db, { user_id: id, transaction_date: new Date(`${day}T12:00:00Z`), ...overrides })
    const first = await make('2026-01-01', { amount: '30.00', description: 'Gold bar' })
    const second = await make('2026-01-02', { amount: '10.00', type: 'fee' })
    const third = await make('2026-01-03', { amount: '20.00', type: 'fee', status: 'pending' })
    const read = async (query: string) => {
      const { body } = await call('GET', `/user/${id}/transactions?${query}`)
      return [body.transactions.map((row: { id: number }) => row.id), body.pagination.total]
    }
    expect(await read('')).toEqual([[third.id, second.id, first.id], 3])
    expect(await read('sort=transaction_date')).toEqual([[first.id, second.id, third.id], 3])
    expect(await read('sort=amount')).toEqual([[second.id, third.id, first.id], 3])
    expect(await read('type=fee')).toEqual([[third.id, second.id], 2])
    expect(await read('type=fee&status=pending')).toEqual([[third.id], 1])
    expect(await read('from=2026-01-02&to=2026-01-02')).toEqual([[second.id], 1])
    expect(await read('search=gold')).toEqual([[first.id], 1])
    expect(await read('limit=2&page=2')).toEqual([[first.id], 3])
    expect((await call('GET', `/user/${id}/transactions?from=2026-01-03&to=2026-01-01`)).status).toBe(422)
    expect((await call('GET', `/user/${id}/transactions?from=0000-01-01`)).status).toBe(422)
    const file = await call('GET', `/user/${id}/transactions/export?type=fee`)
    expect(file.text.split('\r\n')[1]).toBe(
      `${third.id},2026-01-03T12:00:00.000Z,fee,pending,,20.00,0.00,USD,0.00`,
    )
    expect(file.headers.get('content-disposition')).toContain(`transactions-of-user-${id}-`)
  })
})
