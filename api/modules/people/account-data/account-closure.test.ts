import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { acquireLease } from '#common/lease'
import { createScreeningMatch, createToken, createTransaction } from '#db/seed/factories'
import { createAttestation, createOffering, createSubscription, issueUnits } from '#db/seed/series-factories'
import { createScreener } from '#modules/compliance/screening/screening-job'
import { hashPassword } from '#modules/identity/session/passwords'
import { deleteExpiredRows } from '#modules/operations/expired-row-cleanup'
import { startTestApp, type TestApp } from '#testing/test-app'
import { closeDueAccounts } from './account-closure.ts'

const PASSWORD = 'Quartz-vein-42!'
let app: TestApp
let password_hash: string
beforeAll(async () => {
  app = await startTestApp({ CLOSURE_DAYS: '14' })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => app.close())

async function start() {
  const signed = await app.signIn({ password_hash, is_verified: true })
  const csrf = createCsrfToken(signed.session.id, app.config.TOKEN_SECRET)
  const headers = { ...signed.headers, 'x-csrf-token': csrf }
  return {
    ...signed,
    request: (current_password = PASSWORD) =>
      app.call('POST', '/user/closure', { headers, body: { current_password } }),
    subscribe: (body: object) => app.call('POST', '/user/subscriptions', { headers, body }),
    cancel: () => app.call('DELETE', '/user/closure', { headers }),
    read: async () => (await app.call('GET', '/user/closure', { headers })).body.closure,
    readObstacle: async () => (await app.call('GET', '/user/closure', { headers })).body.obstacle,
    profile: () => app.call('GET', '/user/profile', { headers }),
    /** Lets the waiting period pass. */
    wait: () => app.sql`update users set closes_at = now() where id = ${signed.user.id}`,
    mails: async () =>
      (await app.sql`select kind from outbox where recipient = ${signed.user.email} order by id`).map(
        ({ kind }) => kind,
      ),
  }
}
const log = { error: (line: unknown) => expect.unreachable(JSON.stringify(line)) } as unknown as Parameters<
  typeof closeDueAccounts
>[0]

async function giveUnits(userId: number) {
  const token = await createToken(app.db)
  await createAttestation(app.db, { token_id: token.id, units_held: '100000' })
  await issueUnits(app.db, token.id, { [userId]: '12.5' })
  return token
}

describe('the closing of an account', () => {
  test('waits fourteen days, is confirmed by email, and is shown in the profile', async () => {
    const investor = await start()
    expect(await investor.read()).toBeNull()
    const { status, body } = await investor.request()
    expect(status).toBe(202)
    const days = (Date.parse(body.closes_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.99)
    expect(days).toBeLessThanOrEqual(14)
    expect(await investor.read()).toEqual({ closes_at: body.closes_at, obstacle: '' })
    expect((await investor.profile()).body.user.closes_at).toBe(body.closes_at)
    expect(await investor.mails()).toEqual(['closure_requested'])
    await closeDueAccounts(log)
    expect((await investor.profile()).status).toBe(200)
  })

  test('is requested once, and can be cancelled while it is pending', async () => {
    const investor = await start()
    await investor.request()
    expect(await investor.request()).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await investor.cancel()).toMatchObject({ status: 200, body: { success: true } })
    expect(await investor.cancel()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await investor.read()).toBeNull()
    expect((await investor.profile()).body.user).not.toHaveProperty('closes_at')
    await investor.request()
    await investor.wait()
    await investor.cancel()
    await closeDueAccounts(log)
    expect((await investor.profile()).status).toBe(200)
  })

  test('rules out a new subscription', async () => {
    const investor = await start()
    const token = await createToken(app.db)
    await createAttestation(app.db, { token_id: token.id, units_held: '100000' })
    await createOffering(app.db, { token_id: token.id })
    expect((await investor.request()).status).toBe(202)
    const subscribe = () => investor.subscribe({ symbol: token.symbol, amount: '5000.00', acknowledged: [] })
    expect(await subscribe()).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('is scheduled for closure') },
    })
    await investor.cancel()
    expect((await subscribe()).status).toBe(201)
  })

  test('is rejected while there are units, open subscriptions or cash, which are named', async () => {
    const investor = await start()
    const { id: user_id } = investor.user
    await createTransaction(app.db, { user_id, amount: '1250.00' })
    const token = await createToken(app.db)
    const { id: offering_id } = await createOffering(app.db, { token_id: token.id })
    await createSubscription(app.db, { user_id, token_id: token.id, offering_id })
    const held = await giveUnits(user_id)
    const { status, body } = await investor.request()
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.error).toMatch(/^Your account cannot be closed while it has 12\.500000 units of \$/)
    expect(body.error).toContain(held.symbol)
    expect(body.error).toMatch(/open subscription S-\d{6}, and a cash balance of 1,250\.00 USD\. /)
    expect(body.error).toMatch(
      /Withdraw S-\d{6} first\. Ask our team to redeem or transfer the units and pay out the cash\.$/,
    )
    expect(await investor.read()).toBeNull()
  })

  test('explains what prevents it, and what to do, before it is requested', async () => {
    const investor = await start()
    expect(await investor.readObstacle()).toBe('')
    const token = await giveUnits(investor.user.id)
    expect(await investor.readObstacle()).toBe(
      `Your account cannot be closed while it has 12.500000 units of ${token.symbol}. Ask our team to redeem or transfer the units.`,
    )
    const { body } = await investor.request()
    expect(body.error).toBe(await investor.readObstacle())
  })

  test('does not suggest withdrawing a subscription that is paid', async () => {
    const investor = await start()
    const token = await createToken(app.db)
    const { id: offering_id } = await createOffering(app.db, { token_id: token.id })
    const { id: user_id } = investor.user
    const { id: transaction_id } = await createTransaction(app.db, { user_id, amount: '1000.00' })
    const paid = { state: 'funded', transaction_id } as const
    await createSubscription(app.db, { user_id, token_id: token.id, offering_id, ...paid })
    const obstacle = await investor.readObstacle()
    expect(obstacle).toMatch(/Ask our team to settle the paid subscription S-\d{6}/)
    expect(obstacle).not.toContain('Withdraw')
  })

  test('requires the password and a confirmation', async () => {
    const investor = await start()
    expect(await investor.request('Wrong-one-1!')).toMatchObject({
      status: 422,
      body: { details: [{ path: '/current_password' }] },
    })
    await app.sql`update sessions set confirmed_at = null where id = ${investor.session.id}`
    expect(await investor.request()).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
  })

  test('erases the personal data, ends the sessions, sends a last email and keeps the ledger', async () => {
    const investor = await start()
    const { id, email } = investor.user
    await createTransaction(app.db, { user_id: id, amount: '100.00' })
    await createTransaction(app.db, { user_id: id, type: 'withdrawal', amount: '100.00' })
    await investor.request()
    await investor.wait()
    await closeDueAccounts(log)
    await expect.poll(async () => (await investor.profile()).status).toBe(401)
    const [row] = await app.sql`select email, first_name, deleted_at, closes_at from users where id = ${id}`
    expect(row).toEqual({ email: '', first_name: '', deleted_at: expect.anything(), closes_at: null })
    expect(await app.sql`select id from transactions where user_id = ${id}`).toHaveLength(2)
    const [entry] = await app.sql`
      select admin_id, admin_name from audit_log where action = 'user.delete' and entity_id = ${String(id)}`
    expect(entry).toEqual({ admin_id: null, admin_name: 'account owner' })
    expect(await investor.mails()).toEqual(['account_closed'])
    await app.sql`update outbox set status = 'sent' where recipient = ${email}`
    await deleteExpiredRows(400)
    expect(await investor.mails()).toEqual([])
  })

  test('waits in silence while the owner has an open match or a confirmed one', async () => {
    const investor = await start()
    const hit = await createScreeningMatch(app.db, { user_id: investor.user.id })
    await investor.request()
    await investor.wait()
    await closeDueAccounts(log)
    const { status, body } = await investor.profile()
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('watchlist')
    await app.sql`update screening_hits set state = 'no_match', reason = 'Another birth place', decided_at = now()
      where id = ${hit.id}`
    await closeDueAccounts(log)
    await expect.poll(async () => (await investor.profile()).status).toBe(401)
  })

  test('waits in silence until the owner has been compared with the watchlist', async () => {
    const investor = await start()
    // Keeps the server from screening in the meantime.
    await acquireLease('screening', 'test', 600_000)
    await app.sql`insert into screening_names (list, entry_id, name) values ('EU', '7', 'Viktor Marlowe')`
    await app.sql`insert into screening_lists (entries) values (1)`
    await investor.request()
    await investor.wait()
    await closeDueAccounts(log)
    expect((await investor.profile()).status).toBe(200)
    expect(await investor.read()).toMatchObject({ obstacle: '' })
    expect(await investor.mails()).toEqual(['closure_requested'])
    await createScreener('test').screenDue()
    await closeDueAccounts(log)
    await expect.poll(async () => (await investor.profile()).status).toBe(401)
    await app.sql`delete from screening_lists`
  })

  test('stops if there are units again, as its owner is told and can read', async () => {
    const investor = await start()
    await investor.request()
    const token = await giveUnits(investor.user.id)
    await closeDueAccounts(log)
    const obstacle = `12.500000 units of ${token.symbol}`
    expect(await investor.read()).toMatchObject({ obstacle })
    expect(await investor.mails()).toEqual(['closure_requested', 'closure_stopped'])
    const [told] = await app.sql`select message from notifications where user_id = ${investor.user.id}`
    expect(told?.message).toContain(obstacle)
    await investor.wait()
    await closeDueAccounts(log)
    expect((await investor.profile()).status).toBe(200)
    expect(await investor.mails()).toHaveLength(2)
    expect((await investor.cancel()).status).toBe(200)
    expect((await investor.mails()).at(-1)).toBe('closure_cancelled')
  })
})
