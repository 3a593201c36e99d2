import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => app.close())

test('stops a flood of link requests at ten, and sends the owner another once one was used', async () => {
  const { user } = await app.signIn()
  let sender = 0
  const ask = async () => {
    const address = `10.1.${sender++}.1`
    const body = { email: user.email }
    expect((await app.call('POST', '/auth/password/forgot', { body, address })).status).toBe(202)
  }
  const links = async () =>
    (await app.sql`select id from account_links where user_id = ${user.id} and kind = 'reset'`).length
  for (let times = 0; times < 12; times++) await ask()
  await expect.poll(links).toBe(10)
  await ask()
  // Links are created one after the other: that of another account comes after these.
  const other = await app.signIn()
  const body = { email: other.user.email }
  await app.call('POST', '/auth/password/forgot', { body, address: '10.2.0.1' })
  await expect
    .poll(async () => (await app.sql`select id from account_links where user_id = ${other.user.id}`).length)
    .toBe(1)
  expect(await links()).toBe(10)

  await app.sql`update account_links set used_at = now() where user_id = ${user.id}`
  await ask()
  await expect.poll(links).toBe(11)
})

test('emails nothing to an account that is deleted while its link is created', async () => {
  const { user } = await app.signIn()
  await app.sql.begin(async (deletion) => {
    await deletion`update users set is_active = false where id = ${user.id}`
    const body = { email: user.email }
    await app.call('POST', '/auth/password/forgot', { body, address: '10.3.0.1' })
    await expect
      .poll(
        () => deletion`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1)
  })
  const other = await app.signIn()
  await app.call('POST', '/auth/password/forgot', { body: { email: other.user.email }, address: '10.3.0.2' })
  const mailsTo = async (email: string) =>
    (await app.sql`select id from outbox where recipient = ${email}`).length
  await expect.poll(() => mailsTo(other.user.email)).toBe(1)
  expect(await mailsTo(user.email)).toBe(0)
})
