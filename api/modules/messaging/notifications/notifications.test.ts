import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNotification } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const list = async (headers: Record<string, string>) =>
  (await app.call('GET', '/user/notifications', { headers })).body

describe('GET /user/notifications', () => {
  test('lists the newest 100 of this investor and counts all unread ones', async () => {
    const { headers, user } = await app.signIn()
    await createNotification(app.db)
    expect(await list(headers)).toEqual({ notifications: [], unread_count: 0 })
    await app.sql`insert into notifications (user_id, title, message, category, type, is_read, created_at)
      select ${user.id}, 'Title ' || n, 'Message', 'portfolio', 'warning', n % 3 = 0, timestamptz '2026-01-01Z' + n * interval '1 hour'
      from generate_series(1, 120) as n`
    const body = await list(headers)
    expect(body.unread_count).toBe(80)
    expect(body.notifications).toHaveLength(100)
    expect(body.notifications[0]).toEqual({
      id: expect.any(Number),
      category: 'portfolio',
      type: 'warning',
      title: 'Title 120',
      message: 'Message',
      is_read: true,
      link: '/access/dashboard',
      created_at: '2026-01-06T00:00:00.000Z',
    })
    expect(body.notifications[99].title).toBe('Title 21')
  })
})

describe('PUT /user/notifications/:id/read', () => {
  test('marks one as read, keeps the time of the first reading, and can be repeated', async () => {
    const { headers, user } = await app.signIn()
    const { id } = await createNotification(app.db, { user_id: user.id })
    await createNotification(app.db, { user_id: user.id })
    const readAt = async () => (await app.sql`select read_at from notifications where id = ${id}`)[0]?.read_at
    const { status, body } = await app.call('PUT', `/user/notifications/${id}/read`, { headers })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true })
    expect((await list(headers)).unread_count).toBe(1)
    const first = await readAt()
    expect(first).not.toBeNull()
    expect((await app.call('PUT', `/user/notifications/${id}/read`, { headers })).status).toBe(200)
    expect(await readAt()).toBe(first)
  })

  test("returns 404 for another investor's notification, which stays unread", async () => {
    const { headers } = await app.signIn()
    const { id } = await createNotification(app.db)
    const { status, body } = await app.call('PUT', `/user/notifications/${id}/read`, { headers })
    expect(status).toBe(404)
    expect(body.code).toBe('not_found')
    const [row] = await app.sql`select is_read from notifications where id = ${id}`
    expect(row?.is_read).toBe(false)
  })

  test.each(['0', '-1', '1.5', '1e2', '0x1', '99999999999', '2147483648', 'abc', '%20', '1%00'])(
    'returns an error for the invalid id %s',
    async (id) => {
      const { headers } = await app.signIn()
      const { status } = await app.call('PUT', `/user/notifications/${id}/read`, { headers })
      expect(status).toBe(id === '1%00' ? 400 : 404)
    },
  )

  test.each([
    ['{"a":"b"}', 200],
    ['[]', 400],
    ['{', 400],
    [`{${' '.repeat(2_000)}}`, 413],
    ['{}', 200],
    [' {\n}\n', 200],
  ])('ignores the fields of a small object, and rejects other bodies: %s is %i', async (raw, status) => {
    const { headers, user } = await app.signIn()
    const { id } = await createNotification(app.db, { user_id: user.id })
    for (const path of [`/user/notifications/${id}/read`, '/user/notifications/read-all']) {
      const response = await app.call('PUT', path, {
        headers: { ...headers, 'content-type': 'application/json', 'content-length': String(raw.length) },
        raw,
      })
      expect(response.status, path).toBe(status)
    }
  })
})

describe('PUT /user/notifications/read-all', () => {
  test('marks the unread ones of this investor and returns their number', async () => {
    const { headers, user } = await app.signIn()
    const other = await createNotification(app.db)
    for (const is_read of [false, false, true])
      await createNotification(app.db, { user_id: user.id, is_read })
    const { status, body } = await app.call('PUT', '/user/notifications/read-all', { headers })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, updated: 2 })
    expect((await list(headers)).unread_count).toBe(0)
    const again = await app.call('PUT', '/user/notifications/read-all', { headers })
    expect(again.body).toEqual({ success: true, updated: 0 })
    const [row] = await app.sql`select is_read from notifications where id = ${other.id}`
    expect(row?.is_read).toBe(false)
  })
})
