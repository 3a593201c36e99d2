import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createCallRequest,
  createChatSession,
  createOutboxEmail,
  createPortfolio,
  createScreeningMatch,
  createTicket,
  createToken,
  createTransaction,
  createUser,
} from '#db/seed/factories'
import { createAttestation, createSubscription, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import type { AdminRole } from '#shared/enums/accounts'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A day of UTC, so many days ago. */
const utcDay = (ago: number) => daysAgo(ago).toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('counts exactly the rows that exist, wait or are recent', async () => {
  const { headers } = await app.signInAdmin()
  const read = () => app.call('GET', `${app.adm}/stats`, { headers })
  const empty = await read()
  expect(empty.status).toBe(200)
  expect(empty.body).toEqual({
    stats: {
      users: 0,
      active_users: 0,
      verified_users: 0,
      pending_requests: 0,
      waiting_subscriptions: 0,
      stopped_series: 0,
      warned_series: 0,
      failed_mails: 0,
      failed_snapshots: 0,
      open_hits: 0,
      waiting_verifications: 0,
      expiring_verifications: 0,
      open_tickets: 0,
      waiting_calls: 0,
      open_chats: 0,
      deposits_30d: '0.00',
      deposits_days: { from: utcDay(29), to: utcDay(0) },
    },
  })

  const verified = await createUser(app.db, { is_verified: true })
  const inactive = await createUser(app.db, { is_active: false })
  await app.sql`insert into users (email, password_hash, first_name, last_name, deleted_at) values ('', '', '', '', now())`
  const token = await createToken(app.db)
  await createPortfolio(app.db, { user_id: verified.id, pending_investments: token.symbol })
  await createPortfolio(app.db, { user_id: inactive.id })
  for (const state of ['submitted', 'in_review', 'withdrawn'] as const) {
    await createSubscription(app.db, { state, user_id: verified.id })
  }
  const paid = await createTransaction(app.db, { user_id: verified.id, type: 'interest' })
  await createSubscription(app.db, { state: 'funded', user_id: verified.id, transaction_id: paid.id })
  for (const later of [
    { units_held: '9.999999', as_of: getDayFromNow(0) },
    { expires: getDayFromNow(-1), as_of: getDayFromNow(-1) },
    { expires: getDayFromNow(0) },
    undefined,
  ]) {
    const { id: token_id } = await createToken(app.db)
    await createAttestation(app.db, { token_id, as_of: getDayFromNow(-2) })
    await issueUnits(app.db, token_id, { [verified.id]: '10' })
    if (later) await createAttestation(app.db, { token_id, ...later })
  }
  const day = getDayFromNow(0)
  await app.sql`insert into proof_failures (day, after_number, code, reason) values
    (${day}, 0, 'limit', 'Counted'), (${day}, 0, 'missed', 'Not an attempt'), (${day}, 1, 'limit', 'Of another snapshot')`
  await createOutboxEmail(app.db, { status: 'failed' })
  await createOutboxEmail(app.db, { status: 'sent' })
  await createScreeningMatch(app.db, { user_id: verified.id })
  await createScreeningMatch(app.db, {
    user_id: verified.id,
    state: 'no_match',
    reason: 'Another birth date',
    decided_at: daysAgo(1),
  })
  await app.sql`update verifications set state = 'submitted', submitted_at = now() where user_id = ${inactive.id}`
  await app.sql`update verifications set state = 'verified', submitted_at = now(), decided_at = now(),
    verified_until = ${getDayFromNow(20)} where user_id = ${verified.id}`
  await createTicket(app.db)
  await createTicket(app.db, { status: 'closed' })
  await createCallRequest(app.db)
  await createCallRequest(app.db, { status: 'confirmed' })
  await createChatSession(app.db)
  await createChatSession(app.db, { status: 'closed' })
  const deposit = { user_id: verified.id, type: 'deposit', status: 'completed' } as const
  await createTransaction(app.db, { ...deposit, amount: '1250.10', transaction_date: daysAgo(1) })
  await createTransaction(app.db, { ...deposit, amount: '0.20', transaction_date: daysAgo(29) })
  await createTransaction(app.db, { ...deposit, amount: '7.00', transaction_date: daysAgo(31) })
  await createTransaction(app.db, {
    ...deposit,
    amount: '7.00',
    status: 'pending',
    transaction_date: daysAgo(1),
  })
  await createTransaction(app.db, { ...deposit, amount: '7.00', type: 'fee', transaction_date: daysAgo(1) })

  expect((await read()).body.stats).toEqual({
    users: 2,
    active_users: 1,
    verified_users: 1,
    pending_requests: 1,
    waiting_subscriptions: 3,
    stopped_series: 2,
    warned_series: 3,
    failed_mails: 1,
    failed_snapshots: 1,
    open_hits: 1,
    waiting_verifications: 1,
    expiring_verifications: 1,
    open_tickets: 1,
    waiting_calls: 1,
    open_chats: 1,
    deposits_30d: '1250.30',
    deposits_days: { from: utcDay(29), to: utcDay(0) },
  })
})

test('sums the deposits that the list of transactions has for the same days, type and status', async () => {
  const { headers } = await app.signInAdmin()
  const call = async (path: string) => (await app.call('GET', `${app.adm}${path}`, { headers })).body
  const gone = await createUser(app.db)
  const deposit = async (amount: string, transaction_date: string) =>
    createTransaction(app.db, {
      user_id: gone.id,
      type: 'deposit',
      status: 'completed',
      amount,
      transaction_date: new Date(transaction_date),
    })
  await deposit('0.01', `${utcDay(30)}T23:59:59.999Z`)
  await deposit('500.00', `${utcDay(29)}T00:00:00Z`)
  await deposit('20.00', `${utcDay(0)}T23:59:59.999Z`)
  await deposit('0.03', `${utcDay(-1)}T00:00:00Z`)
  await app.call('DELETE', `${app.adm}/users/${gone.id}`, { headers })
  const { deposits_30d, deposits_days } = (await call('/stats')).stats
  const { totals } = await call(
    `/transactions?type=deposit&status=completed&from=${deposits_days.from}&to=${deposits_days.to}`,
  )
  expect(totals.money_in).toBe(deposits_30d)
  expect(Number(deposits_30d)).toBeGreaterThanOrEqual(520)
  expect(deposits_30d).toMatch(/0$/)
})

test('leaves out the figures of sections that a role may not read', async () => {
  const readAs = async (role: AdminRole) => {
    const { headers } = await app.signInAdmin({ roles: [role] })
    return Object.keys((await app.call('GET', `${app.adm}/stats`, { headers })).body.stats)
  }
  const ofDesk = ['users', 'active_users', 'verified_users', 'open_tickets', 'waiting_calls', 'open_chats']
  expect((await readAs('support')).sort()).toEqual([...ofDesk].sort())
  for (const role of ['auditor', 'operator'] as const) {
    expect(await readAs(role)).toContain('deposits_30d')
    expect(await readAs(role), 'only those who decide hits see their number').not.toContain('open_hits')
  }
  for (const figure of ['open_hits', 'waiting_verifications', 'expiring_verifications']) {
    expect(await readAs('compliance')).toContain(figure)
    expect(await readAs('operator')).not.toContain(figure)
  }
})

test('is for administrators only', async () => {
  const investor = await app.signIn()
  expect((await app.call('GET', `${app.adm}/stats`)).status).toBe(401)
  expect((await app.call('GET', `${app.adm}/stats`, { headers: investor.headers })).status).toBe(403)
  const { headers } = await app.signInAdmin()
  expect((await app.call('GET', '/wrong-path-0123456789/admin/stats', { headers })).status).toBe(404)
})
