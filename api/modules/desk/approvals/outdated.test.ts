import { afterAll, expect, test } from 'vitest'
import { createToken, createTransaction, createUser } from '#db/seed/factories'
import { createAttestation, createDistribution, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import { startApprovalTest } from '#testing/approvals'

const { app, first, second, call, propose, approve } = await startApprovalTest()
afterAll(() => app.close())

/** Expects that an approval writes nothing and closes the request with this reason. */
async function expectOutdated(id: number, why: string): Promise<void> {
  const tried = await approve(id)
  expect([tried.status, tried.body.code]).toEqual([409, 'stale_write'])
  expect(tried.body.error).toContain(why)
  const { approval } = (await call(first, 'GET', `/approvals/${id}`)).body
  expect([approval.state, approval.decision_reason]).toEqual(['stale', expect.stringContaining(why)])
}

const holder = () => createUser(app.db, { is_verified: true })

async function held(units: string) {
  const [token, user] = [await createToken(app.db), await holder()]
  await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
  await issueUnits(app.db, token.id, { [user.id]: units })
  return { token, user, path: `/register/${encodeURIComponent(token.symbol)}` }
}

test('a distribution is outdated once the register has changed', async () => {
  const { token, path } = await held('10')
  const body = { record_date: getDayFromNow(0), amount_per_unit: '1.5' }
  const plan = (
    await call(first, 'POST', `${path}/distributions`, { ...body, reason: 'A draft', dry_run: true })
  ).body
  const id = await propose('POST', `${path}/distributions`, { ...body, head: plan.head })
  await issueUnits(app.db, token.id, { [(await holder()).id]: '3' })
  await expectOutdated(id, 'The register has changed')
})

test('a distribution without a head is outdated once a transfer is approved, and can be approved while nothing moves', async () => {
  const { token, user, path } = await held('10')
  const other = await holder()
  await issueUnits(app.db, token.id, { [other.id]: '3' })
  const body = { record_date: getDayFromNow(0), amount_per_unit: '1.5' }
  // The same holders, units and total as before it.
  const transfer = { type: 'transfer', from_user_id: user.id, to_user_id: other.id, units: '4' }
  const id = await propose('POST', `${path}/distributions`, body)
  expect((await approve(await propose('POST', `${path}/entries`, transfer))).status).toBe(200)
  await expectOutdated(id, 'has changed since this request')
  expect((await call(first, 'GET', `${path}/distributions`)).body.distributions).toEqual([])
  const again = await approve(await propose('POST', `${path}/distributions`, body))
  expect([again.status, again.body.result?.lines], again.text).toMatchObject([
    200,
    [
      { user_id: other.id, amount: '10.50' },
      { user_id: user.id, amount: '9.00' },
    ],
  ])
})

test('a transfer is outdated once its holder has fewer units', async () => {
  const { user, path } = await held('10')
  const transfer = { type: 'transfer', from_user_id: user.id, to_user_id: (await holder()).id, units: '8' }
  const [one, other] = [
    await propose('POST', `${path}/entries`, transfer),
    await propose('POST', `${path}/entries`, transfer),
  ]
  expect((await approve(one)).status).toBe(200)
  await expectOutdated(other, 'This investor holds only 2 units of the series')
})

test('a correction is outdated once its movement is corrected', async () => {
  const { path } = await held('10')
  const { movements } = (await call(first, 'GET', `${path}/entries`)).body
  const correction = { type: 'correction', movement_id: movements[0].id }
  const [one, other] = [
    await propose('POST', `${path}/entries`, correction),
    await propose('POST', `${path}/entries`, correction),
  ]
  expect((await approve(one)).status).toBe(200)
  await expectOutdated(other, 'This movement has already been corrected')
})

test('the reversal of a distribution is outdated once a paid account is closed', async () => {
  const { token, user, path } = await held('10')
  const { id } = await createDistribution(app.db, { token_id: token.id, user_id: user.id })
  const proposal = await propose('POST', `${path}/distributions/${id}/reversal`)
  await app.sql`update users set deleted_at = now() where id = ${user.id}`
  await expectOutdated(proposal, 'no longer has an account')
})

test('a deposit is outdated once its investor is deleted', async () => {
  const { id } = await holder()
  const deposit = { type: 'deposit', amount: '50000.00', date: '2026-03-02' }
  const proposal = await propose('POST', `/user/${id}/transactions`, deposit)
  await app.sql`update users set deleted_at = now() where id = ${id}`
  await expectOutdated(proposal, 'Investor not found')
})

test('a request says that its record was changed by something one administrator may do alone', async () => {
  const { id } = await createTransaction(app.db, { user_id: (await holder()).id, amount: '10.00' })
  const proposal = await propose('PUT', `/transactions/${id}`, { amount: '20000.00' })
  expect((await call(second, 'PUT', `/transactions/${id}`, { description: 'Wire' })).status).toBe(200)
  const { approval } = (await call(first, 'GET', `/approvals/${proposal}`)).body
  expect(approval).toMatchObject({
    state: 'stale',
    decision_reason: 'The record has changed since this request was submitted.',
  })
})

test('a withdrawal that exceeds the cash stays open until the cash covers it', async () => {
  const { id } = await holder()
  await createTransaction(app.db, { user_id: id, amount: '20000.00' })
  const path = `/user/${id}/transactions`
  const withdrawal = { type: 'withdrawal', amount: '15000.00', date: getDayFromNow(0) }
  const [one, other] = [await propose('POST', path, withdrawal), await propose('POST', path, withdrawal)]
  expect((await approve(one)).status).toBe(200)
  expect((await approve(other)).body.code).toBe('insufficient_cash')
  await createTransaction(app.db, { user_id: id, amount: '20000.00' })
  expect((await approve(other)).status).toBe(200)
})
