import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'Blue-Ridge-4471'
const email = 'noor@example.org'

let app: TestApp
let address = 0
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1' })
  await createUser(app.db, { email, password_hash: await hashPassword(PASSWORD) })
})
afterAll(() => app.close())
beforeEach(() => app.sql`truncate lockouts`)

/** From an address of its own each time: the limit of addresses is not what is tested here. */
const signIn = (password: string, name = email) => {
  address += 1
  return app.call('POST', '/auth/user/login', {
    body: { email: name, password },
    address: `203.0.113.${address}`,
  })
}
const fail = async (times: number, name = email) => {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await signIn('Wrong-1!', name)).status)
  return statuses
}

describe('five failures', () => {
  test.each([
    ['an account', email],
    ['an unknown email', 'nobody@example.org'],
  ])('lock %s: the sixth attempt is 423, right password or not', async (_, name) => {
    expect(await fail(6, name)).toEqual([401, 401, 401, 401, 401, 423])
    const right = await signIn(PASSWORD, name.toUpperCase())
    expect(right.status).toBe(423)
    expect(right.body).toMatchObject({
      code: 'locked',
      error: 'Account temporarily locked due to failed attempts. Please wait before trying again.',
    })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(890)
  })

  test('lock for 15 minutes from the last one, and attempts meanwhile prolong nothing', async () => {
    await fail(4)
    await app.sql`update lockouts set expire = now() + interval '10 seconds'`
    await fail(1)
    const endOf = async () =>
      (await app.sql`select extract(epoch from expire - now())::int as left, expire from lockouts`)[0]
    const locked = await endOf()
    expect(locked?.left).toBeGreaterThan(890)
    expect(locked?.left).toBeLessThanOrEqual(900)
    await fail(3)
    expect((await endOf())?.expire).toEqual(locked?.expire)
    await app.sql`update lockouts set expire = now() - interval '1 second'`
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  test('further apart than 15 minutes lock nothing', async () => {
    await fail(4)
    await app.sql`update lockouts set expire = now() - interval '1 second'`
    expect(await fail(4)).toEqual([401, 401, 401, 401])
    expect((await signIn(PASSWORD)).status).toBe(200)
  })
})

test('a success clears the failures', async () => {
  await fail(4)
  expect((await signIn(PASSWORD)).status).toBe(200)
  expect(await fail(5)).toEqual([401, 401, 401, 401, 401])
})

test('parallel guesses get no further than five', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => signIn('Wrong-1!')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 423)).toHaveLength(10)
})

test('one account is no other', async () => {
  await fail(6, 'somebody@example.org')
  expect((await signIn(PASSWORD)).status).toBe(200)
})

test('an address may try twenty times in 15 minutes', async () => {
  const from = (name: string) =>
    app.call('POST', '/auth/user/login', { body: { email: name, password: 'x' }, address: '198.51.100.1' })
  for (let time = 0; time < 20; time++) expect((await from(`user-${time}@example.org`)).status).toBe(401)
  const refused = await from('user-21@example.org')
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({
    code: 'rate_limited',
    error: expect.stringMatching(/^Rate limit exceeded\. /),
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('without the table of failures', () => {
  beforeEach(() => app.sql`alter table lockouts rename to away`)
  afterEach(() => app.sql`alter table away rename to lockouts`)

  test('nobody gets in', async () => {
    expect((await signIn(PASSWORD)).status).toBeGreaterThanOrEqual(500)
  })
})
