import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAdmin, createFactor, createSession } from '#db/seed/factories'
import { hashPassword } from '#modules/identity/session/passwords'
import { startTestApp, type TestApp } from '#testing/test-app'

const PASSWORD = 'Quartz-vein-42!'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
// Each test has one owner, the last one who can sign in.
afterEach(() => app.sql`update admins set is_active = false where is_active`)

const path = (id?: number) => `${app.adm}/administrators${id === undefined ? '' : `/${id}`}`
const as = (who: { headers: Record<string, string> }) => (method: string, id?: number, body?: unknown) =>
  app.call(method, path(id), { headers: who.headers, ...(body !== undefined && { body }) })
async function asOwner(overrides = {}) {
  owner = await app.signInAdmin({ roles: ['owner'], ...overrides })
  return as(owner)
}
const entries = () =>
  app.sql<{ action: string; admin_id: number; before: unknown; after: { reason?: string } | null }[]>`
    select action, admin_id, before, after from audit_log where entity = 'admin' order by id`
const lastEntry = async () => (await entries()).at(-1)
const signIn = (username: string, password = PASSWORD) =>
  app.call('POST', '/auth/login', {
    body: { username, password },
    headers: { 'x-admin-path': app.adminPath },
  })

let made = 0
const newAdmin = (more = {}) => {
  made += 1
  return { username: `made-${made}`, email: `made-${made}@lodefield.example`, roles: ['support'], ...more }
}

test('lists administrators by name, with roles, last sign-in and second factor', async () => {
  const call = await asOwner({ username: 'Zed' })
  const { id } = await createAdmin(app.db, {
    username: 'anna',
    email: 'anna@lodefield.example',
    roles: ['compliance', 'support'],
    last_login_at: new Date('2026-03-02T09:30:00.000Z'),
  })
  await createFactor(app.db, { admin_id: id })
  const { status, body } = await call('GET')
  expect(status).toBe(200)
  expect(body.administrators[0]).toEqual({
    id,
    username: 'anna',
    email: 'anna@lodefield.example',
    roles: ['compliance', 'support'],
    is_active: true,
    last_login_at: '2026-03-02T09:30:00.000Z',
    second_factor: true,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(body.administrators.at(-1)).toMatchObject({ username: 'Zed', second_factor: false })
  expect(body.mail_configured).toBe(false)
})

describe('creating', () => {
  test('emails a link with which the person sets a password and signs in', async () => {
    const call = await asOwner()
    const wanted = newAdmin({ roles: ['support', 'compliance'], reason: 'Starts in December' })
    const { status, body } = await call('POST', undefined, wanted)
    expect(status).toBe(201)
    expect(body.administrator).toMatchObject({
      username: wanted.username,
      roles: ['compliance', 'support'],
      is_active: true,
      last_login_at: null,
      second_factor: false,
    })
    expect((await signIn(wanted.username)).status).toBe(401)
    const [mail] = await app.mails({ recipient: wanted.email })
    expect(mail?.kind).toBe('administrator_invitation')
    const token = /#token=(\S+)/.exec(mail?.body ?? '')?.[1]
    const chosen = await app.call('POST', '/auth/password/reset', { body: { token, password: PASSWORD } })
    expect(chosen.status).toBe(200)
    expect((await signIn(wanted.username)).body.user).toMatchObject({ username: wanted.username })
    const [created] = (await entries()).filter(({ action }) => action === 'admin.create')
    expect(created).toMatchObject({
      admin_id: owner.admin.id,
      after: { username: wanted.username, reason: 'Starts in December' },
    })
  })

  test('accepts a password if no email is sent, and rejects a weak one', async () => {
    const call = await asOwner()
    const weak = await call('POST', undefined, newAdmin({ password: 'short' }))
    expect([weak.status, weak.body.details[0].path]).toEqual([422, '/password'])
    const wanted = newAdmin({ password: PASSWORD })
    expect((await call('POST', undefined, wanted)).status).toBe(201)
    expect((await signIn(wanted.username)).status).toBe(200)
    expect(await app.sql`select from outbox where recipient = ${wanted.email}`).toHaveLength(0)
  })

  test('with a given password opens nothing before its owner has chosen another one', async () => {
    const call = await asOwner()
    const wanted = newAdmin({ password: PASSWORD, roles: ['owner'] })
    await call('POST', undefined, wanted)
    const { body } = await signIn(wanted.username)
    expect(body.user.must_change_password).toBe(true)
    const headers = { authorization: `Bearer ${body.access_token}` }
    const own = (method: string, address: string, sent?: object) =>
      app.call(method, `${app.adm}${address}`, { headers, ...(sent && { body: sent }) })
    for (const [method, address, sent] of [
      ['GET', '/profile'],
      ['GET', '/administrators'],
      ['GET', '/profile/factors'],
      ['POST', '/profile/factors/totp'],
      ['PUT', '/profile', { currentPassword: PASSWORD, newPassword: 'Basalt-Ridge-8812' }],
    ] as const) {
      const refused = await own(method, address, sent)
      expect([address, refused.status, refused.body.code]).toEqual([address, 403, 'password_change_required'])
    }
    const change = (new_password: string) =>
      own('PUT', '/profile/password', { current_password: PASSWORD, new_password })
    const same = await change(PASSWORD)
    expect([same.status, same.body.details[0].path]).toEqual([422, '/new_password'])
    expect((await change('Basalt-Ridge-8812')).status).toBe(200)
    const renewed = await app.call('POST', '/auth/refresh', {
      body: { refresh_token: body.refresh_token },
      headers: { 'x-admin-path': app.adminPath },
    })
    expect(renewed.body.user.must_change_password).toBeUndefined()
    const opened = { authorization: `Bearer ${renewed.body.access_token}` }
    expect((await app.call('GET', path(), { headers: opened })).status).toBe(200)
    expect(
      (await signIn(wanted.username, 'Basalt-Ridge-8812')).body.user.must_change_password,
    ).toBeUndefined()
  })

  test('with a given password that its owner replaces through an emailed link gives full access', async () => {
    const call = await asOwner()
    const wanted = newAdmin({ password: PASSWORD })
    await call('POST', undefined, wanted)
    await app.call('POST', '/auth/password/forgot', {
      body: { email: wanted.email },
      headers: { 'x-admin-path': app.adminPath },
    })
    const findToken = async () => {
      const [mail] = await app.mails({ recipient: wanted.email })
      return /#token=(\S+)/.exec(mail?.body ?? '')?.[1]
    }
    await expect.poll(findToken).toBeDefined()
    const body = { token: await findToken(), password: 'Basalt-Ridge-8812' }
    expect((await app.call('POST', '/auth/password/reset', { body })).status).toBe(200)
    expect((await signIn(wanted.username, body.password)).body.user.must_change_password).toBeUndefined()
  })

  test.each([
    ['without roles', { roles: [] }, 422],
    ['with an unknown role', { roles: ['root'] }, 422],
    ['with a role twice', { roles: ['owner', 'owner'] }, 422],
    ['with what is no email', { email: 'nobody' }, 422],
    ['with a name in use', { username: 'TAKEN' }, 409],
    ['with an email in use', { email: 'Taken@lodefield.example' }, 409],
  ])('is rejected %s', async (_, more, status) => {
    const call = await asOwner()
    await app.sql`insert into admins (username, email, password_hash)
      values ('taken', 'taken@lodefield.example', '!') on conflict do nothing`
    expect((await call('POST', undefined, newAdmin(more))).status).toBe(status)
  })
})

describe('changing', () => {
  test('other roles end the sessions at once, and the next sign-in has them', async () => {
    const call = await asOwner()
    const other = await app.signInAdmin({ roles: ['operator'], password_hash: await hashPassword(PASSWORD) })
    const own = () => app.call('GET', `${app.adm}/profile`, { headers: other.headers })
    expect((await own()).body.user.roles).toEqual(['operator'])
    const { status, body } = await call('PUT', other.admin.id, { roles: ['auditor'], reason: 'New work' })
    expect([status, body.administrator.roles]).toEqual([200, ['auditor']])
    expect([(await own()).status, (await own()).body.code]).toEqual([401, 'session_expired'])
    expect(await lastEntry()).toMatchObject({
      action: 'admin.set_roles',
      admin_id: owner.admin.id,
      before: { roles: ['operator'] },
      after: { roles: ['auditor'], reason: 'New work' },
    })
    const signed = await signIn(other.admin.username)
    const headers = { authorization: `Bearer ${signed.body.access_token}` }
    expect((await app.call('GET', `${app.adm}/audit-log`, { headers })).status).toBe(200)
    expect((await app.call('POST', `${app.adm}/proof/snapshots`, { headers })).status).toBe(403)
  })

  test('a disabled administrator is signed out and cannot use an earlier link', async () => {
    const call = await asOwner()
    const other = await app.signInAdmin({ roles: ['support'] })
    await app.sql`insert into account_links (kind, admin_id, token_hash, email, expires_at)
      values ('reset', ${other.admin.id}, 'link of the disabled', ${other.admin.email}, now() + interval '1 day')`
    expect((await call('PUT', other.admin.id, { is_active: false })).body.administrator.is_active).toBe(false)
    const now = await app.call('GET', `${app.adm}/profile`, { headers: other.headers })
    expect([now.status, now.body.code]).toEqual([403, 'account_disabled'])
    const [link] = await app.sql`select used_at from account_links where token_hash = 'link of the disabled'`
    expect(link?.used_at).not.toBeNull()
    expect((await lastEntry())?.action).toBe('admin.disable')
    expect((await call('PUT', other.admin.id, { is_active: true })).body.administrator.is_active).toBe(true)
    expect((await lastEntry())?.action).toBe('admin.enable')
  })

  test('one’s own roles are refused, the same ones too', async () => {
    const call = await asOwner()
    await app.signInAdmin({ roles: ['owner'] })
    for (const roles of [['owner'], ['owner', 'auditor'], ['support']]) {
      expect((await call('PUT', owner.admin.id, { roles })).status).toBe(403)
    }
  })

  test('an older version is a stale write, and an unknown id not found', async () => {
    const call = await asOwner()
    const other = await createAdmin(app.db)
    const stale = await call('PUT', other.id, { is_active: false, updated_at: '2020-01-01T00:00:00.000Z' })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])
    expect((await call('PUT', 2_000_000_000, { is_active: false })).status).toBe(404)
    expect((await call('DELETE', 2_000_000_000)).status).toBe(404)
  })
})

describe('the last owner', () => {
  test('cannot be disabled or deleted', async () => {
    const call = await asOwner()
    await createAdmin(app.db, { roles: ['owner'], is_active: false })
    await createAdmin(app.db, { roles: ['operator'] })
    for (const { status, body } of [
      await call('PUT', owner.admin.id, { is_active: false }),
      await call('DELETE', owner.admin.id),
    ]) {
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.error).toContain('is the last active owner')
    }
  })

  test.each([
    ['take the role from each other', 'PUT', { roles: ['auditor'] }],
    ['disable each other', 'PUT', { is_active: false }],
    ['delete each other', 'DELETE', undefined],
  ])('remains if two %s concurrently', async (_, method, body) => {
    const first = await app.signInAdmin({ roles: ['owner'] })
    const second = await app.signInAdmin({ roles: ['owner'] })
    const results = await Promise.all([
      as(first)(method, second.admin.id, body),
      as(second)(method, first.admin.id, body),
    ])
    const statuses = results.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    // The second is no longer an owner, or was signed out before its call was accepted.
    expect([401, 403, 409]).toContain(statuses[1])
    const [left] = await app.sql`select count(*)::int from admins where is_active and 'owner' = any (roles)`
    expect(left?.count).toBe(1)
  })
})

test('a deleted administrator leaves the list and cannot sign in, and the audit log names the person', async () => {
  const call = await asOwner()
  const other = await app.signInAdmin({
    username: 'gone-by-now',
    roles: ['owner'],
    password_hash: await hashPassword(PASSWORD),
  })
  await createFactor(app.db, { admin_id: other.admin.id })
  await createSession(app.db, { role: 'admin', admin_id: other.admin.id })
  await app.call('PUT', `${app.adm}/settings`, { headers: other.headers, body: { site_name: 'Named' } })
  const { status, body } = await call('DELETE', other.admin.id, { reason: 'Has left' })
  expect([status, body]).toEqual([200, { success: true }])
  expect((await lastEntry())?.after).toEqual({ reason: 'Has left' })

  const { administrators } = (await call('GET')).body
  expect(administrators.map(({ username }: { username: string }) => username)).not.toContain('gone-by-now')
  expect((await app.call('GET', `${app.adm}/profile`, { headers: other.headers })).status).toBe(401)
  expect((await signIn('gone-by-now')).body.code).toBe('invalid_credentials')
  expect((await signIn(other.admin.email)).body.code).toBe('invalid_credentials')
  expect(await app.sql`select from factors where admin_id = ${other.admin.id}`).toHaveLength(0)
  expect((await call('PUT', other.admin.id, { is_active: true })).status).toBe(404)

  const log = await app.call('GET', `${app.adm}/audit-log?admin=gone-by-now`, { headers: owner.headers })
  expect(log.body.entries).toContainEqual(
    expect.objectContaining({ admin_name: 'gone-by-now', action: 'settings.update' }),
  )
  const about = await app.call('GET', `${app.adm}/audit-log?action=admin.delete`, { headers: owner.headers })
  expect(about.body.entries[0].subject).toMatchObject({ name: 'gone-by-now', is_deleted: true })

  // The email is free again; reusing the name would make the audit log ambiguous.
  expect((await call('POST', undefined, newAdmin({ username: 'gone-by-now' }))).status).toBe(409)
  expect((await call('POST', undefined, newAdmin({ email: other.admin.email }))).status).toBe(201)
})

test('a link sent before a deletion gives no access', async () => {
  const call = await asOwner()
  const { body } = await call('POST', undefined, newAdmin())
  const [mail] = await app.mails({ recipient: body.administrator.email })
  await call('DELETE', body.administrator.id)
  const token = /#token=(\S+)/.exec(mail?.body ?? '')?.[1]
  const used = await app.call('POST', '/auth/password/reset', { body: { token, password: PASSWORD } })
  expect([used.status, used.body.details[0].path]).toEqual([422, '/token'])
})

test('an owner with a second factor confirms first', async () => {
  owner = await app.signInAdmin({ roles: ['owner'] }, false)
  await createFactor(app.db, { admin_id: owner.admin.id })
  const { status, body } = await as(owner)('POST', undefined, newAdmin())
  expect([status, body.code]).toEqual([403, 'step_up_required'])
})
