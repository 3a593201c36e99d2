import { afterAll, beforeEach, expect, test } from 'vitest'
import { createScreeningMatch, createToken, createUser } from '#db/seed/factories'
import { createAttestation, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import { startApprovalTest } from '#testing/approvals'

const { app, first, second, call, approve, byTwo } = await startApprovalTest()
afterAll(() => app.close())

const reason = 'The match was cleared'
let on: string
let listed: number
let other: number
let hit: number
let distribution: number

const clear = () => app.sql`update screening_hits set state = 'no_match' where id = ${hit}`
const pay = (user_id = listed) => call(first, 'POST', `${on}/${distribution}/held-back`, { user_id, reason })
const cash = async (id: number) => (await call(first, 'GET', `/users/${id}/cash`)).body.balance
const readBooked = async () => (await call(first, 'GET', on)).body.distributions[0]

/** A distribution of $100.00 to one investor, with another's $66.91 held back. */
beforeEach(async () => {
  const token = await createToken(app.db, {})
  await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
  ;[{ id: listed }, { id: other }] = [await createUser(app.db), await createUser(app.db)]
  await issueUnits(app.db, token.id, { [other]: '100', [listed]: '66.91' })
  const match = { user_id: listed, state: 'match', reason: 'Same passport', decided_at: new Date() } as const
  ;({ id: hit } = await createScreeningMatch(app.db, match))
  on = `/register/${encodeURIComponent(token.symbol)}/distributions`
  await byTwo('POST', on, { record_date: getDayFromNow(0), amount_per_unit: '1' })
  ;({ id: distribution } = await readBooked())
})

test('pays a held-back amount once, with dual approval, after the hold ends', async () => {
  expect(await readBooked()).toMatchObject({ total: '100.00', held_back_total: '66.91', holders: 1 })
  const held = await pay()
  expect([held.status, held.body.code]).toEqual([409, 'conflict'])
  await clear()
  await byTwo('POST', `${on}/${distribution}/held-back`, { user_id: listed })
  expect(await cash(listed)).toBe('66.91')
  expect(await readBooked()).toMatchObject({
    total: '166.91',
    held_back: [],
    held_back_total: '0.00',
    holders: 2,
  })
  const { transactions } = (await call(first, 'GET', `/user/${listed}/transactions`)).body
  expect(transactions).toMatchObject([
    { type: 'interest', amount: '66.91', part_of: { kind: 'distribution', id: distribution } },
  ])
  const again = await pay()
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
})

test("shows the approver how the share is made up, and the holder's cash now and after", async () => {
  await clear()
  const proposed = await pay()
  const { approval } = (await call(second, 'GET', `/approvals/${proposed.body.approval.id}`)).body
  expect(approval.cash).toMatchObject([{ user_id: listed, balance: '0.00', balance_after: '66.91' }])
  expect(approval.after).toMatchObject({
    ...{ record_date: getDayFromNow(0), units: '66.910000', amount_per_unit: '1.000000', amount: '66.91' },
  })
})

test('pays a share once when two callers pay simultaneously', async () => {
  await clear()
  const proposed = await pay()
  expect(proposed.status, proposed.text).toBe(202)
  // A second request for the same share is also pending: only one of the two is carried out.
  const twice = await call(second, 'POST', `${on}/${distribution}/held-back`, { user_id: listed, reason })
  const answers = await Promise.all([
    approve(proposed.body.approval.id),
    ...(twice.status === 202
      ? [call(first, 'PUT', `/approvals/${twice.body.approval.id}`, { action: 'approve' })]
      : []),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await cash(listed)).toBe('66.91')
})

test('pays nothing to others, to a closed account or from a reversed distribution', async () => {
  await clear()
  expect((await pay(other)).status).toBe(409)
  await byTwo('POST', `${on}/${distribution}/reversal`)
  expect((await pay()).status).toBe(409)
  expect(await cash(listed)).toBe('0.00')
})

test('reverses a share that was paid later together with the distribution', async () => {
  await clear()
  await byTwo('POST', `${on}/${distribution}/held-back`, { user_id: listed })
  expect((await call(first, 'GET', `${on}/${distribution}/reversal`)).body.amount).toBe('166.91')
  await byTwo('POST', `${on}/${distribution}/reversal`)
  expect([await cash(listed), await cash(other)]).toEqual(['0.00', '0.00'])
})

test('books nothing while the shares of all holders are held back', async () => {
  const token = await createToken(app.db, {})
  await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
  await issueUnits(app.db, token.id, { [listed]: '10' })
  const path = `/register/${encodeURIComponent(token.symbol)}/distributions`
  const terms = { record_date: getDayFromNow(0), amount_per_unit: '1', reason }
  expect((await call(first, 'POST', path, terms)).body.error).toContain('All shares would be held back')
})
