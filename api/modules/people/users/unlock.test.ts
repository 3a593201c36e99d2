import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp({ LOCKOUT_FAILURES: '2', RATE_LIMIT_SCALE: '1' })
  headers = (await app.signInAdmin()).headers
})
afterAll(() => app.close())

test('shows a locked account in the list, and unlocks it with an audit entry', async () => {
  const { user } = await app.signIn()
  const attempt = (password: string) =>
    app.call('POST', '/auth/user/login', { body: { email: user.email, password } })
  const listed = async () => {
    const path = `${app.adm}/users?search=${encodeURIComponent(user.email)}`
    return (await app.call('GET', path, { headers })).body.users[0].lock
  }
  expect(await listed()).toBeNull()
  for (const status of [401, 401, 423]) expect((await attempt('Wrong-password-1!')).status).toBe(status)
  const lock = await listed()
  expect(lock).toEqual({ until: expect.any(String), everywhere: false })
  expect(Date.parse(lock.until)).toBeGreaterThan(Date.now())

  const response = await app.call('POST', `${app.adm}/users/${user.id}/unlock`, { headers })
  expect([response.status, response.body]).toEqual([200, { success: true }])
  expect(await listed()).toBeNull()
  expect((await attempt('Wrong-password-1!')).status, 'failures are counted from zero').toBe(401)
  const entries = await app.sql`
    select action from audit_log where entity = 'user' and entity_id = ${String(user.id)}`
  expect(entries).toMatchObject([{ action: 'user.unlock' }])
  const unknown = await app.call('POST', `${app.adm}/users/2147483647/unlock`, { headers })
  expect(unknown.status).toBe(404)
})

test('shows when an account is locked for every network', async () => {
  const { user } = await app.signIn()
  const key = new Bun.CryptoHasher('sha256').update(`investor\n${user.email}`).digest('hex')
  await app.sql`insert into lockouts (key, points, expire) values (${key}, 1000, now() + interval '9 minutes')`
  const path = `${app.adm}/users?search=${encodeURIComponent(user.email)}`
  const { users } = (await app.call('GET', path, { headers })).body
  expect(users[0].lock).toMatchObject({ everywhere: true })
})
