import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createActivity,
  createChatSession,
  createInvestment,
  createLoginRecord,
  createNotification,
  createPortfolio,
  createTicket,
  createTransaction,
  createUser,
  setVerification,
} from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call(method, `${app.adm}${path}`, { body, headers: { ...admin.headers, ...headers } })

const auditOf = (id: number) =>
  app.sql<{ action: string; admin_id: number; before: unknown; after: unknown }[]>`
    select action, admin_id, before, after from audit_log where entity = 'user' and entity_id = ${String(id)} order by id`

const idsOf = (users: { id: number }[]) => users.map(({ id }) => id)

describe('the list of users', () => {
  test('is filtered by each flag and searched in email, first and last name', async () => {
    const mark = 'Pegmatite'
    const make = (overrides: object) => createUser(app.db, { last_name: mark, ...overrides })
    const active = await make({ is_verified: true, first_name: 'Ada' })
    const inactive = await make({ is_active: false, first_name: 'Bo' })
    const list = async (query: string) =>
      (await call('GET', `/users?search=${mark}&${query || 'sort=first_name'}`)).body
    expect(idsOf((await list('')).users)).toEqual([active.id, inactive.id])
    expect(idsOf((await list('sort=first_name&filter=all')).users)).toEqual([active.id, inactive.id])
    expect(idsOf((await list('sort=first_name&filter=active')).users)).toEqual([active.id])
    expect(idsOf((await list('sort=first_name&filter=inactive')).users)).toEqual([inactive.id])
    expect(idsOf((await list('sort=first_name&filter=verified')).users)).toEqual([active.id])
    expect(idsOf((await list('sort=first_name&filter=unverified')).users)).toEqual([inactive.id])
    expect(idsOf((await list('sort=-first_name')).users)).toEqual([inactive.id, active.id])
    expect((await list('sort=first_name&limit=1&page=2')).pagination).toEqual({
      page: 2,
      limit: 1,
      pages: 2,
      total: 2,
    })

    const found = async (search: string) =>
      idsOf((await call('GET', `/users?search=${encodeURIComponent(search)}`)).body.users)
    expect(await found('ada PEGMAT')).toEqual([active.id])
    expect(await found(inactive.email.toUpperCase())).toEqual([inactive.id])
    expect(await found('%')).toEqual([])
  })

  test('shows which verifications were set manually, in either direction, and not by a review', async () => {
    const [marked, taken, reviewed, untouched] = [
      await createUser(app.db),
      await createUser(app.db, { is_verified: true }),
      await createUser(app.db, { is_verified: true }),
      await createUser(app.db),
    ]
    for (const { id } of [taken, reviewed]) await setVerification(app.db, id, { by_hand: false })
    await call('PUT', `/users/${marked.id}/verification`, { is_verified: true, reason: 'Known since 2019' })
    await call('PUT', `/users/${taken.id}/verification`, { is_verified: false })
    const byHand = async (id: number) => (await call('GET', `/users?id=${id}`)).body.users[0].by_hand
    expect(await Promise.all([marked, taken, reviewed, untouched].map(({ id }) => byHand(id)))).toEqual([
      true,
      true,
      false,
      false,
    ])
    const [head = '', ...lines] = (await call('GET', '/users/export')).text.trim().split('\r\n')
    const column = head.split(',').indexOf('Manual verification')
    const exported = (id: number) => lines.find((line) => line.startsWith(`${id},`))?.split(',')[column]
    expect([marked, taken, reviewed, untouched].map(({ id }) => exported(id))).toEqual([
      'yes',
      'no',
      'no',
      'no',
    ])
  })

  test('includes portfolio values only for roles that may read money', async () => {
    const user = await createUser(app.db)
    await createPortfolio(app.db, { user_id: user.id, total_value: '1500.00', is_recorded: true })
    const valuesFor = async (role: 'support' | 'auditor') => {
      const { headers } = await app.signInAdmin({ roles: [role] })
      const listed = await app.call('GET', `${app.adm}/users?id=${user.id}`, { headers })
      const overview = await app.call('GET', `${app.adm}/users/${user.id}/overview`, { headers })
      return [listed.body.users[0], overview.body.investor.user].map((row) => [
        row.total_value,
        row.derived_value,
      ])
    }
    expect(await valuesFor('auditor')).toEqual([
      ['1500.00', null],
      ['1500.00', null],
    ])
    expect(await valuesFor('support')).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('is sorted by status and verification, in either direction', async () => {
    const last_name = 'Sortable'
    const off = await createUser(app.db, { last_name, is_active: false, is_verified: true })
    const on = await createUser(app.db, { last_name, is_active: true, is_verified: false })
    const sorted = async (sort: string) =>
      (await call('GET', `/users?search=sortable&sort=${sort}`)).body.users.map(
        ({ id }: { id: number }) => id,
      )
    expect(await sorted('is_active')).toEqual([off.id, on.id])
    expect(await sorted('-is_active')).toEqual([on.id, off.id])
    expect(await sorted('is_verified')).toEqual([on.id, off.id])
  })

  test('returns one investor by id, and none after the account was deleted', async () => {
    const user = await createUser(app.db)
    await createUser(app.db)
    const ids = async () =>
      (await call('GET', `/users?id=${user.id}`)).body.users.map(({ id }: { id: number }) => id)
    expect(await ids()).toEqual([user.id])
    await call('DELETE', `/users/${user.id}`)
    expect(await ids()).toEqual([])
    for (const id of ['0', 'x', '99999999999', '1.5']) {
      expect((await call('GET', `/users?id=${id}`)).status, id).toBe(422)
    }
  })

  test('is sorted alphabetically, ignoring case and accents', async () => {
    const names = ['Zoe', 'Émile', 'eve', 'ålfrid', 'Ana', 'Łucja']
    for (const first_name of names) await createUser(app.db, { first_name, last_name: 'Dictionary' })
    const { users } = (await call('GET', '/users?search=dictionary&sort=first_name')).body
    expect(users.map((user: { first_name: string }) => user.first_name)).toEqual([
      'ålfrid',
      'Ana',
      'Émile',
      'eve',
      'Łucja',
      'Zoe',
    ])
  })

  test.each(['/users', '/verifications', '/portfolio/management'])(
    'is searched by account number, like other lists of investors: %s',
    async (path) => {
      const { id } = await createUser(app.db)
      for (const search of [`A-${String(id).padStart(6, '0')}`, `a-${id}`, `000${id}`]) {
        const { body } = await call('GET', `${path}?search=${search}`)
        expect(body.pagination.total, search).toBe(1)
        expect(JSON.stringify(body)).toContain(`"${path === '/users' ? 'id' : 'user_id'}":${id},`)
      }
    },
  )

  test('shows an exact name before longer ones that begin like it', async () => {
    for (const last_name of ['Abel', 'Zed']) await createUser(app.db, { first_name: 'Orla Ann', last_name })
    const exact = await createUser(app.db, { first_name: 'Orla', last_name: 'Ann' })
    const { users } = (await call('GET', '/users?search=Orla%20Ann&sort=match')).body
    expect(idsOf(users)[0]).toBe(exact.id)
  })

  test('is searched with and without accents', async () => {
    const accented = await createUser(app.db, { first_name: 'Žofie', last_name: 'Nováková' })
    const plain = await createUser(app.db, { first_name: 'Zofie', last_name: 'Novakova' })
    for (const words of ['zofie novakova', 'Žofie Nováková', 'ŽOFIE', 'ZOFIE', 'Z\u030Cofie']) {
      const { users } = (await call('GET', `/users?search=${encodeURIComponent(words)}&sort=created_at`)).body
      expect([words, idsOf(users)]).toEqual([words, [accented.id, plain.id]])
    }
    // Ignoring accents must not ignore letters.
    expect((await call('GET', '/users?search=zofia')).body.users).toEqual([])
  })

  test.each([
    ['Müller', 'Mueller'],
    ['Weiß', 'Weiss'],
    ['Łukasz', 'Lukasz'],
    ['Sørensen', 'Sorensen'],
    ['Yıldız', 'Yildiz'],
  ])('finds %s and %s by either spelling', async (written, plain) => {
    const first_name = `Spelled${plain}`
    const one = await createUser(app.db, { first_name, last_name: written })
    const other = await createUser(app.db, { first_name, last_name: plain })
    for (const last of [written, plain, written.toUpperCase()]) {
      const words = encodeURIComponent(`${first_name} ${last}`)
      const { users } = (await call('GET', `/users?search=${words}&sort=created_at`)).body
      expect([last, idsOf(users)]).toEqual([last, [one.id, other.id]])
    }
  })

  test('rejects unknown parameters', async () => {
    for (const query of ['filter=odd', 'sort=password_hash', 'limit=501', 'limit=0', 'page=0', 'page=1.5']) {
      const { status, body } = await call('GET', `/users?${query}`)
      expect([status, body.code], query).toEqual([422, 'validation'])
    }
  })

  test('never contains a hash, nor does a single user', async () => {
    const user = await createUser(app.db, { password_hash: '$argon2id$do-not-tell' })
    for (const path of [`/users?search=${user.email}`, `/users/${user.id}`, '/users/export']) {
      const { text } = await call('GET', path)
      expect(text).toContain(user.email)
      expect(text).not.toMatch(/argon2|password|deleted_at/)
    }
  })

  test('is complete with 10,000 users', async () => {
    await app.sql`
      insert into users (email, password_hash, first_name, last_name)
      select 'many-' || n || '@lodefield.example', '!', 'Many', 'Number ' || n from generate_series(1, 10000) as n`
    const { body } = await call('GET', '/users?search=number&limit=500&page=20&sort=last_name')
    expect(body.pagination).toEqual({ page: 20, limit: 500, pages: 20, total: 10_000 })
    expect(body.users).toHaveLength(500)
    const exported = await call('GET', '/users/export?search=many-99')
    expect(exported.headers.get('x-total-count')).toBe('111')
    expect(exported.text.trim().split('\r\n')).toHaveLength(112)
    expect(exported.text).toMatch(/^User ID,First name,Last name,Email,/)
    const all = await call('GET', '/users/export')
    expect(all.text.trim().split('\r\n').length - 1).toBe(Number(all.headers.get('x-total-count')))
    for (let first = 1; first <= 9; first++) {
      await app.sql`delete from users where email like ${`many-${first}%`}`
    }
  })
})

describe('the flags of a user', () => {
  test('are set one by one, and each is audited without a name', async () => {
    const user = await createUser(app.db)
    const steps: [string, object, string][] = [
      ['verification', { is_verified: true }, 'user.verify'],
      ['status', { is_active: false }, 'user.disable'],
      ['verification', { is_verified: false }, 'user.unverify'],
      ['status', { is_active: true }, 'user.enable'],
    ]
    for (const [path, body] of steps) {
      const response = await call('PUT', `/users/${user.id}/${path}`, body)
      expect(response.status).toBe(200)
      expect(response.body.user).toMatchObject({ id: user.id, email: user.email, ...body })
    }
    const entries = await auditOf(user.id)
    expect(entries.map(({ action }) => action)).toEqual(steps.map(([, , action]) => action))
    expect(entries[1]).toMatchObject({
      admin_id: admin.admin.id,
      before: { id: user.id, is_active: true, is_verified: true },
      after: { id: user.id, is_active: false, is_verified: true },
    })
    expect(JSON.stringify(entries)).not.toContain(user.email)
  })

  test('deactivating records the reason', async () => {
    const user = await createUser(app.db)
    await call('PUT', `/users/${user.id}/status`, { is_active: false, reason: 'Asked to pause the account' })
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'user.disable', after: { is_active: false, reason: 'Asked to pause the account' } },
    ])
  })

  test('disabling ends the sessions before the response is sent; enabling revives none', async () => {
    const investor = await app.signIn()
    const read = () => app.call('GET', '/user/profile', { headers: investor.headers })
    expect((await read()).status).toBe(200)
    await call('PUT', `/users/${investor.user.id}/status`, { is_active: false })
    expect((await read()).body.code).toBe('account_disabled')
    await call('PUT', `/users/${investor.user.id}/status`, { is_active: true })
    expect((await read()).status).toBe(401)
  })

  test('end no session when enabling an enabled user, alone or among others', async () => {
    const investor = await app.signIn()
    const { id } = investor.user
    const disabled = await createUser(app.db, { is_active: false })
    await call('PUT', `/users/${id}/status`, { is_active: true })
    await call('POST', '/users/bulk', { ids: [id, disabled.id], is_active: true })
    expect((await app.call('GET', '/user/profile', { headers: investor.headers })).status).toBe(200)
  })

  test('are set by only one of two administrators with the same row open', async () => {
    const user = await createUser(app.db)
    const { updated_at } = (await call('GET', `/users/${user.id}`)).body.user
    const responses = await Promise.all([
      call('PUT', `/users/${user.id}/status`, { is_active: false, updated_at }),
      call('PUT', `/users/${user.id}/verification`, { is_verified: true, updated_at }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('stale_write')
    expect(await auditOf(user.id)).toHaveLength(1)
  })

  test.each([
    ['/users/999999/status', { is_active: true }, 404],
    ['/users/99999999999/status', { is_active: true }, 404],
    ['/users/abc/verification', { is_verified: true }, 404],
    ['/users/1/status', {}, 422],
    ['/users/1/status', { is_active: 'yes' }, 422],
    ['/users/1/verification', { is_verified: null }, 422],
  ])('PUT %s with %j is %d', async (path, body, status) => {
    expect((await call('PUT', path, body)).status).toBe(status)
  })
})

describe('a bulk change', () => {
  test('sets the flags of all, with one audit entry each', async () => {
    const made = await Promise.all([createUser(app.db), createUser(app.db), createUser(app.db)])
    const ids = idsOf(made)
    const { status, body } = await call('POST', '/users/bulk', { ids: [...ids, ids[0]], is_verified: true })
    expect([status, body.updated]).toEqual([200, 3])
    expect(body.users).toHaveLength(3)
    for (const id of ids) expect((await auditOf(id)).map(({ action }) => action)).toEqual(['user.verify'])
  })

  test.each([
    ['user.verify', { is_verified: true }],
    ['user.disable', { is_active: false }],
  ])('stores one reason in the entry of each: %s', async (action, flags) => {
    const ids = idsOf([await createUser(app.db), await createUser(app.db)])
    const reason = 'Seen at the branch'
    expect((await call('POST', '/users/bulk', { ids, ...flags, reason })).status).toBe(200)
    for (const id of ids) expect(await auditOf(id)).toMatchObject([{ action, after: { ...flags, reason } }])
  })

  test('of the verification notifies those who were not verified before', async () => {
    const made = [await createUser(app.db), await createUser(app.db, { is_verified: true })]
    await call('POST', '/users/bulk', { ids: idsOf(made), is_verified: true })
    const rows =
      await app.sql`select user_id, title from notifications where user_id in ${app.sql(idsOf(made))}`
    expect([...rows]).toEqual([{ user_id: made[0]?.id, title: 'Identity verified' }])
  })

  test('changes none when one is deleted', async () => {
    const user = await createUser(app.db)
    const response = await call('POST', '/users/bulk', { ids: [user.id, 999_999], is_active: false })
    expect([response.status, response.body.code]).toEqual([404, 'not_found'])
    expect((await call('GET', `/users/${user.id}`)).body.user.is_active).toBe(true)
  })

  test('accepts 500 and ends their sessions', async () => {
    await app.sql`
      insert into users (email, password_hash, first_name, last_name)
      select 'bulk-' || n || '@lodefield.example', '!', 'Bulk', 'User' from generate_series(1, 499) as n`
    const investor = await app.signIn()
    const rows = await app.sql<{ id: number }[]>`select id from users where email like 'bulk-%'`
    const ids = [...idsOf(rows), investor.user.id]
    const { body } = await call('POST', '/users/bulk', { ids, is_active: false })
    expect(body.updated).toBe(500)
    expect((await app.call('GET', '/user/profile', { headers: investor.headers })).status).toBe(403)
    expect((await call('POST', '/users/bulk', { ids: [...ids, 1], is_active: true })).status).toBe(422)
  })

  test.each([
    { ids: [], is_active: true },
    { ids: [1] },
    { ids: ['1'], is_active: true },
    { ids: [1.5], is_active: true },
    { is_active: true },
  ])('%j is 422 and names the invalid field', async (body) => {
    const response = await call('POST', '/users/bulk', body)
    expect(response.status).toBe(422)
    expect(response.body.details).toContainEqual({
      path: expect.stringMatching(/^\//),
      message: response.body.error,
    })
  })
})

describe('deleting a user', () => {
  test('erases personal data, ends the sessions, keeps transactions and frees the email', async () => {
    const investor = await app.signIn({
      email: 'Erika.Quartz@lodefield.example',
      first_name: 'Erika',
      last_name: 'Quartzsdottir',
      phone: '+1 202 555 0177',
      telegram: '@erikaquartz',
    })
    const { user } = investor
    const { db } = app
    await app.sql`update sessions set ip_address = '203.0.113.77' where user_id = ${user.id}`
    await createTransaction(db, { user_id: user.id, amount: '250.00', status: 'pending' })
    await createPortfolio(db, { user_id: user.id, pending_investments: '$WITGOLD' })
    await createInvestment(db, { user_id: user.id })
    await createActivity(db, { user_id: user.id })
    await createNotification(db, { user_id: user.id })
    await createLoginRecord(db, { user_id: user.id, email: user.email, ip_address: '203.0.113.77' })
    await createLoginRecord(db, { email: user.email.toLowerCase(), success: false })
    await createTicket(db, { user_id: user.id, email: user.email, name: 'Erika Quartzsdottir' })
    await createChatSession(db, { email: user.email, name: 'Erika Quartzsdottir' })
    await call('PUT', `/users/${user.id}/verification`, { is_verified: true })
    const kept = await call(
      'POST',
      '/recent-activities',
      { user_id: user.id, activity_date: '2026-01-02', description: 'Assay' },
      { 'idempotency-key': 'activity-of-erika' },
    )
    expect(kept.body.activity.user.first_name).toBe('Erika')

    const response = await call('DELETE', `/users/${user.id}`)
    expect([response.status, response.body]).toEqual([200, { success: true }])
    expect((await app.call('GET', '/user/profile', { headers: investor.headers })).status).toBe(401)

    // The last mail is deleted once it has been sent.
    const last = await app.mails({ recipient: user.email })
    expect(last.map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
    await app.sql`delete from outbox where recipient = ${user.email}`
    const tables = await app.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`
    for (const { name } of tables) {
      const [row] = await app.sql`
        select count(*)::int as found from ${app.sql(name)} as t
        where t::text ~* 'erika|quartzsdottir|555 0177|203\\.0\\.113\\.77'`
      expect(row?.found, name).toBe(0)
    }
    const [left] = await app.sql`
      select (select count(*)::int from transactions where user_id = ${user.id}) as transactions,
        (select count(*)::int from investments where user_id = ${user.id}) as investments,
        (select count(*)::int from portfolios where user_id = ${user.id}) as portfolios,
        (select count(*)::int from activities where user_id = ${user.id}) as activities,
        (select count(*)::int from notifications where user_id = ${user.id}) as notifications`
    expect(left).toEqual({ transactions: 1, investments: 1, portfolios: 0, activities: 0, notifications: 0 })
    expect((await auditOf(user.id)).at(-1)).toMatchObject({
      action: 'user.delete',
      before: { id: user.id },
      after: { id: user.id, deleted: true },
    })

    expect((await call('GET', `/users/${user.id}`)).status).toBe(404)
    expect((await call('DELETE', `/users/${user.id}`)).status).toBe(404)
    expect((await call('PUT', `/users/${user.id}/status`, { is_active: true })).status).toBe(404)
    expect((await call('GET', `/user/${user.id}/transactions`)).body.pagination.total).toBe(1)
    const add = { type: 'deposit', amount: '1.00', date: '2026-01-02' }
    expect((await call('POST', `/user/${user.id}/transactions`, add)).status).toBe(404)

    const registered = await app.call('POST', '/auth/register', {
      body: {
        first_name: 'Erika',
        last_name: 'Quartzsdottir',
        email: 'erika.quartz@lodefield.example',
        password: 'Quartz-vein-42!',
      },
    })
    expect(registered.status).toBe(201)
  })

  test('happens once, however many requests there are', async () => {
    const user = await createUser(app.db)
    const responses = await Promise.all([1, 2, 3].map(() => call('DELETE', `/users/${user.id}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })
})

test('is available only to administrators', async () => {
  const { headers, user } = await app.signIn()
  for (const [method, path, body] of [
    ['GET', '/users'],
    ['GET', `/users/${user.id}`],
    ['GET', '/users/export'],
    ['PUT', `/users/${user.id}/verification`, { is_verified: true }],
    ['POST', '/users/bulk', { ids: [user.id], is_verified: true }],
    ['DELETE', `/users/${user.id}`],
  ] as const) {
    expect((await app.call(method, `${app.adm}${path}`, { headers, body })).status).toBe(403)
    expect((await app.call(method, `${app.adm}${path}`, { body })).status).toBe(401)
    expect(
      (await app.call(method, `/another-path-0123456789/admin${path}`, { body, headers: admin.headers }))
        .status,
    ).toBe(404)
  }
})
