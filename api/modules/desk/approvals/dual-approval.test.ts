import { readdir } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verificationDecisions } from '#db/schema/compliance/verifications'
import {
  createCategory,
  createPortfolio,
  createScreeningMatch,
  createToken,
  createTransaction,
  createUser,
  setVerification,
} from '#db/seed/factories'
import {
  createAttestation,
  createDistribution,
  createOffering,
  createSubscription,
  createValuation,
  getDayFromNow,
  issueUnits,
} from '#db/seed/series-factories'
import { deleteOrphanedUploads } from '#modules/catalog/documents/upload-cleanup'
import { listItems } from '#shared/enums/verifications'
import { panelCalls, startApprovalTest } from '#testing/approvals'
import { startTestApp } from '#testing/test-app'

const { app, first, second, call, byTwo } = await startApprovalTest()
/** The running application: the last tests start others. */
let running = app
let user: Awaited<ReturnType<typeof createUser>>

beforeEach(async () => {
  user = await createUser(running.db, { is_verified: true })
})
afterAll(() => running.close())

const decide = (id: number, action = 'approve') => call(second, 'PUT', `/approvals/${id}`, { action })

const reason = 'Checked with the bank'

/** Withdraws the approval request that a write became. */
async function withdraw({ status, body }: Awaited<ReturnType<typeof call>>): Promise<void> {
  expect(status, JSON.stringify(body)).toBe(202)
  const withdrawn = await call(first, 'PUT', `/approvals/${body.approval.id}`, { action: 'withdraw' })
  expect(withdrawn.status).toBe(200)
}

test('a request is outdated when its symbol names another series by the time it is approved', async () => {
  const hidden = { is_active: false }
  const [one, other] = [await createToken(app.db, hidden), await createToken(app.db, hidden)]
  const value = {
    low: '9.00',
    preferred: '10.00',
    high: '11.00',
    as_of: getDayFromNow(-1),
    method: 'Appraisal',
    inputs: [],
    reason,
  }
  const rename = async (id: number, symbol: string) =>
    expect((await call(first, 'PUT', `/tokens/${id}`, { symbol })).status).toBe(200)
  const { status, body } = await call(first, 'POST', `/series/${one.symbol.slice(1)}/valuations`, value)
  expect(status, JSON.stringify(body)).toBe(202)
  await rename(one.id, '$ASIDE')
  await rename(other.id, one.symbol)
  const decided = await decide(body.approval.id)
  expect([decided.status, decided.body.code]).toEqual([409, 'stale_write'])
  expect(await app.sql`select from series_valuations where token_id in (${one.id}, ${other.id})`).toEqual([])
})

const deposit = (amount: string, more = {}) => ({ type: 'deposit', amount, date: '2026-03-02', ...more })

describe('a transaction', () => {
  test.each([
    ['10000.00', 201],
    ['10000.01', 202],
  ])('of %s is answered with %i', async (amount, status) => {
    const sent = { ...deposit(amount), reason }
    expect((await call(first, 'POST', `/user/${user.id}/transactions`, sent)).status).toBe(status)
  })

  test('counts with its fee', async () => {
    const post = async (amount: string, fee: string) =>
      (await call(first, 'POST', `/user/${user.id}/transactions`, { ...deposit(amount, { fee }), reason }))
        .status
    expect([await post('9999.00', '1.01'), await post('9999.00', '1.00')]).toEqual([202, 201])
  })

  test.each([
    ['has lost the role', { roles: '{support}' }],
    ['was disabled', { is_active: false }],
  ])('is not booked once the administrator who requested it %s', async (_, change) => {
    const proposer = await app.signInAdmin({ roles: ['operator'] })
    const sent = { ...deposit('77777.00'), reason }
    const proposed = await call(proposer, 'POST', `/user/${user.id}/transactions`, sent)
    expect(proposed.status).toBe(202)
    await app.sql`update admins set ${app.sql(change)} where id = ${proposer.admin.id}`
    const { id } = proposed.body.approval
    expect(await decide(id)).toMatchObject({ status: 409, body: { code: 'stale_write' } })
    const rows = await app.sql`select id from transactions where user_id = ${user.id}`
    const [approval] = await app.sql`select state from approvals where id = ${id}`
    expect([rows.length, approval?.state]).toEqual([0, 'stale'])
  })

  test('names its investor and says whether the account is currently verified', async () => {
    const { id, first_name, last_name } = await createUser(app.db, { is_verified: false })
    const sent = { ...deposit('10000.01'), reason }
    const proposed = await call(first, 'POST', `/user/${id}/transactions`, sent)
    const read = async () =>
      (await call(second, 'GET', `/approvals/${proposed.body.approval.id}`)).body.approval.people
    const name = `${first_name} ${last_name}`
    expect(await read()).toMatchObject([{ id, name, is_verified: false }])
    await app.sql`update users set is_verified = true where id = ${id}`
    expect(await read()).toMatchObject([{ id, name, is_verified: true }])
  })

  test('with a small amount and a large fee needs two', async () => {
    await createTransaction(app.db, {
      user_id: user.id,
      amount: '10000.00',
      transaction_date: new Date('2026-01-02'),
    })
    const sent = { ...deposit('1.00', { type: 'transfer', fee: '10000.01' }), reason, allow_overdraft: true }
    const { status, text } = await call(first, 'POST', `/user/${user.id}/transactions`, sent)
    expect(status, text).toBe(202)
  })

  test('needs approval when it becomes large, was large, or is deleted while large', async () => {
    const small = await createTransaction(app.db, { user_id: user.id, amount: '10.00' })
    const big = await createTransaction(app.db, { user_id: user.id, amount: '50000.00' })
    const put = (id: number, body: object) => call(first, 'PUT', `/transactions/${id}`, { ...body, reason })
    expect((await put(small.id, { amount: '11.00' })).status).toBe(200)
    expect((await put(small.id, { amount: '10000.01' })).status).toBe(202)
    expect((await put(big.id, { amount: '1.00' })).status).toBe(202)
    expect((await put(big.id, {})).status).toBe(200)
    expect((await call(first, 'DELETE', `/transactions/${small.id}`)).body).toEqual({ success: true })
    expect((await call(first, 'DELETE', `/transactions/${big.id}`)).body.details[0].path).toBe('/reason')
    expect(await byTwo('DELETE', `/transactions/${big.id}`, {})).toEqual({ success: true })
  })

  const entriesOf = (id: number) => app.sql`
    select action, before->>'amount' as before, after->>'amount' as after, after->>'reason' as reason
    from audit_log where entity = 'transaction' and entity_id = ${String(id)} order by id`

  test('keeps the reason for its correction or deletion in the audit log, written alone or with approval', async () => {
    const row = await createTransaction(app.db, { user_id: user.id, amount: '10.00' })
    const path = `/transactions/${row.id}`
    const put = (body: object) => call(first, 'PUT', path, body)
    await put({ amount: '12.00', reason: 'The bank has corrected it' })
    await put({ amount: '13.00', reason: '  ' })
    await byTwo('PUT', path, { amount: '50000.00' })
    await byTwo('DELETE', path, {})
    expect(await entriesOf(row.id)).toEqual([
      { action: 'transaction.update', before: '10.00', after: '12.00', reason: 'The bank has corrected it' },
      { action: 'transaction.update', before: '12.00', after: '13.00', reason: null },
      { action: 'transaction.update', before: '13.00', after: '50000.00', reason },
      { action: 'transaction.delete', before: '50000.00', after: null, reason },
    ])
  })

  test('deleted with a reason counts towards the daily sum as without', async () => {
    const rows = [
      await createTransaction(app.db, { user_id: user.id, amount: '6000.00' }),
      await createTransaction(app.db, { user_id: user.id, amount: '6000.00' }),
    ]
    const remove = (at: number) => call(first, 'DELETE', `/transactions/${rows[at]?.id}`, { reason })
    expect([(await remove(0)).status, (await remove(1)).status]).toEqual([200, 202])
  })

  test('follows the amount of the settings, whose change needs two as well', async () => {
    const put = (body: object) => call(first, 'PUT', '/settings', { ...body, reason })
    expect((await put({ four_eyes_amount: '999999999.00' })).status).toBe(202)
    expect((await put({ payment_account: 'IBAN of somebody else' })).status).toBe(202)
    expect((await put({ screening_threshold: 100 })).status).toBe(202)
    expect((await put({ verification_target_days: 60 })).status).toBe(202)
    expect((await put({ site_name: 'Lodefield' })).status).toBe(200)
    const { settings } = await byTwo('PUT', '/settings', { four_eyes_amount: '100.00' })
    expect(settings.four_eyes_amount).toBe('100.00')
    const sent = { ...deposit('100.01'), reason }
    expect((await call(first, 'POST', `/user/${user.id}/transactions`, sent)).status).toBe(202)
    await byTwo('PUT', '/settings', { four_eyes_amount: '10000.00' })
  })
})

describe('a portfolio', () => {
  test('needs approval for a large change of its figures, up or down', async () => {
    const { id } = await createPortfolio(app.db, {
      user_id: user.id,
      total_value: '500000.00',
      is_recorded: true,
    })
    const put = (body: object) => call(first, 'PUT', `/portfolio/${id}/values`, { ...body, reason })
    expect((await put({ total_value: '510000.00' })).status).toBe(200)
    const changes = [{ total_value: '520000.01' }, { total_value: '499999.99' }, { total_gains: '-10000.01' }]
    for (const change of changes) await withdraw(await put(change))
    expect((await put({ performance: '99' })).status).toBe(200)
    const { portfolio } = await byTwo('PUT', `/portfolio/${id}/values`, { total_value: '900000.00' })
    expect(portfolio.total_value).toBe('900000.00')
  })

  test('needs approval to be created, deleted or shown as calculated with a large value', async () => {
    const body = { user_id: user.id, total_value: '20000.00' }
    const { portfolio } = await byTwo('POST', '/portfolio', body)
    await withdraw(await call(first, 'DELETE', `/portfolio/${portfolio.id}/values`, { reason }))
    expect(await byTwo('DELETE', `/portfolio/${portfolio.id}`, {})).toEqual({ success: true })
    const other = await createUser(app.db)
    const small = await call(first, 'POST', '/portfolio', { user_id: other.id, total_value: '10000.00' })
    expect(small.status).toBe(201)
  })
})

describe('calculated figures of a large value', () => {
  const small = { total_value: '9000.00', total_invested: '9000.00', reason }
  let path: string
  beforeEach(async () => {
    const holder = await createUser(app.db)
    await createTransaction(app.db, { user_id: holder.id, amount: '50000.00' })
    path = `/portfolio/${(await createPortfolio(app.db, { user_id: holder.id, is_recorded: false })).id}`
  })

  test('need approval to be replaced, whatever the difference, and the approver sees the calculated value', async () => {
    expect((await call(first, 'PUT', `${path}/values`, small)).status).toBe(202)
    const holder = await createUser(app.db)
    await createTransaction(app.db, { user_id: holder.id, amount: '50000.00' })
    const created = await call(first, 'POST', '/portfolio', { ...small, user_id: holder.id })
    expect(created.status).toBe(202)
    const near = { total_value: '49000.00', total_invested: '50000.00', total_gains: '-1000.00' }
    await withdraw(created)
    const body = { ...near, user_id: holder.id }
    const unexplained = await call(first, 'POST', '/portfolio', body)
    expect([unexplained.status, unexplained.body.details]).toEqual([
      422,
      [{ path: '/reason', message: 'A second administrator must approve this. Enter a reason.' }],
    ])
    const { portfolio } = await byTwo('POST', '/portfolio', body)
    const values = `/portfolio/${portfolio.id}/values`
    expect((await call(first, 'PUT', values, { pending_investments: 'none' })).status).toBe(200)
    const again = await call(first, 'PUT', values, { total_value: '49000.01', reason })
    expect(again.status, 'of figures that were entered before').toBe(202)
    const shown = (await call(second, 'GET', `/approvals/${again.body.approval.id}`)).body.approval
    expect(shown).toMatchObject({
      before: { total_value: '49000.00' },
      after: { total_value: '49000.01', calculated_value: '50000.00' },
    })
  })

  test('are entered by one administrator if they are the same', async () => {
    const holder = await createUser(app.db)
    await createTransaction(app.db, { user_id: holder.id, amount: '50000.00' })
    const same = { total_value: '50000.00', total_invested: '50000.00', total_gains: '0.00' }
    const created = await call(first, 'POST', '/portfolio', { ...same, user_id: holder.id, reason })
    expect(created.status, created.text).toBe(201)
  })

  test('need approval to be reverted when replacing small ones, but not when they are the same', async () => {
    await byTwo('PUT', `${path}/values`, small)
    await withdraw(await call(first, 'DELETE', `${path}/values`, { reason }))
    await withdraw(await call(first, 'DELETE', path, { reason }))
    await byTwo('DELETE', `${path}/values`, {})
    expect((await call(first, 'DELETE', path, {})).status).toBe(200)
  })
})

describe('units of a series', () => {
  let token: Awaited<ReturnType<typeof createToken>>
  let path: string
  let holder: Awaited<ReturnType<typeof createUser>>
  beforeEach(async () => {
    token = await createToken(app.db)
    path = encodeURIComponent(token.symbol)
    holder = await createUser(app.db, { is_verified: true })
    await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
  })

  test('need approval to be allotted; the steps before do not', async () => {
    const { id: offering_id } = await createOffering(app.db, { token_id: token.id })
    const { id } = await createSubscription(app.db, {
      token_id: token.id,
      offering_id,
      user_id: user.id,
      amount: '1000.00',
    })
    const { id: transaction_id } = await createTransaction(app.db, { user_id: user.id, amount: '1000.00' })
    const step = (body: object) => call(first, 'PUT', `/subscriptions/${id}`, body)
    expect((await step({ action: 'review' })).status).toBe(200)
    expect((await step({ action: 'approve' })).status).toBe(200)
    expect((await step({ action: 'fund', transaction_id })).status).toBe(200)
    expect((await step({ action: 'allot' })).body.details[0].path).toBe('/reason')
    const held = () => app.sql`select units from holdings where token_id = ${token.id}`
    const proposed = await step({ action: 'allot', reason })
    expect(proposed.status).toBe(202)
    expect(await held()).toHaveLength(0)
    const { body } = await decide(proposed.body.approval.id)
    expect(body.result.subscription).toMatchObject({ id, state: 'allotted' })
    expect(await held()).toHaveLength(1)
  })

  test('are not allotted once the attestation no longer covers them; the request stays open for a new one', async () => {
    const { id: offering_id } = await createOffering(app.db, { token_id: token.id })
    const funded = { token_id: token.id, offering_id, user_id: user.id, state: 'funded' as const }
    const deposit = await createTransaction(app.db, { user_id: user.id, amount: '1000.00' })
    const { id } = await createSubscription(app.db, {
      ...funded,
      amount: '1000.00',
      transaction_id: deposit.id,
    })
    const proposed = await call(first, 'PUT', `/subscriptions/${id}`, { action: 'allot', reason })
    expect(proposed.status).toBe(202)
    await createAttestation(app.db, { token_id: token.id, units_held: '0.1', as_of: getDayFromNow(0) })
    const refused = await decide(proposed.body.approval.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    await createAttestation(app.db, { token_id: token.id, units_held: '1000', as_of: getDayFromNow(0) })
    expect((await decide(proposed.body.approval.id)).body.result.subscription.state).toBe('allotted')
  })

  test('need approval to move in the register: transfer, correction, redemption', async () => {
    await issueUnits(app.db, token.id, { [user.id]: '10' })
    await createValuation(app.db, { token_id: token.id })
    const entries = `/register/${path}/entries`
    const transfer = { type: 'transfer', from_user_id: user.id, to_user_id: holder.id, units: '4' }
    const { movement } = await byTwo('POST', entries, transfer)
    expect(movement).toMatchObject({ type: 'transfer', reason })
    const correction = await byTwo('POST', entries, { type: 'correction', movement_id: movement.id })
    expect(correction.movement.reverses).toBe(movement.id)
    const redemption = { type: 'redemption', from_user_id: user.id, units: '1', amount: '1.00' }
    expect((await byTwo('POST', entries, redemption)).movement.type).toBe('redemption')
  })

  test('shows the approver the standing of both holders and their units before and after', async () => {
    await issueUnits(app.db, token.id, { [user.id]: '10' })
    const entries = `/register/${path}/entries`
    const transfer = { type: 'transfer', from_user_id: user.id, to_user_id: holder.id, units: '4', reason }
    const proposed = await call(first, 'POST', entries, transfer)
    await app.sql`update users set is_active = false where id = ${holder.id}`
    const { body } = await call(second, 'GET', `/approvals/${proposed.body.approval.id}`)
    expect(body.approval.people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: user.id, is_active: true, is_verified: true, by_hand: true }),
        expect.objectContaining({ id: holder.id, is_active: false, screening: 'off' }),
      ]),
    )
    const [from, to] = [user.id, holder.id].map((id) =>
      body.approval.holdings.find((one: { user_id: number }) => one.user_id === id),
    )
    expect(from).toMatchObject({ symbol: token.symbol, units: '10.000000', units_after: '6.000000' })
    expect([to.units_after - to.units]).toEqual([4])
    await withdraw(proposed)
    const { body: later } = await call(second, 'GET', `/approvals/${proposed.body.approval.id}`)
    expect(later.approval.holdings).toEqual([])
  })

  test('a transfer names its holders, and is outdated once they cannot make it', async () => {
    await issueUnits(app.db, token.id, { [user.id]: '10' })
    const entries = `/register/${path}/entries`
    const transfer = { type: 'transfer', from_user_id: user.id, to_user_id: holder.id, units: '8', reason }
    const [one, other] = [
      await call(first, 'POST', entries, transfer),
      await call(first, 'POST', entries, transfer),
    ]
    expect((await decide(one.body.approval.id)).status).toBe(200)
    expect((await decide(other.body.approval.id)).body.code).toBe('stale_write')
    const { body } = await call(first, 'GET', `/approvals/${other.body.approval.id}`)
    expect(body.approval).toMatchObject({
      state: 'stale',
      people: expect.arrayContaining([
        expect.objectContaining({ id: holder.id, name: 'Test Investor', is_verified: true }),
      ]),
    })
  })

  test('need approval for a distribution; a dry run does not', async () => {
    await issueUnits(app.db, token.id, { [user.id]: '10' })
    const body = { record_date: getDayFromNow(0), amount_per_unit: '1.5' }
    const distributions = `/register/${path}/distributions`
    const planned = await call(first, 'POST', distributions, { ...body, reason, dry_run: true })
    expect([planned.status, planned.body.total]).toEqual([201, '15.00'])
    expect((await byTwo('POST', distributions, body)).total).toBe('15.00')
    const { id } = await createDistribution(app.db, { token_id: token.id, user_id: user.id })
    const { distribution } = await byTwo('POST', `${distributions}/${id}/reversal`, {})
    expect(distribution.reversal.reason).toBe(reason)
  })

  test('need approval to be valued', async () => {
    const body = { low: '1.00', preferred: '2.00', high: '3.00', as_of: getDayFromNow(0), method: 'Model' }
    const { valuation } = await byTwo('POST', `/series/${path}/valuations`, body)
    expect(valuation.preferred).toBe('2.00')
  })

  test.each([
    ['12.00', undefined],
    ['8.00', undefined],
    ['12.01', '20.1%'],
    ['1000.00', '9900.0%'],
    ['7.99', '-20.1%'],
  ])(
    'are offered at %s against a unit value of 10.00 by two, who see a deviation of %s',
    async (unit_price, price_deviation) => {
      const { id: token_id } = await createToken(app.db, {})
      await createAttestation(app.db, { token_id, units_held: '1000' })
      await createValuation(app.db, { token_id, low: '9.00', preferred: '10.00', high: '11.00' })
      const { id } = await createOffering(app.db, { token_id, state: 'draft', unit_price })
      const opened = await call(first, 'PUT', `/offerings/${id}`, { state: 'open', reason })
      expect(opened.status, opened.text).toBe(202)
      const { approval } = (await call(second, 'GET', `/approvals/${opened.body.approval.id}`)).body
      expect(approval.after).toMatchObject({ unit_price, opens: true })
      expect(approval.after.price_deviation).toBe(price_deviation)
      expect((await decide(opened.body.approval.id)).body.result.offering.state).toBe('open')
    },
  )

  test('keep their terms, once investors have seen them, until two agree on others', async () => {
    const { id: token_id } = await createToken(app.db, {})
    await createAttestation(app.db, { token_id, units_held: '1000' })
    const { id } = await createOffering(app.db, { token_id, state: 'draft' })
    const change = (body: object) => call(first, 'PUT', `/offerings/${id}`, { ...body, reason })
    expect((await change({ terms: 'Redemption yearly.' })).status).toBe(200)
    expect((await decide((await change({ state: 'open' })).body.approval.id)).status).toBe(200)
    const moved = await change({ closes_at: '2031-05-06T00:00:00.000Z' })
    expect(moved.status).toBe(202)
    expect((await decide(moved.body.approval.id)).body.result.offering.closes_at).toBe(
      '2031-05-06T00:00:00.000Z',
    )
    const proposed = await change({ terms: 'Redemption daily, at cost.' })
    expect(proposed.status, proposed.text).toBe(202)
    const [stored] = await app.sql`select terms from offerings where id = ${id}`
    expect(stored?.terms).toBe('Redemption yearly.')
    expect((await decide(proposed.body.approval.id)).body.result.offering.terms).toBe(
      'Redemption daily, at cost.',
    )
  })

  test('are never offered in another state than open: neither added as closed nor paused before they were open', async () => {
    const { id: token_id, symbol } = await createToken(app.db, {})
    await createAttestation(app.db, { token_id, units_held: '1000' })
    const terms = {
      ...{ opens_at: getDayFromNow(-9), closes_at: getDayFromNow(9), unit_price: '99.00', minimum: '1.00' },
      ...{ maximum: '1000.00', cap_units: '100', terms: 'Pay here' },
    }
    for (const state of ['closed', 'paused']) {
      const added = await call(first, 'POST', `/series/${symbol}/offerings`, { ...terms, state, reason })
      expect([added.status, added.body.details[0].path]).toEqual([422, '/state'])
    }
    const { id } = await createOffering(app.db, { token_id, state: 'draft' })
    for (const state of ['closed', 'paused']) {
      const changed = await call(first, 'PUT', `/offerings/${id}`, { state, reason })
      expect([changed.status, changed.body.error]).toEqual([409, 'A draft can only be opened or discarded.'])
    }
  })

  test('become public as they were requested: with other facts or documents the request is outdated', async () => {
    const { id, symbol } = await createToken(app.db, { is_active: false })
    const code = encodeURIComponent(symbol)
    expect((await call(first, 'PUT', `/series/${code}`, { is_illustrative: true })).status).toBe(200)
    const show = async () =>
      (await call(first, 'PATCH', `/tokens/${id}/status`, { is_active: true, reason })).body.approval.id
    const request = await show()
    const { approval } = (await call(second, 'GET', `/approvals/${request}`)).body
    expect(approval.after.publishes).toMatchObject({ is_illustrative: true, documents: [] })
    expect((await call(first, 'PUT', `/series/${code}`, { is_illustrative: false })).status).toBe(200)
    expect((await decide(request)).body.code).toBe('stale_write')
    expect((await decide(await show())).body.result.token.is_active).toBe(true)
  })

  test('become public as they were requested, also if facts and category change during the approval', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id: category_id } = await createCategory(app.db)
      const { id, symbol } = await createToken(app.db, { is_active: false, category_id })
      const [category] = await app.sql`select name from token_categories where id = ${category_id}`
      const code = encodeURIComponent(symbol)
      await call(first, 'PUT', `/series/${code}`, { custodian: 'Approved', reason })
      const shown = await call(first, 'PATCH', `/tokens/${id}/status`, { is_active: true, reason })
      await Promise.all([
        decide(shown.body.approval.id),
        call(first, 'PUT', `/series/${code}`, { custodian: 'Another', reason }),
        call(first, 'PUT', `/tokens/categories/${category_id}`, { name: `Other ${category_id}`, reason }),
      ])
      const { token } = (await call(first, 'GET', `/series/${code}`)).body
      if (!token.is_active) continue
      const [facts] = await app.sql`select custodian from series where token_id = ${id}`
      expect([facts?.custodian, token.category]).toEqual(['Approved', category?.name])
    }
  })

  describe('need approval to be attested', () => {
    const PDF = '%PDF-1.7\nstartxref\n0\n%%EOF'
    const upload = (key?: string) => {
      const raw = new FormData()
      const fields = {
        units_held: '900',
        as_of: getDayFromNow(0),
        expires: getDayFromNow(90),
        auditor: 'A',
        reason,
      }
      for (const [name, value] of Object.entries(fields)) raw.append(name, value)
      raw.append('file', new Blob([PDF]), 'Statement.pdf')
      const headers = { ...first.headers, ...(key && { 'idempotency-key': key }) }
      return app.call('POST', `${app.adm}/series/${path}/attestations`, { headers, raw })
    }
    const stored = async () => (await readdir(app.uploads)).filter((name) => name.startsWith('approval-'))

    test('with the file, which is stored with the request', async () => {
      const before = (await stored()).length
      const proposed = await upload()
      expect(proposed.status).toBe(202)
      const { id } = proposed.body.approval
      expect(await app.sql`select from series_attestations where token_id = ${token.id}`).toHaveLength(1)
      expect(await stored()).toHaveLength(before + 1)
      const { body } = await call(second, 'GET', `/approvals/${id}`)
      expect(body.approval).toMatchObject({
        has_file: true,
        file: { name: 'Statement.pdf', size: PDF.length },
      })
      const file = await call(second, 'GET', `/approvals/${id}/file`)
      expect([file.status, file.text]).toEqual([200, PDF])
      // A pending file is referenced, so the cleanup keeps it.
      await deleteOrphanedUploads(`${app.uploads}/.arriving`, Date.now() + 3 * 86_400_000)
      const { result } = (await decide(id)).body
      expect(result.attestation).toMatchObject({ units_held: '900.000000', file_size: PDF.length })
      expect((await app.fetch(new Request(`http://localhost${result.attestation.url}`))).status).toBe(200)
      await expect.poll(stored).toHaveLength(before)
      expect((await call(second, 'GET', `/approvals/${id}/file`)).status).toBe(404)
    })

    test('and a rejected one leaves no file; nor does a repeat', async () => {
      const before = (await stored()).length
      const [one, other] = [await upload('same'), await upload('same')]
      expect([other.status, other.body]).toEqual([202, one.body])
      expect(await stored()).toHaveLength(before + 1)
      await call(second, 'PUT', `/approvals/${one.body.approval.id}`, { action: 'refuse', reason: 'No seal' })
      await expect.poll(stored).toHaveLength(before)
    })
  })
})

describe('the watchlist', () => {
  const upload = (name: string) => {
    const raw = new FormData()
    raw.append('reason', reason)
    raw.append('file', new Blob([`name,birth date,list,entry id\n${name},,EU,1`]), `${name}.csv`)
    return app.call('POST', `${app.adm}/screening/list`, { headers: first.headers, raw })
  }
  const names = async () =>
    (await app.sql<{ name: string }[]>`select name from screening_names`).map(({ name }) => name)

  test('is replaced by two, one at a time', async () => {
    const one = await upload('Listed One')
    expect([one.status, await names()]).toEqual([202, []])
    const { approval } = (await call(second, 'GET', `/approvals/${one.body.approval.id}`)).body
    expect(approval).toMatchObject({
      has_file: true,
      file: { name: 'Listed One.csv' },
      concerns: ['screening_list:1'],
    })
    const operator = await app.signInAdmin({ roles: ['operator'] })
    const tried = await call(operator, 'PUT', `/approvals/${approval.id}`, { action: 'approve' })
    expect(tried.status).toBe(404)
    const { result } = (await decide(approval.id)).body
    expect(result.screening).toMatchObject({ source: 'list', entries: 1, filename: 'Listed One.csv' })
    const { screening } = (await call(second, 'GET', '/screening/hits')).body
    expect(screening).toMatchObject({
      uploaded_by: first.admin.username,
      approved_by: second.admin.username,
    })
    const decided = (await call(second, 'GET', `/approvals/${approval.id}`)).body.approval
    expect([screening.uploaded_at, screening.approved_at]).toEqual([decided.proposed_at, decided.decided_at])
    expect(screening.uploaded_at).not.toBe(screening.approved_at)
    const third = await upload('Listed Third')
    const fourth = await upload('Listed Fourth')
    expect([fourth.status, fourth.body.error]).toEqual([
      409,
      expect.stringContaining(`approval request ${third.body.approval.id}`),
    ])
    expect((await decide(third.body.approval.id)).status).toBe(200)
    expect(await names()).toEqual(['Listed Third'])
  })
})

describe('a requested watchlist', () => {
  // No one is screened against it in the tests below.
  afterAll(() => app.sql`delete from screening_lists`)
  const upload = (lines: readonly string[]) => {
    const raw = new FormData()
    raw.append('reason', reason)
    raw.append('file', new Blob([['name,birth date,list,entry id', ...lines].join('\n')]), 'eu.csv')
    return app.call('POST', `${app.adm}/screening/list`, { headers: first.headers, raw })
  }
  const take = async (lines: readonly string[]) => decide((await upload(lines)).body.approval.id)
  const people = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `Listed ${from + at},,EU,${from + at}`)

  test('shows how many names are added and removed, and the first fifty of each', async () => {
    await take(people(0, 60))
    const { id } = (await upload([...people(2, 61), 'Changed One,1962,EU,1'])).body.approval
    const { approval } = (await call(second, 'GET', `/approvals/${id}`)).body
    expect(approval.list_changes).toMatchObject({
      added: {
        count: 2,
        names: [{ name: 'Listed 60' }, { name: 'Changed One', birth_date: '1962', entry_id: '1' }],
      },
      removed: { count: 2, names: [{ name: 'Listed 0' }, { name: 'Listed 1' }] },
    })
    const listed = (await call(second, 'GET', '/approvals?state=waiting')).body.approvals
    expect(listed.find((one: { id: number }) => one.id === id).list_changes).toEqual(approval.list_changes)
    expect((await decide(id)).status).toBe(200)
    const many = (await upload(people(100, 160))).body.approval
    const { list_changes } = (await call(second, 'GET', `/approvals/${many.id}`)).body.approval
    expect([list_changes.added.count, list_changes.added.names.length]).toEqual([60, 50])
    expect((await decide(many.id)).status).toBe(200)
    const decided = (await call(second, 'GET', `/approvals/${many.id}`)).body.approval
    expect(decided.list_changes).toEqual(list_changes)
  })
})

describe('verification by hand', () => {
  test('needs approval, unlike activating an account', async () => {
    const { id } = await createUser(app.db)
    expect((await call(first, 'PUT', `/users/${id}/status`, { is_active: false })).status).toBe(200)
    const result = await byTwo('PUT', `/users/${id}/verification`, { is_verified: true })
    expect(result.user.is_verified).toBe(true)
    // Already in this state: nothing changes, and nothing is requested.
    expect((await call(first, 'PUT', `/users/${id}/verification`, { is_verified: true })).status).toBe(200)
  })

  test('of many accounts needs approval, with every row before and after', async () => {
    const ids = [await createUser(app.db), await createUser(app.db)].map(({ id }) => id)
    const off = await call(first, 'POST', '/users/bulk', { ids, is_active: false, reason })
    expect(off.status).toBe(202)
    expect((await decide(off.body.approval.id)).body.result.updated).toBe(2)
    const proposed = await call(first, 'POST', '/users/bulk', {
      ids,
      is_verified: true,
      is_active: true,
      reason,
    })
    const { approval } = (await call(second, 'GET', `/approvals/${proposed.body.approval.id}`)).body
    expect(approval.rows).toBe(2)
    expect(approval.changes).toHaveLength(2)
    expect(approval.concerns.sort()).toEqual(ids.map((id) => `user:${id}`).sort())
    // An administrator who may only activate accounts may not approve it.
    const operator = await app.signInAdmin({ roles: ['operator'] })
    const tried = await call(operator, 'PUT', `/approvals/${approval.id}`, { action: 'approve' })
    expect(tried.status).toBe(403)
    expect((await decide(approval.id)).body.result.updated).toBe(2)
  })

  test('is outdated when the account was changed in the meantime', async () => {
    const { id } = await createUser(app.db)
    const { body } = await call(first, 'PUT', `/users/${id}/verification`, { is_verified: true, reason })
    await call(first, 'PUT', `/users/${id}/status`, { is_active: false })
    expect((await decide(body.approval.id)).body.code).toBe('conflict')
    const { approval } = (await call(second, 'GET', `/approvals/${body.approval.id}`)).body
    expect(approval.state).toBe('stale')
  })
})

describe('administrators', () => {
  const account = {
    username: 'third',
    email: 'third@lodefield.example',
    roles: ['owner'],
    password: 'Quartz-vein-42!',
  }

  test('need two owners to be created, given roles, disabled or deleted', async () => {
    const { administrator } = await byTwo('POST', '/administrators', account)
    expect(administrator).toMatchObject({ username: 'third', roles: ['owner'] })
    const path = `/administrators/${administrator.id}`
    const changed = await byTwo('PUT', path, { roles: ['support'] })
    expect(changed.administrator.roles).toEqual(['support'])
    expect((await byTwo('PUT', path, { is_active: false })).administrator.is_active).toBe(false)
    expect(await byTwo('DELETE', path, {})).toEqual({ success: true })
    expect(
      (await call(first, 'PUT', `/administrators/${first.admin.id}`, { roles: ['support'], reason })).status,
    ).toBe(403)
  })

  test('are not created with a name or email that is taken, of a deleted account, or requested and approved in the meantime', async () => {
    const make = (username: string, email = `${username}@names.example`) =>
      call(first, 'POST', '/administrators', { username, email, roles: ['support'], reason })
    const taken = await app.signInAdmin()
    const deleted = await app.signInAdmin()
    await app.sql`update admins set is_active = false, deleted_at = now() where id = ${deleted.admin.id}`
    const refusals = [
      await make(taken.admin.username.toUpperCase()),
      await make('another', taken.admin.email),
      await make(deleted.admin.username),
    ]
    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'This username is already in use'],
      [409, 'This email is already in use'],
      [409, expect.stringContaining('belonged to a deleted administrator')],
    ])
    const proposals = [await make('twice'), await make('twice')]
    expect(proposals.map(({ status }) => status)).toEqual([202, 202])
    const [one, other] = await Promise.all(proposals.map(({ body }) => decide(body.approval.id)))
    expect([one?.status, other?.status].sort()).toEqual([200, 409])
    await app.sql`update approvals set state = 'withdrawn', decided_at = now() where state = 'waiting'`
  })

  test('have no password in the request that creates them', async () => {
    const proposed = await call(first, 'POST', '/administrators', {
      ...account,
      username: 'fourth',
      email: 'f@lodefield.example',
      reason,
    })
    expect(proposed.status).toBe(202)
    const rows = await app.sql`select * from approvals where id = ${proposed.body.approval.id}`
    expect(JSON.stringify(rows)).not.toContain(account.password)
    await decide(proposed.body.approval.id)
    const signedIn = await app.call('POST', '/auth/login', {
      headers: { 'x-admin-path': app.adminPath },
      body: { username: 'fourth', password: account.password },
    })
    expect(signedIn.status).toBe(200)
    await app.sql`update admins set is_active = false where username = 'fourth'`
  })

  test('do not approve a change of their own roles', async () => {
    const path = `/administrators/${second.admin.id}`
    const proposed = await call(first, 'PUT', path, { roles: ['owner', 'compliance'], reason })
    expect((await decide(proposed.body.approval.id)).status).toBe(403)
  })
})

describe('a deactivated account', () => {
  const setActive = (who: typeof first, is_active: boolean) =>
    call(who, 'PUT', `/users/${user.id}/status`, { is_active, reason })

  test('is activated alone by whoever deactivated it, and by others only with a second administrator', async () => {
    await setActive(second, false)
    const operator = await app.signInAdmin({ roles: ['operator'] })
    await withdraw(await setActive(first, true))
    const { status, body } = await setActive(operator, true)
    expect(status).toBe(202)
    const other = await app.signInAdmin({ roles: ['operator'] })
    const decided = await call(other, 'PUT', `/approvals/${body.approval.id}`, { action: 'approve' })
    expect(decided.status, 'the approver must be able to verify').toBe(403)
    expect((await decide(body.approval.id)).body.result.user.is_active).toBe(true)
    await setActive(second, false)
    expect((await setActive(second, true)).status).toBe(200)
  })

  test('is activated only with a second administrator if a colleague deactivated it again', async () => {
    await setActive(first, false)
    expect((await setActive(second, false)).status).toBe(200)
    const entries = await app.sql`
      select admin_id from audit_log where action = 'user.disable' and entity_id = ${String(user.id)} order by id`
    expect(entries.map(({ admin_id }) => admin_id)).toEqual([first.admin.id, second.admin.id])
    await withdraw(await setActive(first, true))
    await withdraw(await call(first, 'POST', '/users/bulk', { ids: [user.id], is_active: true, reason }))
  })

  test('loses cash only with a second administrator, whoever deactivated it', async () => {
    const { id } = await createTransaction(app.db, { user_id: user.id, amount: '100.00' })
    await setActive(first, false)
    const book = (more: object) =>
      call(first, 'POST', `/user/${user.id}/transactions`, {
        ...deposit('1.00'),
        date: getDayFromNow(0),
        ...more,
      })
    await withdraw(await book({ type: 'withdrawal', reason }))
    await withdraw(await book({ type: 'fee', amount: '2.00', reason }))
    await withdraw(await call(first, 'PUT', `/transactions/${id}`, { amount: '99.99', reason }))
    await withdraw(await call(first, 'DELETE', `/transactions/${id}`, { reason }))
    expect((await book({})).status, 'money coming in').toBe(201)
    const { status, body } = await book({ type: 'withdrawal' })
    expect([status, body.error]).toEqual([422, expect.stringContaining('cash of a deactivated account')])
  })
})

test('an account that shows money or was verified needs approval to be deleted, an empty one does not', async () => {
  const drop = async (id: number) => (await call(first, 'DELETE', `/users/${id}`, { reason })).status
  const rich = await createUser(app.db)
  await createTransaction(app.db, { user_id: rich.id, type: 'deposit', amount: '1.00', status: 'pending' })
  const verified = await createUser(app.db, { is_verified: true })
  const empty = await createUser(app.db)
  expect([await drop(rich.id), await drop(verified.id), await drop(empty.id)]).toEqual([202, 202, 200])
  const listed = await call(first, 'GET', `/users/${rich.id}`)
  expect(listed.body.user.email).toBe(rich.email)
})

test('an account that still shows money is gone once a second administrator agrees', async () => {
  const rich = await createUser(app.db)
  await createPortfolio(app.db, { user_id: rich.id, total_value: '30000.00', is_recorded: true })
  expect(await byTwo('DELETE', `/users/${rich.id}`, {})).toEqual({ success: true })
  expect((await call(first, 'GET', `/users/${rich.id}`)).status).toBe(404)
})

test('figures of an activity above the limit need approval', async () => {
  const post = (more: object) =>
    call(first, 'POST', '/recent-activities', {
      user_id: user.id,
      description: 'Interest',
      type: 'investment',
      activity_date: '2026-03-02',
      net_growth: '1.00',
      balance: '100.00',
      reason,
      ...more,
    })
  const small = await post({})
  expect(small.status).toBe(201)
  expect([
    (await post({ balance: '99999999.00' })).status,
    (await post({ net_growth: '-10000.01' })).status,
  ]).toEqual([202, 202])
  const path = `/recent-activities/${small.body.activity.id}`
  expect((await call(first, 'PUT', path, { balance: '10100.01', reason })).status).toBe(202)
  expect((await call(first, 'DELETE', path, { reason })).status).toBe(200)
})

describe('an investor with a confirmed match', () => {
  const match = { state: 'match' as const, reason: 'Same passport', decided_at: new Date() }

  test('needs approval to be verified', async () => {
    const { id } = await createUser(app.db)
    await setVerification(app.db, id, { state: 'in_review', submitted_at: new Date() })
    await createScreeningMatch(app.db, { user_id: id, ...match })
    await app.db
      .insert(verificationDecisions)
      .values(listItems('person').map((item) => ({ user_id: id, item, decision: 'accepted' as const })))
    const verification = await byTwo('PUT', `/verifications/${id}`, {
      action: 'verify',
      verified_until: getDayFromNow(300),
    })
    expect(verification.verification).toMatchObject({ state: 'verified', is_verified: true })
  })

  test('needs approval for a token request', async () => {
    const { id } = await createUser(app.db, { is_verified: true })
    const portfolio = await createPortfolio(app.db, { user_id: id, pending_investments: '$WITGOLD' })
    await createScreeningMatch(app.db, { user_id: id, ...match })
    const path = `/portfolio/${id}/pending-token`
    const unexplained = await call(first, 'PUT', path, { action: 'approve' })
    expect([unexplained.status, unexplained.body.details]).toEqual([
      422,
      [{ path: '/reason', message: expect.stringContaining('confirmed watchlist match') }],
    ])
    const other = await createUser(app.db, { is_verified: true })
    await createPortfolio(app.db, { user_id: other.id, pending_investments: '$WITGOLD' })
    await createScreeningMatch(app.db, { user_id: other.id, ...match })
    const ofOther = `/portfolio/${other.id}/pending-token`
    const proposed = await call(first, 'PUT', ofOther, { action: 'approve', reason })
    expect((await call(second, 'PUT', ofOther, { action: 'reject', reason: 'Closed' })).status).toBe(200)
    const left = await call(second, 'GET', `/approvals/${proposed.body.approval.id}`)
    expect(left.body.approval.state).toBe('stale')
    const decided = await byTwo('PUT', path, { action: 'approve' })
    expect(decided.portfolio).toMatchObject({ pending_investments: 'none', active_investments: 1 })
    const [entry] = await app.sql`select before, after from audit_log
      where action = 'investment.approve' and entity_id = ${String(portfolio.id)}`
    expect(entry).toMatchObject({
      before: { pending_investments: '$WITGOLD' },
      after: { token: '$WITGOLD', on_list: expect.any(String), reason },
    })
    const told = await app.sql`select message from notifications where user_id = ${id}`
    expect(told.map(({ message }) => message).join(' ')).not.toContain(reason)
  })

  test('needs approval for clearing the match, but not for confirming it', async () => {
    const hit = await createScreeningMatch(app.db, { user_id: user.id, ...match })
    const path = `/screening/hits/${hit.id}`
    const taken = await byTwo('PUT', path, { decision: 'no_match' })
    expect(taken.hit.state).toBe('no_match')
    expect((await call(first, 'PUT', path, { decision: 'match', reason })).status).toBe(200)
  })

  test('needs approval to clear a match with a high score, but not one below', async () => {
    const decide = async (score: number, decision: string) => {
      const hit = await createScreeningMatch(app.db, { user_id: user.id, score })
      const { status } = await call(first, 'PUT', `/screening/hits/${hit.id}`, { decision, reason })
      const [row] = await app.sql`select state from screening_hits where id = ${hit.id}`
      await app.sql`delete from screening_hits where id = ${hit.id}`
      return [status, row?.state]
    }
    expect(await decide(100, 'no_match')).toEqual([202, 'open'])
    expect(await decide(95, 'no_match')).toEqual([202, 'open'])
    expect(await decide(94, 'no_match')).toEqual([200, 'no_match'])
    expect(await decide(100, 'match')).toEqual([200, 'match'])
  })
})

describe('the rule rests', () => {
  test('while fewer than two active administrators could approve, and a reason is then optional', async () => {
    await running.close()
    running = await startTestApp({ DUAL_APPROVAL: 'on' })
    const alone = running
    const as = panelCalls(alone)
    const owner = await alone.signInAdmin()
    const other = await alone.signInAdmin({ roles: ['compliance', 'auditor', 'support'] })
    const asleep = await alone.signInAdmin({ is_active: false })
    const { id } = await createUser(alone.db)
    const body = { type: 'deposit', amount: '999999.00', date: '2026-03-02' }
    const post = () => as(owner, 'POST', `/user/${id}/transactions`, body)
    const rests = async () => (await as(owner, 'GET', '/approvals')).body.two_pairs.rests_for
    expect([(await post()).status, await rests()]).toEqual([201, ['money', 'publish', 'administer']])
    // Compliance could approve what it may do itself.
    const verified = await as(other, 'PUT', `/users/${id}/verification`, { is_verified: true, reason })
    expect(verified.status).toBe(202)
    await alone.sql`update admins set is_active = true where id = ${asleep.admin.id}`
    expect([(await post()).status, await rests()]).toEqual([422, []])
  })
})

test('with DUAL_APPROVAL=off every write is made by one administrator', async () => {
  await running.close()
  running = await startTestApp({ DUAL_APPROVAL: 'off' })
  const alone = running
  const as = panelCalls(alone)
  const owner = await alone.signInAdmin()
  await alone.signInAdmin()
  const { id } = await createUser(alone.db)
  const body = { type: 'deposit', amount: '999999.00', date: '2026-03-02' }
  expect((await as(owner, 'POST', `/user/${id}/transactions`, body)).status).toBe(201)
  expect((await as(owner, 'GET', '/approvals')).body.two_pairs).toEqual({ is_on: false, rests_for: [] })
})
