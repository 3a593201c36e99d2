import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdmin } from '#db/seed/factories'
import { hashPassword } from '#modules/identity/session/passwords'
import { startTestApp, type TestApp } from '#testing/test-app'

const PASSWORD = 'Quartz-vein-42!'
let app: TestApp
let hash: string

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1' })
  hash = await hashPassword(PASSWORD)
})
afterAll(() => app.close())

let made = 0
/** A new IP address for each caller, so that calls of other tests do not count towards its limits. */
const nextAddress = () => {
  made += 1
  return `198.51.100.${made}`
}

interface SignIn {
  username: string
  password?: string
  path?: string | undefined
  address?: string
}

const signIn = ({ username, password = PASSWORD, path = app.adminPath, address = nextAddress() }: SignIn) =>
  app.call('POST', '/auth/login', {
    body: { username, password },
    address,
    headers: path === undefined ? {} : { 'x-admin-path': path },
  })

const auditOf = (action: string) =>
  app.sql<{ admin_id: number | null; admin_name: string; after: { reason?: string } | null }[]>`
    select admin_id, admin_name, after from audit_log where action = ${action} order by id`

describe('administrator sign-in', () => {
  test('accepts username or email, in any case, with the correct path and password', async () => {
    const admin = await createAdmin(app.db, { password_hash: hash })
    for (const username of [admin.username, admin.email, admin.email.toUpperCase()]) {
      const { status, body } = await signIn({ username })
      expect(status).toBe(200)
      expect(body.user).toEqual({ id: admin.id, username: admin.username, email: admin.email })
      expect(body).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) })
      const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
      expect(claims).toMatchObject({ sub: String(admin.id), role: 'admin' })
    }
    expect(await auditOf('session.sign_in')).toContainEqual(expect.objectContaining({ admin_id: admin.id }))
  })

  test('returns 404 without the path or with another one, even with valid credentials', async () => {
    const admin = await createAdmin(app.db, { password_hash: hash })
    for (const path of ['', 'wrong-path-0123456789', `${app.adminPath}x`]) {
      const response = await signIn({ username: admin.username, path })
      expect(response.status).toBe(404)
      expect(response.body.code).toBe('not_found')
    }
    const bare = await app.call('POST', '/auth/login', {
      body: { username: admin.username, password: PASSWORD },
      address: nextAddress(),
    })
    expect(bare.status).toBe(404)
  })

  test('returns the same error for a wrong password and an unknown name, and logs both in the audit log', async () => {
    const admin = await createAdmin(app.db, { password_hash: hash })
    for (const username of [admin.username, 'nobody-of-that-name']) {
      const { status, body } = await signIn({ username, password: 'Wrong-one-1!' })
      expect(status).toBe(401)
      expect(body).toMatchObject({ code: 'invalid_credentials', error: 'Invalid username or password' })
    }
    const names = (await auditOf('session.refused')).map((row) => row.admin_name)
    expect(names).toEqual(expect.arrayContaining([admin.username, 'nobody-of-that-name']))
  })

  test('locks after five failures, counted for name and email together', async () => {
    const admin = await createAdmin(app.db, { password_hash: hash })
    const address = nextAddress()
    for (let attempt = 1; attempt <= 5; attempt++) {
      const username = attempt % 2 ? admin.username : admin.email
      expect((await signIn({ username, password: 'Wrong-one-1!', address })).status).toBe(401)
    }
    // The lock is per IP address: another one still signs in.
    expect((await signIn({ username: admin.username })).status).toBe(200)
    const locked = await signIn({ username: admin.username, address })
    expect(locked.status).toBe(423)
    expect(locked.body.error).toMatch(/^Account temporarily locked due to failed attempts\./)
  })

  test('returns account_disabled only with the correct password', async () => {
    const admin = await createAdmin(app.db, { password_hash: hash, is_active: false })
    expect((await signIn({ username: admin.username })).body.code).toBe('account_disabled')
    expect((await signIn({ username: admin.username, password: 'Wrong-one-1!' })).status).toBe(401)
  })

  test('allows ten attempts per IP address in fifteen minutes', async () => {
    const address = nextAddress()
    const statuses: number[] = []
    for (let attempt = 1; attempt <= 11; attempt++) {
      statuses.push((await signIn({ username: `guess-${attempt}`, password: 'x', address })).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
  })
})

test.each([
  ['no body', {}],
  ['a body that is no JSON', { raw: '{', headers: { 'content-type': 'application/json' } }],
  ['a form', { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['fields that break the rules', { body: { username: 1, refresh_token: 1 } }],
  ['a body over the limit', { body: { username: 'x'.repeat(70_000) } }],
] as const)('with %s and a wrong path header still returns 404', async (_, call) => {
  const unknown = await app.call('POST', '/auth/no-such-call', { address: nextAddress() })
  const paths = [
    ['/auth/login', {}],
    ['/auth/login', { 'x-admin-path': 'wrong-path-0123456789' }],
    ['/auth/refresh', { 'x-admin-path': 'wrong-path-0123456789' }],
  ] as const
  for (const [path, header] of paths) {
    const headers = { ...('headers' in call && call.headers), ...header }
    const response = await app.call('POST', path, { ...call, headers, address: nextAddress() })
    expect([response.status, response.body.code], path).toEqual([404, 'not_found'])
    expect(response.body.error, path).toBe(unknown.body.error)
  }
})

describe('a session of an administrator', () => {
  test('is refreshed and ended only with the path', async () => {
    const admin = await createAdmin(app.db, { password_hash: hash })
    const { body: first } = await signIn({ username: admin.username })
    const renew = (token: string, headers: Record<string, string>) =>
      app.call('POST', '/auth/refresh', { body: { refresh_token: token }, headers, address: nextAddress() })

    expect((await renew(first.refresh_token, { 'x-admin-path': 'wrong-path-0123456789' })).status).toBe(404)
    expect((await renew(first.refresh_token, {})).status).toBe(401)
    const renewed = await renew(first.refresh_token, { 'x-admin-path': app.adminPath })
    expect(renewed.status).toBe(200)
    expect(renewed.body.user).toEqual({ id: admin.id, username: admin.username, email: admin.email })

    const headers = { authorization: `Bearer ${renewed.body.access_token}`, 'x-admin-path': app.adminPath }
    expect((await app.call('GET', `${app.adm}/profile`, { headers })).status).toBe(200)
    const out = await app.call('POST', '/auth/logout', { headers, body: {} })
    expect(out.body).toEqual({ success: true })
    expect((await app.call('GET', `${app.adm}/profile`, { headers })).status).toBe(401)
  })

  test('ends immediately when the account is disabled', async () => {
    const { admin, headers } = await app.signInAdmin()
    expect((await app.call('GET', `${app.adm}/profile`, { headers })).status).toBe(200)
    await app.sql`update admins set is_active = false where id = ${admin.id}`
    await expect
      .poll(async () => (await app.call('GET', `${app.adm}/profile`, { headers })).body.code)
      .toBe('account_disabled')
  })
})

describe('administrators’ endpoints', () => {
  test('reject anonymous callers and investors, and return 404 for a wrong path', async () => {
    const { headers: investor, user } = await app.signIn()
    const { headers: admin } = await app.signInAdmin()
    const call = (path: string, headers = {}) => app.call('GET', `${path}/profile`, { headers })

    expect((await call(app.adm)).body.code).toBe('unauthenticated')
    expect((await call(app.adm, investor)).body.code).toBe('forbidden')
    expect((await call('/wrong-path-0123456789/admin', admin)).body.code).toBe('not_found')
    expect((await call(app.adm, admin)).status).toBe(200)
    expect((await app.call('GET', '/user/profile', { headers: admin })).body.code).toBe('forbidden')
    await expect
      .poll(async () => (await auditOf('access.refused')).map(({ after }) => after?.reason))
      .toContain('forbidden')
    const [refusal] = await app.sql`select entity, entity_id from audit_log where action = 'access.refused'`
    expect(refusal).toMatchObject({ entity: 'user', entity_id: String(user.id) })
  })
})

describe('the profile', () => {
  const update = (headers: Record<string, string>, body: unknown) =>
    app.call('PUT', `${app.adm}/profile`, { headers, body })

  test('changes the name, and records both versions in the audit log', async () => {
    const { admin, headers } = await app.signInAdmin()
    const { status, body } = await update(headers, { username: 'geologist', email: admin.email })
    expect(status).toBe(200)
    expect(body.user).toEqual({
      id: admin.id,
      username: 'geologist',
      email: admin.email,
      roles: ['owner'],
    })
    const [entry] = await app.sql`select before, after from audit_log where action = 'admin.update'`
    expect(entry).toMatchObject({ before: { username: admin.username }, after: { username: 'geologist' } })
  })

  test('leaves omitted fields unchanged', async () => {
    const { admin, headers } = await app.signInAdmin({ password_hash: hash })
    const { id, username, email, roles } = admin
    const renamed = await update(headers, { username: `${username}-2` })
    expect([renamed.status, renamed.body.user]).toEqual([
      200,
      { id, username: `${username}-2`, email, roles },
    ])
    expect((await update(headers, {})).body.user).toEqual(renamed.body.user)
    const passwords = { currentPassword: PASSWORD, newPassword: 'Zircon-grain-7!' }
    expect((await update(headers, passwords)).body.user).toEqual(renamed.body.user)
  })

  test('requires a confirmation in a session that was opened long ago', async () => {
    const { session, headers } = await app.signInAdmin({}, false)
    const change = () => update(headers, { username: `moved-${session.id}` })
    await app.sql`update sessions set created_at = now() - interval '1 hour' where id = ${session.id}`
    const { status, body } = await change()
    expect([status, body.code, body.details]).toEqual([
      403,
      'step_up_required',
      [{ path: '/method', message: 'password' }],
    ])
    await app.sql`update sessions set created_at = now() where id = ${session.id}`
    expect((await change()).status).toBe(200)
  })

  test('accepts no name that looks like another one or like what the audit log shows for the system', async () => {
    const { admin: other } = await app.signInAdmin({ username: 'Petro-North' })
    const { headers } = await app.signInAdmin()
    for (const name of ['petro north', 'P\u0435tro-North', 'P3tro-North', 'PETRO\u2011NORTH']) {
      const { status, body } = await update(headers, { username: name })
      expect([name, status, body.error], other.username).toEqual([
        name,
        409,
        'This username is already in use',
      ])
    }
    for (const name of ['server', 'System', 's\u0443stem', '5ystem', 'Account Owner', 'Acc0unt-0wner']) {
      const { status, body } = await update(headers, { username: name })
      expect([name, status, body.error]).toEqual([
        name,
        409,
        'This username is reserved. Choose another username.',
      ])
    }
  })

  test('accepts no former name of another account, but the own one again', async () => {
    const [renamed, other] = [await app.signInAdmin({ username: 'granite' }), await app.signInAdmin()]
    await update(renamed.headers, { username: 'feldspar' })
    const { status, body } = await update(other.headers, { username: 'Granite' })
    expect([status, body.error]).toEqual([
      409,
      'This username belonged to another administrator and cannot be reused because it remains in the audit log. Choose another username.',
    ])
    expect((await update(renamed.headers, { username: 'granite' })).status).toBe(200)
  })

  test('accepts no name that is the name or the email of another account', async () => {
    const { admin: other } = await app.signInAdmin()
    const { headers } = await app.signInAdmin()
    for (const name of [other.email, other.username]) {
      const { status, body } = await update(headers, { username: name.toUpperCase() })
      expect([status, body.error]).toEqual([409, 'This username is already in use'])
    }
  })

  test('emails no one about a new address if the name is rejected', async () => {
    const { admin: other } = await app.signInAdmin()
    const { headers } = await app.signInAdmin({ password_hash: hash })
    const email = 'moved.admin@lodefield.example'
    const change = { username: other.username, email, currentPassword: PASSWORD }
    expect((await update(headers, change)).status).toBe(409)
    expect(await app.mails({ recipient: email })).toEqual([])
  })

  test('changes the password only with the current one and by the password rules, and ends every session', async () => {
    const { admin, headers } = await app.signInAdmin({ password_hash: hash })
    const same = { username: admin.username, email: admin.email }
    const refused: [object, string, string][] = [
      [
        { newPassword: 'Zircon-grain-7!' },
        '/currentPassword',
        'Current password is required to change password',
      ],
      [{ newPassword: 'weak', currentPassword: PASSWORD }, '/newPassword', 'Password must be 8 to 128'],
      [
        { newPassword: 'Zircon-grain-7!', currentPassword: 'Wrong-1!' },
        '/currentPassword',
        'Current password is incorrect',
      ],
    ]
    for (const [change, path, message] of refused) {
      const { status, body } = await update(headers, { ...same, ...change })
      expect(status).toBe(422)
      expect(body.details[0]).toMatchObject({ path, message: expect.stringContaining(message) })
    }
    const changed = await update(headers, {
      ...same,
      newPassword: 'Zircon-grain-7!',
      currentPassword: PASSWORD,
    })
    expect(changed.status).toBe(200)
    expect((await app.call('GET', `${app.adm}/profile`, { headers })).status).toBe(401)
    expect((await signIn({ username: admin.username })).status).toBe(401)
    expect((await signIn({ username: admin.username, password: 'Zircon-grain-7!' })).status).toBe(200)
  })

  test('does not restore the old password when a rename and a password change overlap', async () => {
    const { admin, headers } = await app.signInAdmin({ password_hash: hash })
    const renaming = await app.sql.begin(async (sql) => {
      await sql`update admins set password_hash = 'changed meanwhile' where id = ${admin.id}`
      const response = update(headers, { username: 'petrologist', email: admin.email })
      const waits = () =>
        app.sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'admins'`
      await expect.poll(async () => (await waits()).length).toBeGreaterThan(0)
      return { response }
    })
    expect((await renaming.response).status).toBe(200)
    expect(await app.sql`select username, password_hash from admins where id = ${admin.id}`).toEqual([
      { username: 'petrologist', password_hash: 'changed meanwhile' },
    ])
  })
})

describe('the audit log', () => {
  test('is read a page at a time, newest first, by administrator, action, entity and day', async () => {
    const { admin, headers } = await app.signInAdmin()
    await app.call('PUT', `${app.adm}/profile`, {
      headers,
      body: { username: 'auditor', email: admin.email },
    })
    const read = async (query: string) =>
      (await app.call('GET', `${app.adm}/audit-log?${query}`, { headers })).body
    const today = new Date().toISOString().slice(0, 10)
    const mine = await read(`admin=auditor&action=admin.update&entity=admin&from=${today}&to=${today}`)
    expect(mine.entries).toHaveLength(1)
    expect(mine.entries[0]).toMatchObject({ admin_name: 'auditor', entity_id: String(admin.id) })
    expect(mine.pagination).toEqual({ page: 1, limit: 50, pages: 1, total: 1 })

    const first = await read('limit=2')
    const second = await read('limit=2&page=2')
    const ids = [...first.entries, ...second.entries].map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(first.pagination.total).toBeGreaterThan(3)
    expect((await read('to=2020-01-01')).entries).toEqual([])
    expect((await read('search=no-such-thing')).entries).toEqual([])
  })
})

test('passwords, tokens and the path never appear in log lines', async () => {
  const admin = await createAdmin(app.db, { password_hash: hash })
  const { body } = await signIn({ username: admin.username })
  const lines = app.logLines.join('\n')
  for (const secret of [PASSWORD, body.access_token, body.refresh_token, app.adminPath]) {
    expect(lines).not.toContain(secret)
  }
})
