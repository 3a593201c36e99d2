import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScreeningMatch, createToken, createTransaction, createUser } from '#db/seed/factories'
import { createAttestation, createValuation, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'

const reason = 'Asked for by the bank'
const date = getDayFromNow(0)
let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
let id: number
let deposit: number

const call = (method: string, path: string, body?: object) =>
  app.call(method, `${app.adm}${path}`, { headers: admin.headers, body })
const book = (body: object) => call('POST', `/user/${id}/transactions`, { date, ...body })
const confirmMatch = (user_id = id) =>
  createScreeningMatch(app.db, { user_id, state: 'match', reason: 'Same passport', decided_at: new Date() })
const cash = async (userId = id) => (await call('GET', `/users/${userId}/cash`)).body.balance

/** Each of these calls is rejected because of the hold. */
async function expectHeld(...calls: Promise<{ status: number; body: { code: string; error: string } }>[]) {
  for (const { status, body } of await Promise.all(calls)) {
    expect([status, body.code, body.error]).toEqual([
      409,
      'conflict',
      expect.stringContaining('watchlist match'),
    ])
  }
}

/** Every way in which an administrator can reduce the cash of the investor, who has a deposit and interest. */
function reduceCash(interest: number) {
  const path = `/transactions/${deposit}`
  return [
    call('PUT', path, { amount: '2.91', reason }),
    call('PUT', path, { fee: '0.01', reason }),
    call('PUT', path, { status: 'failed', reason }),
    call('PUT', path, { type: 'fee', reason }),
    call('DELETE', path, { reason }),
    call('DELETE', path),
    call('DELETE', `/transactions/${interest}`, { reason }),
    book({ type: 'fee', amount: '1.00', reason }),
    book({ type: 'deposit', amount: '50.00', fee: '50.00', reason }),
    book({ type: 'interest', amount: '50.00', fee: '0.01', status: 'pending', reason }),
    book({ type: 'transfer', amount: '1.00', fee: '1.00', reason }),
    book({ type: 'withdrawal', amount: '500.00', reason, allow_overdraft: true, confirm_amount: '500.00' }),
  ]
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

beforeEach(async () => {
  ;({ id } = await createUser(app.db, { is_verified: true }))
  ;({ id: deposit } = await createTransaction(app.db, { user_id: id, type: 'deposit', amount: '302.91' }))
})

describe('a confirmed watchlist match', () => {
  test('keeps every cent of the cash, whatever would reduce it', async () => {
    const { id: interest } = await createTransaction(app.db, {
      user_id: id,
      type: 'interest',
      amount: '5.00',
    })
    await confirmMatch()
    await expectHeld(...reduceCash(interest))
    expect(await cash()).toBe('307.91')
  })

  test('accepts money, and corrections that leave the cash as it is or raise it', async () => {
    await confirmMatch()
    const answers = await Promise.all([
      book({ type: 'deposit', amount: '10.00' }),
      call('PUT', `/transactions/${deposit}`, { description: 'Wire of March', reason }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    expect((await call('PUT', `/transactions/${deposit}`, { amount: '310.00', reason })).status).toBe(200)
    expect(await cash()).toBe('320.00')
  })

  test('keeps units and proceeds when movements are corrected and distributions reversed', async () => {
    const token = await createToken(app.db, {})
    await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
    await createValuation(app.db, { token_id: token.id })
    await issueUnits(app.db, token.id, { [id]: '100' })
    const other = await createUser(app.db, { is_verified: true })
    await issueUnits(app.db, token.id, { [other.id]: '100' })
    const on = `/register/${encodeURIComponent(token.symbol)}`
    const enter = async (body: object) => {
      const answer = await call('POST', `${on}/entries`, { reason, ...body })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.movement.id as number
    }
    const redemption = await enter({ type: 'redemption', from_user_id: id, units: '10', amount: '50.00' })
    const received = await enter({ type: 'transfer', from_user_id: other.id, to_user_id: id, units: '5' })
    const given = await enter({ type: 'transfer', from_user_id: id, to_user_id: other.id, units: '1' })
    await call('POST', `${on}/distributions`, {
      record_date: getDayFromNow(0),
      amount_per_unit: '0.10',
      reason,
    })
    const [paid] = await app.sql`select id from distributions where token_id = ${token.id}`
    const before = await cash()
    await confirmMatch()
    const correct = (movement_id: number) =>
      call('POST', `${on}/entries`, { type: 'correction', movement_id, reason })
    await expectHeld(
      correct(redemption),
      correct(received),
      call('POST', `${on}/distributions/${paid?.id}/reversal`, { reason }),
    )
    expect(await cash()).toBe(before)
    // Returning units to the match is a correction in their favor.
    expect((await correct(given)).status).toBe(201)
  })
})

test.each([
  [
    'an open watchlist match',
    'screening match',
    (user_id: number) => createScreeningMatch(app.db, { user_id, state: 'open' }),
  ],
  [
    'a disputed email address',
    'is disputed',
    (user_id: number) =>
      app.sql`insert into email_disputes (user_id, former_email, present_email, suspect_since)
        values (${user_id}, 'former@example.com', 'present@example.com', now())`,
  ],
])('the cash of an investor with %s cannot be reduced, and can be added to', async (_, why, stop) => {
  const { id: interest } = await createTransaction(app.db, { user_id: id, type: 'interest', amount: '5.00' })
  await stop(id)
  for (const { status, body } of await Promise.all(reduceCash(interest)))
    expect([status, body.error]).toEqual([409, expect.stringContaining(why)])
  expect((await book({ type: 'deposit', amount: '10.00' })).status).toBe(201)
  expect(await cash()).toBe('317.91')
})
