import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNotification, createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call(method, `${app.adm}/notifications${path}`, { body, headers: { ...admin.headers, ...headers } })

const lastAudit = async () => (await app.sql`select * from audit_log order by id desc limit 1`)[0]

const content = { title: 'Scheduled maintenance', message: 'Tonight, 22:00 to 23:00 UTC.' }

describe('sending', () => {
  test('to one investor reaches only that one, with a live event', async () => {
    const investor = await app.signIn()
    const other = await app.signIn()
    const response = await call('POST', '/send-direct', {
      ...content,
      type: 'warning',
      category: 'transaction',
      target_user_id: investor.user.id,
    })
    expect([response.status, response.body]).toEqual([201, { success: true, target_users: 1 }])
    const seen = await app.call('GET', '/user/notifications', { headers: investor.headers })
    expect(seen.body).toMatchObject({
      notifications: [{ ...content, type: 'warning', category: 'transaction', is_read: false }],
      unread_count: 1,
    })
    const unseen = await app.call('GET', '/user/notifications', { headers: other.headers })
    expect(unseen.body.notifications).toEqual([])
    const audit = await lastAudit()
    expect(audit).toMatchObject({ action: 'notification.send', admin_id: admin.admin.id })
    expect(audit?.after).toEqual({
      id: seen.body.notifications[0].id,
      user_id: investor.user.id,
      type: 'warning',
      category: 'transaction',
    })
  })

  test('to several skips deleted or deactivated investors on request', async () => {
    const people = await Promise.all([1, 2].map(() => createUser(app.db)))
    const disabled = await createUser(app.db, { is_active: false })
    const ids = people.map(({ id }) => id)
    const send = (target_user_ids: number[]) =>
      call('POST', '/send-direct', { ...content, target_user_ids, skip_unreachable: true })
    expect((await send([...ids, disabled.id, 2_147_483_647])).body.target_users).toBe(2)
    expect((await send([disabled.id])).body.target_users).toBe(0)
    const rows = await app.sql`
      select user_id from notifications where user_id in ${app.sql([disabled.id, ...ids])} order by user_id`
    expect(rows.map(({ user_id }) => user_id)).toEqual(ids.sort((a, b) => a - b))
    const all = await call('POST', '/send-direct', { ...content, skip_unreachable: true })
    expect([all.status, all.body.details[0].path]).toEqual([422, '/skip_unreachable'])
  })

  test('to several reaches all or none of them, with an audit entry each', async () => {
    const one = (await createUser(app.db)).id
    const two = (await createUser(app.db)).id
    const three = (await createUser(app.db)).id
    const disabled = await createUser(app.db, { is_active: false })
    const notified = async () =>
      (
        await app.sql`select user_id from notifications where user_id in ${app.sql([one, two, three, disabled.id])} order by user_id`
      ).map(({ user_id }) => user_id)
    for (const target_user_ids of [[one, disabled.id], [one, 2_147_483_647], [], [0]]) {
      const refused = await call('POST', '/send-direct', { ...content, target_user_ids })
      expect([refused.status, refused.body.code], String(target_user_ids)).toEqual([422, 'validation'])
    }
    const both = { ...content, target_user_id: one, target_user_ids: [two] }
    expect((await call('POST', '/send-direct', both)).status).toBe(422)
    // A misspelt recipient field does not make it a message to everyone.
    const misspelt = await call('POST', '/send-direct', { ...content, user_id: one })
    expect([misspelt.status, misspelt.body.details]).toEqual([
      422,
      [{ path: '/user_id', message: 'User id is not a recognized field' }],
    ])
    expect(await notified()).toEqual([])

    const response = await call('POST', '/send-direct', { ...content, target_user_ids: [two, one, two] })
    expect([response.status, response.body]).toEqual([201, { success: true, target_users: 2 }])
    expect(await notified()).toEqual([one, two])
    // One message is one entry, which can be found through each of its recipients.
    const entry = await lastAudit()
    expect(entry).toMatchObject({ action: 'notification.send_to_several', after: { target_users: 2 } })
    for (const user of [one, two]) {
      const { body } = await app.call('GET', `${app.adm}/audit-log?user=${user}`, { headers: admin.headers })
      expect(body.entries[0]).toMatchObject({ id: entry?.id, action: 'notification.send_to_several' })
    }
  })

  test('to all reaches all 10,000 active investors at once', async () => {
    await app.sql`
      insert into users (email, password_hash, first_name, last_name, is_active)
      select 'all-' || n || '@lodefield.example', '!', 'All', 'Number', n <= 10000 from generate_series(1, 10003) as n`
    const [expected] = await app.sql`
      select count(*)::int as n from users where is_active and deleted_at is null`
    const response = await call('POST', '/send-direct', content)
    expect([response.status, response.body]).toEqual([201, { success: true, target_users: expected?.n }])
    const [disabled] = await app.sql`
      select count(*)::int as n from notifications join users on users.id = user_id where not is_active`
    expect(disabled?.n).toBe(0)
    expect(await lastAudit()).toMatchObject({
      action: 'notification.broadcast',
      after: { ...content, type: 'info', category: 'system', target_users: expected?.n },
    })
    // Every table that refers to an account is checked for each of them.
    await app.sql.begin(async (sql) => {
      await sql`set local statement_timeout = 0`
      await sql`delete from users where email like 'all-%'`
    })
  })

  test('twice with one key sends once', async () => {
    const investor = await app.signIn()
    const body = { ...content, target_user_id: investor.user.id }
    const headers = { 'idempotency-key': 'send-once' }
    const responses = await Promise.all([1, 2, 3].map(() => call('POST', '/send-direct', body, headers)))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    const [stored] = await app.sql`
      select count(*)::int as n from notifications where user_id = ${investor.user.id}`
    expect(stored?.n).toBe(1)
  })

  test.each([
    ['/title', { title: ' ' }],
    ['/title', { title: 'x'.repeat(201) }],
    ['/message', { message: undefined }],
    ['/message', { message: 'x'.repeat(5001) }],
    ['/type', { type: 'loud' }],
    ['/category', { category: 'other' }],
    ['/target_user_id', { target_user_id: 2_147_483_647 }],
    ['/target_user_id', { target_user_id: 0 }],
  ])('with a wrong %s is rejected and sends nothing', async (path, change) => {
    const before = await app.sql`select count(*)::int as n from notifications`
    const response = await call('POST', '/send-direct', { ...content, ...change })
    expect(response.status).toBe(422)
    expect(response.body.details[0].path).toBe(path)
    expect(await app.sql`select count(*)::int as n from notifications`).toEqual(before)
  })

  test('to a deactivated investor is rejected', async () => {
    const user = await createUser(app.db, { is_active: false })
    const response = await call('POST', '/send-direct', { ...content, target_user_id: user.id })
    expect([response.status, response.body.details[0].path]).toEqual([422, '/target_user_id'])
  })
})

describe('notifications of an investor', () => {
  test.each([[[1, 2]], [undefined]])('cannot be edited one by one if sent to several: %j', async (places) => {
    const people = [await createUser(app.db), await createUser(app.db)]
    const ids = places && { target_user_ids: people.map(({ id }) => id) }
    const sent = await call('POST', '/send-direct', { ...content, ...ids })
    expect(sent.status).toBe(201)
    const rows =
      await app.sql`select id from notifications where user_id in ${app.sql(people.map(({ id }) => id))}`
    for (const { id } of rows) {
      const edited = await call('PUT', `/${id}`, { message: 'Pay here' })
      expect([edited.status, edited.body.error]).toEqual([
        409,
        expect.stringContaining('was sent to several investors'),
      ])
    }
  })

  test('are limited in number if sent one by one', async () => {
    const busy = await app.signInAdmin()
    const send = async () => {
      const { id } = await createUser(app.db)
      const body = { ...content, target_user_id: id }
      return app.call('POST', `${app.adm}/notifications/send-direct`, { body, headers: busy.headers })
    }
    for (let sent = 0; sent < 30; sent += 1) expect((await send()).status).toBe(201)
    const refused = await send()
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('You have sent 30 messages to single investors in the last 24 hours'),
    ])
  })

  test('are listed in pages, filtered and searched', async () => {
    const { user } = await app.signIn()
    const first = await createNotification(app.db, { user_id: user.id, title: 'Deposit received' })
    const second = await createNotification(app.db, {
      user_id: user.id,
      category: 'portfolio',
      title: 'Values',
    })
    await createNotification(app.db, { title: 'Deposit of somebody else' })
    const idsOf = async (query: string) =>
      (await call('GET', `/user/${user.id}?${query}`)).body.notifications.map(({ id }: { id: number }) => id)
    expect(await idsOf('')).toEqual([second.id, first.id])
    expect(await idsOf('search=deposit')).toEqual([first.id])
    expect(await idsOf('category=portfolio')).toEqual([second.id])
    const { body } = await call('GET', `/user/${user.id}?limit=1&page=2&sort=-created_at`)
    expect(body.pagination).toEqual({ page: 2, limit: 1, pages: 2, total: 2 })
    expect((await call('GET', '/user/2147483647')).status).toBe(404)
  })

  test('are corrected, also for the investor, except with a stale version', async () => {
    const investor = await app.signIn()
    const row = await createNotification(app.db, { user_id: investor.user.id })
    const readAt = row.updated_at.toISOString()
    const response = await call('PUT', `/${row.id}`, { title: ' New title ', updated_at: readAt })
    expect(response.status).toBe(200)
    expect(response.body.notification).toMatchObject({ id: row.id, title: 'New title', message: row.message })
    expect((await lastAudit())?.after).toMatchObject({ changed: ['title'] })
    expect((await call('GET', `/${row.id}`)).body).toEqual(response.body)
    expect((await call('GET', '/2147483647')).status).toBe(404)
    const stale = await call('PUT', `/${row.id}`, { title: 'Late', updated_at: readAt })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])
    const seen = await app.call('GET', '/user/notifications', { headers: investor.headers })
    expect(seen.body.notifications[0].title).toBe('New title')
    expect((await call('PUT', `/${row.id}`, { title: '' })).status).toBe(422)
    expect((await call('PUT', '/2147483647', { title: 'x' })).status).toBe(404)
  })

  test('cannot be changed if the system sent them', async () => {
    const sent = { title: 'Distribution of $ORE', message: 'You received $16.00', is_manual: false }
    const { id, user_id } = await createNotification(app.db, sent)
    const edited = await call('PUT', `/${id}`, { message: 'You received $5,000,000.00' })
    expect([edited.status, edited.body.code]).toEqual([409, 'conflict'])
    const { body } = await call('GET', `/user/${user_id}`)
    expect(body.notifications).toMatchObject([sent])
  })

  test('are deleted, one or many, and each is audited', async () => {
    const investor = await app.signIn()
    const make = () => createNotification(app.db, { user_id: investor.user.id })
    const [one, two, three] = [await make(), await make(), await make()]
    expect((await call('DELETE', `/${one.id}`)).body).toEqual({ success: true })
    expect((await call('DELETE', `/${one.id}`)).status).toBe(404)
    const many = await call('POST', '/bulk-delete', { ids: [one.id, two.id, three.id, three.id] })
    expect([many.status, many.body]).toEqual([200, { success: true, deleted: 2 }])
    const audited = await app.sql`
      select entity_id from audit_log where action = 'notification.delete' order by id desc limit 3`
    expect(audited.map(({ entity_id }) => Number(entity_id))).toEqual([three.id, two.id, one.id])
    const seen = await app.call('GET', '/user/notifications', { headers: investor.headers })
    expect(seen.body).toEqual({ notifications: [], unread_count: 0 })
    for (const ids of [[], ['x'], Array.from({ length: 501 }, (_, n) => n + 1)]) {
      expect((await call('POST', '/bulk-delete', { ids })).status).toBe(422)
    }
  })
})

describe('an administrator without permission to announce', () => {
  const asSupport = async () => {
    const { headers } = await app.signInAdmin({ roles: ['support'] })
    return (path: string, body: unknown) => call('POST', path, body, headers)
  }

  test('notifies one investor, not several and not all', async () => {
    const send = await asSupport()
    const [one, two] = [await createUser(app.db), await createUser(app.db)]
    const statusOf = async (to: object) => (await send('/send-direct', { ...content, ...to })).status
    expect(await statusOf({ target_user_id: one.id })).toBe(201)
    expect(await statusOf({ target_user_ids: [one.id] })).toBe(201)
    expect(await statusOf({ target_user_ids: [one.id, two.id] })).toBe(403)
    expect(await statusOf({})).toBe(403)
    expect(await app.sql`select from notifications where user_id = ${two.id}`).toHaveLength(0)
  })

  test('deletes several notifications of one investor, not of several', async () => {
    const send = await asSupport()
    const users = [await createUser(app.db), await createUser(app.db)]
    for (const { id } of [...users, ...users]) await send('/send-direct', { ...content, target_user_id: id })
    const rows = await app.sql<{ id: number; user_id: number }[]>`
      select id, user_id from notifications where user_id in ${app.sql(users.map(({ id }) => id))}`
    const ids = rows.map(({ id }) => id)
    expect((await send('/bulk-delete', { ids })).status).toBe(403)
    const ofOne = rows.filter(({ user_id }) => user_id === users[0]?.id).map(({ id }) => id)
    expect((await send('/bulk-delete', { ids: ofOne })).body).toMatchObject({ deleted: 2 })
  })

  test('changes and deletes only messages of their own', async () => {
    const [author, colleague] = [
      await app.signInAdmin({ roles: ['support'] }),
      await app.signInAdmin({ roles: ['support'] }),
    ]
    const { id: user_id } = await createUser(app.db)
    await call('POST', '/send-direct', { ...content, target_user_id: user_id }, author.headers)
    const [row] = await app.sql<{ id: number }[]>`select id from notifications where user_id = ${user_id}`
    const edit = (as: typeof author, body: object = { title: 'Reworded' }) =>
      call('PUT', `/${row?.id}`, body, as.headers)
    expect((await edit(colleague)).body.code).toBe('forbidden')
    expect((await call('DELETE', `/${row?.id}`, undefined, colleague.headers)).body.code).toBe('forbidden')
    expect((await edit(author)).body.notification.title).toBe('Reworded')
    expect((await edit(author, { category: 'transaction' })).body.code).toBe('forbidden')
    expect((await call('DELETE', `/${row?.id}`, undefined, author.headers)).status).toBe(200)
  })

  test('cannot delete system notifications or send notifications about security or money', async () => {
    const post = await asSupport()
    const { id: user_id } = await createUser(app.db)
    const own = { user_id, is_manual: false } as const
    const security = await createNotification(app.db, { ...own, category: 'security' })
    const share = await createNotification(app.db, { ...own, category: 'document' })
    expect((await post('/bulk-delete', { ids: [share.id] })).status).toBe(403)
    for (const category of ['security', 'transaction', 'investment', 'portfolio']) {
      const { status } = await post('/send-direct', { ...content, category, target_user_id: user_id })
      expect([category, status]).toEqual([category, 403])
    }
    // An owner can delete system notifications, except those about security and money.
    expect((await call('DELETE', `/${share.id}`)).status).toBe(200)
    expect((await call('DELETE', `/${security.id}`)).status).toBe(409)
    expect((await call('POST', '/bulk-delete', { ids: [security.id] })).status).toBe(409)
    for (const category of ['transaction', 'investment', 'portfolio'] as const) {
      const notice = await createNotification(app.db, { ...own, category })
      expect([category, (await call('DELETE', `/${notice.id}`)).status]).toEqual([category, 409])
    }
  })

  test('sees no amounts in system notifications or the timeline', async () => {
    const { headers } = await app.signInAdmin({ roles: ['support'] })
    const { id: user_id } = await createUser(app.db)
    const sent = await createNotification(app.db, { user_id, title: 'Call me back', category: 'transaction' })
    const own = { user_id, is_manual: false } as const
    const amount = await createNotification(app.db, {
      ...own,
      title: '$800.00 added',
      category: 'transaction',
    })
    await createNotification(app.db, { ...own, title: 'Password changed', category: 'security' })
    const read = async (path: string, as = headers) =>
      (await app.call('GET', `${app.adm}${path}`, { headers: as })).body
    const titles = ({ notifications }: { notifications: { title: string }[] }) =>
      notifications.map(({ title }) => title).sort()
    expect(titles(await read(`/notifications/user/${user_id}`))).toEqual(['Call me back', 'Password changed'])
    expect((await read(`/notifications/${amount.id}`)).code).toBe('not_found')
    expect((await read(`/notifications/${sent.id}`)).notification.title).toBe('Call me back')
    const timeline = JSON.stringify(await read(`/users/${user_id}/timeline`))
    expect(timeline).toContain('Password changed')
    expect(timeline).not.toContain('$800.00')
    const owner = (await app.signInAdmin()).headers
    expect(JSON.stringify(await read(`/users/${user_id}/timeline`, owner))).toContain('$800.00')
    expect(await read(`/notifications/user/${user_id}`, owner)).toMatchObject({ pagination: { total: 3 } })
  })
})
