import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTransaction, createUser } from '#db/seed/factories'
import { getDayFromNow } from '#db/seed/series-factories'
import { formatLongDate } from '#shared/format-date'
import { startApprovalTest } from '#testing/approvals'

const { app, first, second, call } = await startApprovalTest()
afterAll(() => app.close())

const reason = 'Agreed with the bank'
let id: number
let deposit: number

const book = (daysAgo: number, body: object) =>
  call(first, 'POST', `/user/${id}/transactions`, { date: getDayFromNow(-daysAgo), ...body })
const edit = (transaction: number, body: object) =>
  call(first, 'PUT', `/transactions/${transaction}`, { reason, ...body })

/** A completed transaction of some days ago. */
async function stored(
  daysAgo: number,
  type: 'deposit' | 'withdrawal' | 'fee',
  amount: string,
): Promise<number> {
  const transaction_date = new Date(`${getDayFromNow(-daysAgo)}T12:00:00Z`)
  return (await createTransaction(app.db, { user_id: id, type, amount, transaction_date })).id
}

/** Rejected with the lowest balance and its day, for the date field. */
function expectShort({ status, body }: Awaited<ReturnType<typeof book>>, balance: string, daysAgo: number) {
  expect([status, body.code]).toEqual([409, 'insufficient_cash'])
  expect(body.error).toContain(`${formatLongDate(getDayFromNow(-daysAgo))} would be ${balance}.`)
  expect(body.details[0].path).toBe('/date')
}

/** $1,000.00 since ten days ago, of which $400.00 left five days ago; $5,000.00 more today. */
beforeEach(async () => {
  ;({ id } = await createUser(app.db, { is_verified: true }))
  deposit = await stored(10, 'deposit', '1000.00')
  await stored(5, 'withdrawal', '400.00')
  await stored(0, 'deposit', '5000.00')
})

describe('with two administrators', () => {
  test('rejects a withdrawal dated to a day on which, or after which, the cash was not there', async () => {
    expectShort(await book(20, { type: 'withdrawal', amount: '500.00' }), '-$500.00', 20)
    expectShort(await book(8, { type: 'fee', amount: '600.01' }), '-$0.01', 5)
    expectShort(await book(8, { type: 'transfer', amount: '1.00', fee: '601.00' }), '-$1.00', 5)
    expect((await book(8, { type: 'fee', amount: '600.00' })).status).toBe(201)
    expectShort(await book(1, { type: 'fee', amount: '1.00' }), '-$1.00', 1)
    expect((await book(0, { type: 'withdrawal', amount: '5000.00' })).status).toBe(201)
  })

  test('rejects edits and deletions that remove money from days on which it was spent', async () => {
    expectShort(await edit(deposit, { date: getDayFromNow(-4) }), '-$400.00', 5)
    expectShort(await edit(deposit, { amount: '399.00' }), '-$1.00', 5)
    expectShort(await edit(deposit, { status: 'failed' }), '-$400.00', 5)
    expectShort(await call(first, 'DELETE', `/transactions/${deposit}`, { reason }), '-$400.00', 5)
    const late = await book(0, { type: 'withdrawal', amount: '3000.00', reason })
    expect(late.status).toBe(201)
    expectShort(await edit(late.body.transaction.id, { date: getDayFromNow(-3) }), '-$2,400.00', 3)
    const pending = await book(9, { type: 'withdrawal', amount: '601.00', status: 'pending' })
    expect(pending.status).toBe(201)
    expectShort(await edit(pending.body.transaction.id, { status: 'completed' }), '-$1.00', 5)
    expect((await edit(deposit, { date: getDayFromNow(-6) })).status).toBe(200)
  })

  test('finds a day that becomes negative among days that were more negative before', async () => {
    await stored(4, 'fee', '2000.00')
    await stored(3, 'deposit', '2000.00')
    expectShort(await book(2, { type: 'fee', amount: '600.01' }), '-$0.01', 2)
    const fee = await stored(2, 'fee', '600.00')
    expectShort(await edit(fee, { date: getDayFromNow(-20) }), '-$2,000.00', 4)
    // A deposit that makes a day less negative needs no confirmation.
    expect((await book(9, { type: 'deposit', amount: '10.00' })).status).toBe(201)
  })

  test('books it after a second administrator has seen the lowest balance', async () => {
    const body = { type: 'withdrawal', amount: '700.00', allow_overdraft: true, reason }
    const proposed = await book(8, body)
    expect(proposed.status, proposed.text).toBe(202)
    const path = `/approvals/${proposed.body.approval.id}`
    expect((await call(second, 'GET', path)).body.approval.cash).toMatchObject([
      {
        balance_after: '4900.00',
        lowest: {
          since: getDayFromNow(-8),
          day: getDayFromNow(-5),
          balance: '600.00',
          balance_after: '-100.00',
        },
      },
    ])
    expect((await call(second, 'PUT', path, { action: 'approve' })).status).toBe(200)
  })

  test('does not approve it if the past has since changed', async () => {
    const body = { type: 'withdrawal', amount: '700.00', allow_overdraft: true, reason }
    const proposed = await book(8, body)
    const path = `/approvals/${proposed.body.approval.id}`
    await stored(7, 'fee', '50.00')
    await stored(1, 'deposit', '50.00')
    const decided = await call(second, 'PUT', path, { action: 'approve' })
    expect([decided.status, decided.body.code]).toEqual([409, 'stale_write'])
  })

  test('returns the lowest balance of a date range', async () => {
    const lowest = async (query: string) =>
      (await call(first, 'GET', `/users/${id}/cash?${query}`)).body.lowest
    expect(await lowest(`from=${getDayFromNow(-8)}`)).toEqual({ day: getDayFromNow(-5), balance: '600.00' })
    expect(await lowest(`from=${getDayFromNow(-8)}&to=${getDayFromNow(-6)}`)).toEqual({
      day: getDayFromNow(-8),
      balance: '1000.00',
    })
    expect(await lowest(`from=${getDayFromNow(-30)}`)).toEqual({ day: getDayFromNow(-30), balance: '0.00' })
  })
})
