import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createPortfolio, createTransaction, createUser } from '#db/seed/factories'
import { type SignedInAdmin, startApprovalTest } from '#testing/approvals'

const { app, second, call } = await startApprovalTest()
let first: SignedInAdmin
let userId: number

beforeEach(async () => {
  // Payments out are summed across all investors.
  first = await app.signInAdmin()
  userId = (await createUser(app.db, { is_verified: true })).id
})
afterAll(() => app.close())

const reason = 'Checked with the bank'
const deposit = (amount: string, more = {}) => ({
  type: 'deposit',
  amount,
  date: '2026-03-02',
  reason,
  ...more,
})
const add = async (amount: string, more = {}, who = first) =>
  (await call(who, 'POST', `/user/${userId}/transactions`, deposit(amount, more))).status
const edit = async (id: number, body: object) =>
  (await call(first, 'PUT', `/transactions/${id}`, { ...body, reason })).status
const store = async (amount: string, more = {}) =>
  (await createTransaction(app.db, { user_id: userId, amount, ...more })).id

describe('transactions of one investor within a day', () => {
  test('need two once the sum of one administrator is above the limit', async () => {
    expect([await add('6000.00'), await add('4000.00'), await add('0.01')]).toEqual([201, 201, 202])
  })

  test('are requested with their sum, unlike a single large amount', async () => {
    await add('6000.00')
    const propose = async (amount: string) => {
      const { body } = await call(first, 'POST', `/user/${userId}/transactions`, deposit(amount))
      return (await call(second, 'GET', `/approvals/${body.approval.id}`)).body.approval.sum_of_day
    }
    expect([await propose('4000.01'), await propose('10000.01')]).toEqual(['10000.01', null])
  })

  test('need two when two calls at once go above the limit together', async () => {
    const statuses = await Promise.all([add('9999.00'), add('9999.00'), add('9999.00')])
    expect(statuses.sort()).toEqual([201, 202, 202])
  })

  test('name the sum if the reason is missing', async () => {
    await add('9999.00')
    const { status, body } = await call(first, 'POST', `/user/${userId}/transactions`, {
      ...deposit('2.00'),
      reason: undefined,
    })
    expect(status).toBe(422)
    expect(body.details[0].message).toContain('in the last 24 hours')
  })

  test('are counted per administrator and investor', async () => {
    expect([await add('9999.00'), await add('9999.00', {}, second)]).toEqual([201, 201])
    userId = (await createUser(app.db)).id
    expect(await add('9999.00')).toBe(201)
  })

  test.each(['withdrawal', 'fee'])('of type %s are summed across all investors', async (type) => {
    const take = async (amount: string) => {
      userId = (await createUser(app.db, { is_verified: true })).id
      await store('20000.00', { transaction_date: new Date('2026-01-02T00:00:00Z') })
      return add(amount, { type })
    }
    expect([await take('6000.00'), await take('4000.00'), await take('0.01')]).toEqual([201, 201, 202])
    const { body } = await call(first, 'POST', `/user/${userId}/transactions`, {
      ...deposit('0.01', { type }),
      reason: undefined,
    })
    expect(body.details[0].message).toContain(
      'withdrawals, fees and reduced deposits you recorded for all investors',
    )
    // Money received for the next one does not count.
    expect([await add('9999.00'), await add('0.01', { type }, second)]).toEqual([201, 201])
  })

  test.each([
    ['is marked as failed', { status: 'failed' }],
    ['is lowered', { amount: '1000.00' }],
    ['gets a fee', { fee: '4000.00' }],
    ['is partly turned into a fee', { amount: '3000.00', fee: '2000.00' }],
    ['is deleted', undefined],
  ])('that reduce cash because a deposit %s are summed across all investors', async (_, change) => {
    const reduce = async () => {
      userId = (await createUser(app.db, { is_verified: true })).id
      const id = await store('5000.00')
      if (change) return edit(id, change)
      return (await call(first, 'DELETE', `/transactions/${id}`, { reason })).status
    }
    expect([await reduce(), await reduce(), await reduce()]).toEqual([200, 200, 202])
  })

  test('that charge a fee on new deposits are summed across all investors, by the fee alone', async () => {
    const charge = async (fee: string, more = {}) => {
      userId = (await createUser(app.db, { is_verified: true })).id
      return add('5000.00', { fee, ...more })
    }
    expect(await charge('4900.00')).toBe(201)
    expect(await charge('4900.00', { type: 'interest' })).toBe(201)
    // The bank's fee on what arrives stays possible.
    expect(await charge('12.50')).toBe(201)
    expect(await charge('200.00')).toBe(202)
    expect(await charge('0.00')).toBe(201)
  })

  test('count by the difference when an amount is changed', async () => {
    const [one, other] = [await store('9000.00'), await store('100.00')]
    expect(await edit(one, { amount: '9001.00' })).toBe(200)
    expect(await edit(other, { amount: '9900.00' })).toBe(200)
    expect(await edit(one, { amount: '9201.00' })).toBe(202)
  })

  test('count in full when their status is changed', async () => {
    const [one, other] = [
      await store('9000.00', { status: 'pending' }),
      await store('9000.00', { status: 'pending' }),
    ]
    const change = { status: 'completed' }
    expect([await edit(one, change), await edit(other, change)]).toEqual([200, 202])
  })

  test('count before and after when a deposit becomes a withdrawal', async () => {
    const [one, other, large] = [await store('5000.00'), await store('0.01'), await store('5000.01')]
    const change = { type: 'withdrawal' }
    expect([await edit(large, change), await edit(one, change), await edit(other, change)]).toEqual([
      202, 200, 202,
    ])
    // The converted row also counts twice with its new amount.
    expect(await edit(one, { amount: '5000.01' })).toBe(202)
  })

  test('that convert a large amount do not mention a daily sum', async () => {
    const id = await store('6000.00')
    await store('6000.00')
    const { body } = await call(first, 'PUT', `/transactions/${id}`, { type: 'withdrawal', reason })
    const { approval } = (await call(second, 'GET', `/approvals/${body.approval.id}`)).body
    expect(approval.sum_of_day).toBeNull()
  })

  test('count once when added, corrected and completed by the same administrator', async () => {
    expect(await add('9000.00', { status: 'pending' })).toBe(201)
    const [row] = await app.sql`select id from transactions where user_id = ${userId}`
    expect(await edit(row?.id, { amount: '9500.00' })).toBe(200)
    expect(await edit(row?.id, { status: 'completed' })).toBe(200)
    expect(await edit(row?.id, { description: 'Wire 77' })).toBe(200)
  })

  test('count when they are deleted', async () => {
    const [one, other] = [await store('9000.00'), await store('9000.00')]
    const drop = async (id: number) => (await call(first, 'DELETE', `/transactions/${id}`, { reason })).status
    expect([await drop(one), await drop(other)]).toEqual([200, 202])
  })

  test('do not count if two administrators wrote them, or they were rejected', async () => {
    expect(await add('8000.00')).toBe(201)
    const { body } = await call(first, 'POST', `/user/${userId}/transactions`, deposit('9000.00'))
    const approve = (by: SignedInAdmin) =>
      call(by, 'PUT', `/approvals/${body.approval.id}`, { action: 'approve' })
    expect((await approve(second)).status).toBe(200)
    // Only the 8,000 count for the requester, and nothing for the approver.
    expect([await add('2000.00'), await add('9999.00', {}, second)]).toEqual([201, 201])
  })

  test('do not count after a day', async () => {
    expect(await add('9999.00')).toBe(201)
    // The log is append-only: only the owner of the table can backdate it.
    await app.sql.begin(async (sql) => {
      await sql`alter table audit_log disable trigger user`
      await sql`update audit_log set created_at = created_at - interval '25 hours' where admin_id = ${first.admin.id}`
      await sql`alter table audit_log enable trigger user`
    })
    expect(await add('9999.00')).toBe(201)
  })
})

test('figures of a portfolio need approval once their changes exceed the limit together', async () => {
  const { id } = await createPortfolio(app.db, {
    user_id: userId,
    total_value: '50000.00',
    is_recorded: true,
  })
  const put = async (body: object) =>
    (await call(first, 'PUT', `/portfolio/${id}/values`, { ...body, reason })).status
  expect(await put({ total_value: '56000.00' })).toBe(200)
  expect(await put({ performance: '4' })).toBe(200)
  expect(await put({ total_value: '60000.01' })).toBe(202)
  expect(await put({ total_value: '60000.00' })).toBe(200)
  expect(await put({ performance: '5' })).toBe(200)
})
