import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#db/seed/factories'
import { openSession } from '#modules/identity/session/session-store'
import { startTestApp, type TestApp } from '#testing/test-app'
import { deleteExpiredRows } from './expired-row-cleanup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const DAY = 86_400_000
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)

test('removes sessions a day after their end, with their exchanged tokens, and no open ones', async () => {
  const { user } = await app.signIn()
  const opened = await openSession(
    { role: 'investor', id: user.id },
    { address: '192.0.2.1', userAgent: '' },
    { signedInWith: 'password' },
  )
  await createSession(app.db, { revoked_at: ago(DAY / 2), revoked_reason: 'signed_out' })
  const [revoked, expired] = [
    await createSession(app.db, { revoked_at: ago(2 * DAY), revoked_reason: 'signed_out' }),
    await createSession(app.db, { expires_at: ago(2 * DAY) }),
  ]
  await app.sql`insert into retired_refresh_tokens (token_hash, session_id) values ('of an ended session', ${revoked.id})`
  await app.sql`insert into retired_refresh_tokens (token_hash, session_id, retired_at)
    values ('very old', ${opened.sessionId}, now() - interval '31 days'), ('not so old', ${opened.sessionId}, now())`
  await app.sql`insert into lockouts (key, points, expire) values ('over', 6, now() - interval '1 second'), ('not over', 6, now() + interval '1 minute')`

  expect(await deleteExpiredRows(400)).toBe(4)
  expect(await deleteExpiredRows(400)).toBe(0)
  const left = (await app.sql`select id from sessions`).map(({ id }) => id)
  expect(left).toHaveLength(3)
  expect(left).not.toContain(expired.id)
  expect(await app.sql`select session_id from retired_refresh_tokens`).toEqual([
    { session_id: opened.sessionId },
  ])
  expect(await app.sql`select key from lockouts`).toEqual([{ key: 'not over' }])
})

test('removes responses stored for repeats after a day, with their content', async () => {
  await app.sql`insert into idempotency_keys (scope, key, body_hash, response, created_at) values
    ('of yesterday', 'a', '', '{"name":"Somebody"}', now() - interval '25 hours'), ('of today', 'a', '', '{}', now())`
  expect(await deleteExpiredRows(400)).toBe(1)
  expect(await app.sql`select scope from idempotency_keys`).toEqual([{ scope: 'of today' }])
})

test('removes sign-in records older than their retention', async () => {
  await app.sql`insert into login_records (email, success, login_time) values
    ('old@example.org', true, now() - interval '401 days'), ('kept@example.org', true, now() - interval '399 days')`
  expect(await deleteExpiredRows(400)).toBe(1)
  expect(await app.sql`select email from login_records`).toEqual([{ email: 'kept@example.org' }])
  expect(await deleteExpiredRows(398)).toBe(1)
})

test('one statement removes a bounded number of rows, and one instance works at a time', async () => {
  const { id } = await createSession(app.db)
  await app.sql`insert into retired_refresh_tokens (token_hash, session_id, retired_at)
    select 'old ' || n, ${id}, now() - interval '40 days' from generate_series(1, 1500) as n`
  const removed = await Promise.all([deleteExpiredRows(400), deleteExpiredRows(400)])
  expect(removed.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1500)
  expect(Math.max(...removed)).toBe(1000)
})
