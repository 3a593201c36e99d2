import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createPortfolio,
  createScreeningMatch,
  createToken,
  createTransaction,
  createUser,
} from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSubscription,
  createValuation,
  getDayFromNow,
  issueUnits,
} from '#db/seed/series-factories'
import { startApprovalTest } from '#testing/approvals'

const { app, first, second, call, approve, byTwo } = await startApprovalTest()
afterAll(() => app.close())

const date = getDayFromNow(0)
const reason = 'Agreed with the bank'
let id: number

const book = (body: object) => call(first, 'POST', `/user/${id}/transactions`, { date, ...body })
const balanceOf = async (userId = id) => (await call(first, 'GET', `/users/${userId}/cash`)).body

/** An investor with $100.00. */
beforeEach(async () => {
  ;({ id } = await createUser(app.db, { is_verified: true }))
  await createTransaction(app.db, { user_id: id, type: 'deposit', amount: '100.00' })
})

/** Units of a new series, allotted to the investor free of charge. */
async function holdUnits() {
  const token = await createToken(app.db, {})
  await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
  await createValuation(app.db, { token_id: token.id })
  await issueUnits(app.db, token.id, { [id]: '100' })
  return token
}

describe('with two administrators', () => {
  test.each<[string, { type: string; amount: string; fee?: string }]>([
    ['withdrawal', { type: 'withdrawal', amount: '100.01' }],
    ['fee', { type: 'fee', amount: '100.01' }],
    ['withdrawal with its fee', { type: 'withdrawal', amount: '99.00', fee: '1.01' }],
    ['transfer with a fee', { type: 'transfer', amount: '1.00', fee: '100.01' }],
  ])('rejects a %s above the available cash, and books one that takes all of it', async (_, body) => {
    const refused = await book(body)
    expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_cash'])
    expect(refused.body.error).toContain('$100.00')
    const cash = { balance: '100.00', reserved: '0.00', available: '100.00' }
    expect(await balanceOf()).toEqual({ ...cash, has_manual_figures: false })
    const name = body.fee === undefined ? 'amount' : 'fee'
    const less = (Number(body.fee ?? body.amount) - 0.01).toFixed(2)
    expect((await book({ ...body, [name]: less })).status).toBe(201)
    expect((await balanceOf()).balance).toBe('0.00')
  })

  test('rejects every edit and the deletion of a deposit that was spent', async () => {
    const [deposit] = await app.sql`select id from transactions where user_id = ${id}`
    expect((await book({ type: 'withdrawal', amount: '60.00' })).status).toBe(201)
    const pending = await book({ type: 'withdrawal', amount: '50.00', status: 'pending' })
    expect(pending.status).toBe(201)
    const path = `/transactions/${deposit?.id}`
    const refused = await Promise.all([
      call(first, 'PUT', path, { amount: '59.99', reason }),
      call(first, 'PUT', path, { fee: '40.01', reason }),
      call(first, 'PUT', path, { type: 'withdrawal', reason }),
      call(first, 'PUT', path, { status: 'cancelled', reason }),
      call(first, 'PUT', `/transactions/${pending.body.transaction.id}`, { status: 'completed', reason }),
      call(first, 'DELETE', path, { reason }),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [409, 'insufficient_cash']),
    )
    expect((await balanceOf()).balance).toBe('40.00')
    expect((await call(first, 'PUT', path, { amount: '60.00', reason })).status).toBe(200)
  })

  test('lets two simultaneous withdrawals spend the cash once', async () => {
    const answers = await Promise.all([
      book({ type: 'withdrawal', amount: '70.00' }),
      book({ type: 'fee', amount: '70.00' }),
      call(second, 'POST', `/user/${id}/transactions`, { date, type: 'withdrawal', amount: '70.00' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await balanceOf()).balance).toBe('30.00')
  })

  test('books a small overdraft after a second administrator has seen the cash and approved', async () => {
    const overdraft = { type: 'withdrawal', amount: '150.00', allow_overdraft: true }
    const bare = await book(overdraft)
    expect([bare.status, bare.body.details?.[0]?.path]).toEqual([422, '/reason'])
    const { status, body } = await book({ ...overdraft, reason })
    expect(status).toBe(202)
    const { approval } = (await call(second, 'GET', `/approvals/${body.approval.id}`)).body
    expect(approval.cash).toMatchObject([
      {
        user_id: id,
        balance: '100.00',
        available: '100.00',
        balance_after: '-50.00',
        available_after: '-50.00',
      },
    ])
    expect((await approve(body.approval.id)).status).toBe(200)
    expect((await balanceOf()).balance).toBe('-50.00')
    // While the cash is negative, incoming money is booked without a question.
    expect((await book({ type: 'deposit', amount: '20.00' })).status).toBe(201)
    expect((await book({ type: 'fee', amount: '1.00' })).status).toBe(409)
  })

  test('does not approve an overdraft that has changed', async () => {
    const { body } = await book({ type: 'withdrawal', amount: '150.00', allow_overdraft: true, reason })
    await createTransaction(app.db, { user_id: id, type: 'fee', amount: '90.00' })
    const decided = await approve(body.approval.id)
    expect([decided.status, decided.body.code]).toEqual([409, 'stale_write'])
    expect((await balanceOf()).balance).toBe('10.00')
  })

  test('does not approve a withdrawal whose cash has since been spent', async () => {
    await createTransaction(app.db, { user_id: id, type: 'deposit', amount: '50000.00' })
    const { status, body } = await book({ type: 'withdrawal', amount: '50000.00', reason })
    expect(status).toBe(202)
    await createTransaction(app.db, { user_id: id, type: 'withdrawal', amount: '200.00' })
    const decided = await approve(body.approval.id)
    expect([decided.status, decided.body.code]).toEqual([409, 'insufficient_cash'])
    expect((await balanceOf()).balance).toBe('49900.00')
  })

  test('rejects the reversal of proceeds and distributions that were spent', async () => {
    const token = await holdUnits()
    const on = `/register/${encodeURIComponent(token.symbol)}`
    const { movement } = await byTwo('POST', `${on}/entries`, {
      type: 'redemption',
      from_user_id: id,
      units: '1',
      amount: '5.00',
    })
    await byTwo('POST', `${on}/distributions`, { record_date: getDayFromNow(0), amount_per_unit: '0.10' })
    const [paid] = await app.sql`select id, total from distributions where token_id = ${token.id}`
    const { balance } = await balanceOf()
    await createTransaction(app.db, { user_id: id, type: 'withdrawal', amount: balance })
    const correction = { type: 'correction', movement_id: movement.id, reason }
    const before = { user_id: id, balance: '0.00', reserved: '0.00', available: '0.00' }
    const effects = await Promise.all([
      call(first, 'GET', `${on}/entries/${movement.id}/correction`),
      call(first, 'GET', `${on}/distributions/${paid?.id}/reversal`),
    ])
    expect(effects.map(({ body }) => body)).toMatchObject([
      {
        overdrawn: 1,
        amount: '5.00',
        cash: [{ ...before, balance_after: '-5.00', available_after: '-5.00' }],
      },
      { overdrawn: 1, amount: paid?.total, cash: [{ ...before, balance_after: `-${paid?.total}` }] },
    ])
    const refused = await Promise.all([
      call(first, 'POST', `${on}/entries`, correction),
      call(first, 'POST', `${on}/distributions/${paid?.id}/reversal`, { reason }),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [409, 'insufficient_cash']),
    )
    await byTwo('POST', `${on}/distributions/${paid?.id}/reversal`, { allow_overdraft: true })
    expect((await balanceOf()).balance).toBe(`-${paid?.total}`)
  })

  test('shows the effect of reversing an allotment on cash: its amount is reserved again', async () => {
    const token = await createToken(app.db, {})
    await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
    const { id: offering_id } = await createOffering(app.db, { token_id: token.id })
    const { transaction } = (await book({ type: 'deposit', amount: '1000.00' })).body
    const subscription = await createSubscription(app.db, {
      ...{ token_id: token.id, offering_id, user_id: id, state: 'funded', transaction_id: transaction.id },
    })
    const { subscription: funded } = (await call(first, 'GET', `/subscriptions/${subscription.id}`)).body
    const allot = { action: 'allot', updated_at: funded.updated_at }
    await byTwo('PUT', `/subscriptions/${subscription.id}`, allot)
    expect(await balanceOf()).toMatchObject({ balance: '100.00', available: '100.00' })
    const on = `/register/${encodeURIComponent(token.symbol)}/entries`
    const [{ id: movement }] = (await call(first, 'GET', on)).body.movements
    const { cash } = (await call(first, 'GET', `${on}/${movement}/correction`)).body
    expect(cash).toMatchObject([{ balance: '100.00', balance_after: '1100.00', available_after: '100.00' }])
    await byTwo('POST', on, { type: 'correction', movement_id: movement })
    expect(await balanceOf()).toMatchObject({ balance: '1100.00', available: '100.00' })
  })

  test('rejects payments, redemptions and transfers for a confirmed watchlist match', async () => {
    const token = await holdUnits()
    const other = await createUser(app.db, { is_verified: true })
    const pending = await book({ type: 'withdrawal', amount: '10.00', status: 'pending' })
    await createScreeningMatch(app.db, {
      user_id: id,
      state: 'match',
      reason: 'Same passport',
      decided_at: new Date(),
    })
    const on = `/register/${encodeURIComponent(token.symbol)}/entries`
    const refused = await Promise.all([
      book({ type: 'withdrawal', amount: '10.00' }),
      book({ type: 'withdrawal', amount: '10.00', status: 'pending' }),
      call(first, 'PUT', `/transactions/${pending.body.transaction.id}`, { status: 'completed', reason }),
      call(first, 'POST', on, { type: 'redemption', from_user_id: id, units: '1', amount: '5.00', reason }),
      call(first, 'POST', on, {
        type: 'transfer',
        from_user_id: id,
        to_user_id: other.id,
        units: '1',
        reason,
      }),
    ])
    for (const { status, body } of refused) {
      expect([status, body.code, body.error]).toEqual([
        409,
        'conflict',
        expect.stringContaining('watchlist match'),
      ])
    }
    expect((await book({ type: 'deposit', amount: '10.00' })).status).toBe(201)
    const cancelled = await call(first, 'PUT', `/transactions/${pending.body.transaction.id}`, {
      status: 'cancelled',
    })
    expect(cancelled.status).toBe(200)
  })

  test('holds back the share of a watchlist match and of a closed account, and pays the others', async () => {
    const token = await createToken(app.db, {})
    await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
    const [listed, closed] = [await createUser(app.db), await createUser(app.db)]
    await issueUnits(app.db, token.id, { [id]: '100', [listed.id]: '50', [closed.id]: '25' })
    await createScreeningMatch(app.db, {
      user_id: listed.id,
      state: 'match',
      reason: 'Same passport',
      decided_at: new Date(),
    })
    await app.sql`update users set deleted_at = now() where id = ${closed.id}`
    const on = `/register/${encodeURIComponent(token.symbol)}/distributions`
    const terms = { record_date: getDayFromNow(0), amount_per_unit: '1', reason }
    const dry = await call(first, 'POST', on, { ...terms, dry_run: true })
    const seen = [{ user_id: id, balance: '100.00', balance_after: '200.00', available_after: '200.00' }]
    expect(dry.body).toMatchObject({
      effect: { cash: seen, investors: 1, overdrawn: 0 },
      total: '100.00',
      lines: [{ user_id: id, amount: '100.00' }],
      held_back: [
        { user_id: listed.id, amount: '50.00', because: 'watchlist_match' },
        { user_id: closed.id, amount: '25.00', because: 'account_closed' },
      ],
    })
    const proposed = await call(first, 'POST', on, { ...terms, head: dry.body.head })
    expect(proposed.status, proposed.text).toBe(202)
    const { approval } = (await call(second, 'GET', `/approvals/${proposed.body.approval.id}`)).body
    expect(approval.cash, 'for the second administrator too').toMatchObject(seen)
    const decided = await approve(proposed.body.approval.id)
    expect(decided.status, decided.text).toBe(200)
    const balances = await Promise.all([id, listed.id, closed.id].map(balanceOf))
    expect(balances.map(({ balance }) => balance)).toEqual(['200.00', '0.00', '0.00'])
    const { distributions } = (await call(first, 'GET', on)).body
    expect(distributions).toMatchObject([
      { total: '100.00', holders: 1, held_back: [{ user_id: listed.id }, { user_id: closed.id }] },
    ])
  })
})

describe('with one administrator', () => {
  beforeAll(async () => {
    await app.sql`update admins set is_active = false where id = ${second.admin.id}`
  })

  test('requires the reason and the amount again before an overdraft', async () => {
    const overdraft = { type: 'withdrawal', amount: '150.00', allow_overdraft: true }
    const answers = [
      await book({ type: 'withdrawal', amount: '150.00' }),
      await book({ ...overdraft, confirm_amount: '150.00' }),
      await book({ ...overdraft, reason }),
      await book({ ...overdraft, reason, confirm_amount: '15.00' }),
      await book({ ...overdraft, reason, confirm_amount: '150' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.details?.[0]?.path])).toEqual([
      [409, '/amount'],
      [422, '/reason'],
      [422, '/confirm_amount'],
      [422, '/confirm_amount'],
      [201, undefined],
    ])
    expect((await balanceOf()).balance).toBe('-50.00')
  })

  test('does not pay out $9,000 to an unverified investor without money', async () => {
    const empty = await createUser(app.db, { is_verified: false })
    const { status, body } = await call(first, 'POST', `/user/${empty.id}/transactions`, {
      date,
      type: 'withdrawal',
      amount: '9000.00',
    })
    expect([status, body.code]).toEqual([409, 'insufficient_cash'])
  })
})

test('the cash of an investor says whether the portfolio is entered by hand, so that bookings do not change it', async () => {
  const { id: user_id } = await createUser(app.db)
  const portfolio = await createPortfolio(app.db, { user_id, total_value: '100.00', is_recorded: true })
  expect((await balanceOf(user_id)).has_manual_figures).toBe(true)
  await app.sql`update portfolios set is_recorded = false where id = ${portfolio.id}`
  expect((await balanceOf(user_id)).has_manual_figures).toBe(false)
})
