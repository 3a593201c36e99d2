import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { getDefaultDelivery, notificationCategories, notificationTopics } from '#shared/enums/notifications'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function openAccount() {
  const { user, session, headers } = await app.signIn()
  const csrf = { ...headers, 'x-csrf-token': createCsrfToken(session.id, app.config.TOKEN_SECRET) }
  return {
    user,
    headers,
    read: async () => (await app.call('GET', '/user/preferences', { headers })).body.preferences,
    change: (body: unknown) => app.call('PUT', '/user/preferences', { body, headers: csrf }),
  }
}

describe('preferences', () => {
  test('are those of everybody until something is chosen', async () => {
    const { read } = await openAccount()
    expect(await read()).toEqual({
      theme: 'system',
      time_zone: '',
      date_format: '',
      number_format: '1,234.56',
      notifications: Object.fromEntries(notificationTopics.map((kind) => [kind, getDefaultDelivery(kind)])),
    })
  })

  test('change one by one and keep the others', async () => {
    const { read, change } = await openAccount()
    expect((await change({ theme: 'dark', time_zone: 'Asia/Tokyo' })).status).toBe(200)
    await change({ number_format: '1 234,56', date_format: 'DD/MM/YYYY' })
    await change({ notifications: { document: { email: 'now' } } })
    const { body } = await change({
      notifications: { document: { bell: false }, portfolio: { email: 'off' } },
    })
    expect(body.preferences).toMatchObject({
      theme: 'dark',
      time_zone: 'Asia/Tokyo',
      date_format: 'DD/MM/YYYY',
      number_format: '1 234,56',
      notifications: {
        document: { bell: false, email: 'now' },
        portfolio: { bell: true, email: 'off' },
        investment: getDefaultDelivery('investment'),
      },
    })
    expect(await read()).toEqual(body.preferences)
    expect((await change({ time_zone: '', date_format: '' })).body.preferences).toMatchObject({
      theme: 'dark',
      time_zone: '',
      date_format: '',
    })
    expect((await change({})).body.preferences).toMatchObject({ theme: 'dark' })
  })

  test('reject unknown values, and say where', async () => {
    const { change, read } = await openAccount()
    const before = await read()
    for (const [path, body] of [
      ['/theme', { theme: 'sepia' }],
      ['/time_zone', { time_zone: 'Europe/Atlantis' }],
      ['/number_format', { number_format: '1234' }],
      ['/date_format', { date_format: 'YYYY' }],
      ['/notifications/document/email', { notifications: { document: { email: 'weekly' } } }],
    ] as const) {
      expect(await change(body), path).toMatchObject({ status: 422, body: { details: [{ path }] } })
    }
    expect(await read()).toEqual(before)
  })

  test('cannot switch notifications about security off', async () => {
    const { change, read } = await openAccount()
    for (const [way, value] of [
      ['bell', false],
      ['email', 'off'],
      ['email', 'daily'],
    ]) {
      const body = { theme: 'dark', notifications: { security: { [String(way)]: value } } }
      expect(await change(body)).toMatchObject({
        status: 422,
        body: { code: 'validation', details: [{ path: `/notifications/security/${way}` }] },
      })
    }
    expect((await read()).theme).toBe('system')
    expect((await change({ notifications: { security: { bell: true, email: 'now' } } })).status).toBe(200)
  })

  test('need the CSRF token of the session', async () => {
    const { headers } = await openAccount()
    expect((await app.call('PUT', '/user/preferences', { body: { theme: 'dark' }, headers })).status).toBe(
      403,
    )
  })

  test('decide how each new notification is shown and mailed', async () => {
    const { user, headers, change } = await openAccount()
    await change({
      notifications: { document: { bell: false, email: 'off' }, announcement: { email: 'now' } },
    })
    for (const category of notificationCategories) {
      await app.sql`insert into notifications (user_id, category, title, message) values (${user.id}, ${category}, 'A', 'B')`
    }
    const rows = await app.sql`select category, in_bell, email from notifications where user_id = ${user.id}`
    const chosen = Object.fromEntries(
      rows.map(({ category, in_bell, email }) => [category, [in_bell, email]]),
    )
    expect(chosen).toEqual({
      transaction: [true, getDefaultDelivery('transaction').email],
      investment: [true, getDefaultDelivery('investment').email],
      portfolio: [true, getDefaultDelivery('portfolio').email],
      security: [true, getDefaultDelivery('security').email],
      document: [false, 'off'],
      system: [true, 'now'],
    })
    const { body } = await app.call('GET', '/user/notifications', { headers })
    expect(body.unread_count).toBe(notificationCategories.length - 1)
    expect(body.notifications.map(({ category }: { category: string }) => category)).not.toContain('document')
  })

  test('go with the account', async () => {
    const { user, change } = await openAccount()
    await change({ theme: 'dark', notifications: { document: { bell: false } } })
    const admin = await app.signInAdmin()
    await app.call('DELETE', `${app.adm}/users/${user.id}`, { headers: admin.headers })
    expect(
      await app.sql`
      select user_id from user_preferences where user_id = ${user.id}
      union select user_id from notification_choices where user_id = ${user.id}`,
    ).toHaveLength(0)
  })
})
