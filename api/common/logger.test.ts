import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a failed query is logged with its reason and without its values', async () => {
  await app.sql`create function refuse_for_test() returns trigger language plpgsql as
    $$ begin raise exception using errcode = 'XX000', constraint = 'never', message = 'refused'; end $$`
  await app.sql`create trigger refuse_for_test before insert on users for each row execute function refuse_for_test()`
  await app.sql`alter table chat_sessions rename to chats_that_are_gone`
  const body = {
    first_name: 'Canary',
    last_name: 'Person',
    email: 'canary@lodefield.example',
    password: 'Canary-password-1',
  }
  expect((await app.call('POST', '/auth/register', { body })).status).toBe(500)
  const session = `chat-1700000000000-${'k'.repeat(22)}`
  expect((await app.call('GET', `/support/live-chat/${session}`)).status).toBe(500)

  const failures = app.logLines.filter((line) => line.includes('"err"'))
  expect(failures).toHaveLength(2)
  const [registering, reading] = failures.map((line) => JSON.parse(line))
  expect(registering.err).toMatchObject({ code: 'XX000', constraint: 'never' })
  expect(registering.err.query).toMatch(/^insert into "users"/)
  expect(reading.err.code).toBe('42P01')
  expect(reading.err.stack).toContain('at ')
  for (const value of ['Canary', 'canary@', '$argon2id$', session, 'kkkkk']) {
    expect(app.logLines.join('\n')).not.toContain(value)
  }
})
