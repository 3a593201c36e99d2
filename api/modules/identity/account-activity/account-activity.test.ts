import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { createLoginRecord, createSession } from '#db/seed/factories'
import { hashPassword } from '#modules/identity/session/passwords'
import { deleteExpiredRows } from '#modules/operations/expired-row-cleanup'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'

/** An investor, and calls with the CSRF token of the session. */
async function signIn(overrides: Parameters<TestApp['signIn']>[0] = {}) {
  const investor = await app.signIn(overrides)
  const headers = {
    ...investor.headers,
    'x-csrf-token': createCsrfToken(investor.session.id, app.config.TOKEN_SECRET),
    'user-agent': FIREFOX,
  }
  const call = (method: string, path: string) => app.call(method, `/user${path}`, { headers })
  const kinds = async () =>
    (await call('GET', '/activity')).body.activity.map(({ kind }: { kind: string }) => kind)
  return { ...investor, headers, call, kinds }
}
const isOpen = async (headers: Record<string, string>) =>
  (await app.call('GET', '/user/profile', { headers })).status === 200
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('sessions', () => {
  test('are those that are open, the calling one and then the last seen first, with what tells them apart', async () => {
    const { user, session, call } = await signIn()
    const elsewhere = await createSession(app.db, {
      user_id: user.id,
      user_agent: FIREFOX,
      ip_address: '8.8.8.8',
      last_used_at: daysAgo(1),
      signed_in_with: 'password_and_totp',
    })
    // Seen after the one that calls.
    const later = await createSession(app.db, {
      user_id: user.id,
      user_agent: FIREFOX,
      ip_address: '2001:db8:1:2:3:4:5:6',
      last_used_at: daysAgo(-1),
    })
    await createSession(app.db, { user_id: user.id, revoked_at: new Date(), revoked_reason: 'signed_out' })
    await createSession(app.db, { user_id: user.id, expires_at: daysAgo(1) })
    await createSession(app.db)
    const { status, body } = await call('GET', '/sessions')
    expect(status).toBe(200)
    expect(body.sessions).toEqual([
      expect.objectContaining({ id: session.id, current: true }),
      expect.objectContaining({ id: later.id, network: '2001:db8:1:2::/64', signed_in_with: '' }),
      {
        id: elsewhere.id,
        device: 'Firefox 131 on Windows 10',
        place: expect.stringContaining('United States'),
        network: '8.8.8.8',
        signed_in_with: 'password_and_totp',
        created_at: elsewhere.created_at.toISOString(),
        last_seen_at: elsewhere.last_used_at.toISOString(),
        current: false,
      },
    ])
  })

  test('can be ended one by one, once', async () => {
    const one = await signIn()
    const other = await createSession(app.db, { user_id: one.user.id })
    expect((await one.call('DELETE', `/sessions/${other.id}`)).body).toEqual({ success: true })
    const again = await one.call('DELETE', `/sessions/${other.id}`)
    expect([again.status, again.body.error]).toEqual([404, 'This session has already ended.'])
    expect(await one.kinds()).toEqual(['session_ended'])
    const [left] = (await one.call('GET', '/sessions')).body.sessions
    expect(left.id).toBe(one.session.id)
  })

  test('end for their access tokens at once, the calling one too', async () => {
    const { call, headers, session } = await signIn()
    expect(await isOpen(headers)).toBe(true)
    expect((await call('DELETE', `/sessions/${session.id}`)).status).toBe(200)
    expect(await isOpen(headers)).toBe(false)
  })

  test('of somebody else cannot be ended, nor what is no id', async () => {
    const [one, other] = [await signIn(), await signIn()]
    for (const id of [other.session.id, '00000000-0000-0000-0000-000000000000', 'abc', '-']) {
      expect((await one.call('DELETE', `/sessions/${id}`)).status).toBe(404)
    }
    expect(await isOpen(other.headers)).toBe(true)
    expect(await one.kinds()).toEqual([])
  })

  test('end all but the calling one, also with two calls at once', async () => {
    const one = await signIn()
    const others = []
    for (let n = 0; n < 3; n++) others.push(await createSession(app.db, { user_id: one.user.id }))
    const both = await Promise.all([1, 2].map(() => one.call('POST', '/sessions/end-others')))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.reduce((sum, { body }) => sum + body.ended, 0)).toBe(others.length)
    expect((await one.call('GET', '/sessions')).body.sessions).toHaveLength(1)
    const events = (await one.call('GET', '/activity')).body.activity
    expect(events).toEqual([expect.objectContaining({ kind: 'session_ended', detail: '3 sessions' })])
  })

  test('name the change of email that ends with them', async () => {
    const one = await signIn()
    await createSession(app.db, { user_id: one.user.id })
    await app.sql`
      insert into account_links (kind, token_hash, user_id, email, expires_at)
      values ('change', ${'0'.repeat(64)}, ${one.user.id}, 'new@mailbox.example', now() + interval '1 hour')`
    expect((await one.call('POST', '/sessions/end-others')).body.ended).toBe(1)
    expect((await one.call('GET', '/activity')).body.activity[0]).toMatchObject({
      kind: 'session_ended',
      detail: 'One session, and the pending email change',
    })
  })

  test('need the CSRF token to be ended', async () => {
    const { call, user, session, token } = await signIn()
    const other = await createSession(app.db, { user_id: user.id })
    const headers = { authorization: `Bearer ${token}` }
    for (const [method, path] of [
      ['DELETE', `/user/sessions/${other.id}`],
      ['POST', '/user/sessions/end-others'],
    ] as const) {
      expect((await app.call(method, path, { headers })).status).toBe(403)
    }
    expect((await call('GET', '/sessions')).body.sessions).toHaveLength(2)
    expect(session.id).not.toBe(other.id)
  })

  test('of an administrator are listed and ended in the panel, and recorded', async () => {
    const { admin, headers, session } = await app.signInAdmin()
    const other = await createSession(app.db, { role: 'admin', admin_id: admin.id })
    const call = (method: string, path = '') =>
      app.call(method, `${app.adm}/profile/sessions${path}`, { headers })
    expect((await call('GET')).body.sessions).toHaveLength(2)
    expect((await call('DELETE', `/${other.id}`)).status).toBe(200)
    await createSession(app.db, { role: 'admin', admin_id: admin.id })
    expect((await call('POST', '/end-others')).body).toEqual({ success: true, ended: 1 })
    const [left] = (await call('GET')).body.sessions
    expect(left).toMatchObject({ id: session.id, current: true })
    const entries =
      await app.sql`select action, after from audit_log where admin_id = ${admin.id} order by id desc limit 2`
    expect(entries.map(({ action, after }) => [action, after.ended])).toEqual([
      ['session.end', 1],
      ['session.end', 1],
    ])
  })
})

describe('the end of sessions', () => {
  const post = (headers: Record<string, string>, path: string) => app.call('POST', path, { headers })

  test('by their owner needs another confirmation, unless the sign-in was a short time ago', async () => {
    const one = await signIn()
    const other = await createSession(app.db, { user_id: one.user.id })
    await app.sql`update sessions set confirmed_at = null where id = ${one.session.id}`
    const end = (id: string) => one.call('DELETE', `/sessions/${id}`)
    expect((await end(other.id)).status).toBe(200)
    await app.sql`update sessions set created_at = now() - interval '11 minutes' where id = ${one.session.id}`
    const third = await createSession(app.db, { user_id: one.user.id })
    for (const refused of [await end(third.id), await one.call('POST', '/sessions/end-others')]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required'])
    }
    expect((await one.call('GET', '/sessions')).body.sessions).toHaveLength(2)
    await app.sql`update sessions set confirmed_at = now() where id = ${one.session.id}`
    expect((await one.call('POST', '/sessions/end-others')).body).toEqual({ success: true, ended: 1 })
  })

  test('of an investor by the panel ends all, tells the investor and is recorded', async () => {
    const investor = await signIn()
    await createSession(app.db, { user_id: investor.user.id })
    const bystander = await signIn()
    const { admin, headers } = await app.signInAdmin({ roles: ['compliance'] })
    const path = `${app.adm}/users/${investor.user.id}/sessions/end`
    expect((await post(headers, path)).body).toEqual({ success: true, ended: 2 })
    expect(await isOpen(investor.headers)).toBe(false)
    expect(await isOpen(bystander.headers)).toBe(true)
    expect((await post(headers, path)).body).toEqual({ success: true, ended: 0 })
    const [user] = await app.sql`select is_active from users where id = ${investor.user.id}`
    expect(user?.is_active).toBe(true)
    const told = await app.sql`
      select category, title from notifications where user_id = ${investor.user.id}`
    expect(told).toEqual([{ category: 'security', title: 'You were signed out by our team' }])
    const events = await app.sql`
      select kind, detail, ip_address from account_events where user_id = ${investor.user.id}`
    expect(events).toEqual([{ kind: 'session_ended', detail: '2 sessions, by our team', ip_address: '' }])
    const entries = await app.sql`
      select action, entity_id, after from audit_log where admin_id = ${admin.id}`
    expect(entries).toMatchObject([
      { action: 'user.end_sessions', entity_id: String(investor.user.id), after: { ended: 2 } },
    ])
    expect((await post(headers, `${app.adm}/users/999999/sessions/end`)).status).toBe(404)
    const support = await app.signInAdmin({ roles: ['support'] })
    expect((await post(support.headers, path)).status).toBe(403)
  })

  test('of another administrator is for owners, and recorded', async () => {
    const owner = await app.signInAdmin({ roles: ['owner'] })
    const other = await app.signInAdmin({ roles: ['operator'] })
    const path = (id: number) => `${app.adm}/administrators/${id}/sessions/end`
    expect((await post(other.headers, path(owner.admin.id))).status).toBe(403)
    expect((await post(owner.headers, path(owner.admin.id))).status).toBe(403)
    expect((await post(owner.headers, path(other.admin.id))).body).toEqual({
      success: true,
      ended: 1,
    })
    const own = await app.call('GET', `${app.adm}/profile`, { headers: other.headers })
    expect([own.status, own.body.code]).toEqual([401, 'session_expired'])
    const [entry] = await app.sql`
      select action, entity_id, after from audit_log where admin_id = ${owner.admin.id} order by id desc limit 1`
    expect(entry).toMatchObject({
      action: 'admin.end_sessions',
      entity_id: String(other.admin.id),
      after: { ended: 1 },
    })
    expect((await post(owner.headers, path(999_999))).status).toBe(404)
  })
})

describe('activity', () => {
  test('lists sign-ins, failures and changes of 90 days, newest first, on pages', async () => {
    const { user, call } = await signIn()
    const record = {
      user_id: user.id,
      browser: 'Firefox 131',
      os: 'Linux',
      city: 'Toronto',
      country: 'Canada',
    }
    await createLoginRecord(app.db, { ...record, login_time: daysAgo(3) })
    await createLoginRecord(app.db, {
      ...record,
      success: false,
      failure_reason: 'wrong_password',
      login_time: daysAgo(2),
    })
    await createLoginRecord(app.db, { ...record, login_time: daysAgo(91) })
    await createLoginRecord(app.db)
    await app.sql`insert into account_events (user_id, kind, at) values (${user.id}, 'password_changed', ${daysAgo(91).toISOString()})`
    await call('GET', '/statement?from=2026-01-01&to=2026-06-30')
    const { body } = await call('GET', '/activity')
    const from = { device: 'Firefox 131 on Linux', place: 'Toronto, Canada' }
    expect(body.activity).toEqual([
      expect.objectContaining({
        kind: 'statement_downloaded',
        device: 'Firefox 131 on Windows 10',
        detail: '2026-01-01 to 2026-06-30',
      }),
      expect.objectContaining({ kind: 'sign_in_failed', detail: 'Incorrect password', ...from }),
      expect.objectContaining({ kind: 'sign_in', detail: '', ...from }),
    ])
    expect(body.pagination).toEqual({ total: 3, limit: 20, offset: 0 })
    const page = (await call('GET', '/activity?limit=1&offset=1')).body
    expect(page.activity).toEqual([body.activity[1]])
    expect(page.pagination).toEqual({ total: 3, limit: 1, offset: 1 })
  })

  test('names a changed password, with the browser that changed it', async () => {
    const password = 'Old-Quartz-Vein-42!'
    const { call, headers } = await signIn({ password_hash: await hashPassword(password) })
    const body = { current_password: password, new_password: 'New-Quartz-Vein-43!' }
    expect((await app.call('PUT', '/user/password', { headers, body })).status).toBe(200)
    const { activity } = (await call('GET', '/activity')).body
    expect(activity).toEqual([
      expect.objectContaining({ kind: 'password_changed', device: 'Firefox 131 on Windows 10' }),
    ])
  })

  test('stays readable when somebody tries thousands of passwords', async () => {
    const { user, call } = await signIn()
    await app.sql`
      insert into login_records (user_id, email, success, failure_reason, login_time)
      select ${user.id}, 'a@lodefield.example', false, 'wrong_password', now() - n * interval '1 minute'
      from generate_series(1, 5000) as n`
    const { body } = await call('GET', '/activity?limit=100&offset=990')
    expect([body.activity.length, body.pagination.total]).toEqual([10, 1_000])
  })

  test('is removed when it is older than what is shown, and with the account', async () => {
    const { user } = await signIn()
    const { headers } = await app.signInAdmin()
    const events = () => app.sql`select from account_events where user_id = ${user.id}`
    await app.sql`insert into account_events (user_id, kind, at) values
      (${user.id}, 'export_made', ${daysAgo(91).toISOString()}), (${user.id}, 'export_made', now())`
    await deleteExpiredRows(400)
    expect(await events()).toHaveLength(1)
    expect((await app.call('DELETE', `${app.adm}/users/${user.id}`, { headers })).status).toBe(200)
    expect(await events()).toHaveLength(0)
  })
})
