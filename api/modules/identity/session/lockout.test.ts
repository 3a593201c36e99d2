import { availableParallelism } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getService } from '#common/service-container'
import { createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { clearFailures } from './lockout.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'Blue-Ridge-4471'
const email = 'noor@example.org'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1', ACCOUNT_LOCKOUT_FAILURES: '12' })
  await createUser(app.db, { email, password_hash: await hashPassword(PASSWORD) })
})
afterAll(() => app.close())
// These tests cover the counting, not the comparison of passwords, which would take a busy machine seconds.
beforeEach(() => {
  vi.spyOn(Bun.password, 'verify').mockImplementation(async (password) => password === PASSWORD)
})
afterEach(() => void vi.restoreAllMocks())
// These tests do not cover the network limit.
beforeEach(() => app.sql`truncate lockouts, rate_limits`)

const HOME = '203.0.113.1'

const signIn = (password: string, name = email, address = HOME) =>
  app.call('POST', '/auth/user/login', { body: { email: name, password }, address })

/** Fails this many times, each time from the address that `from` returns. */
const fail = async (times: number, name = email, from: (time: number) => string = () => HOME) => {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) {
    statuses.push((await signIn('Wrong-1!', name, from(time))).status)
  }
  return statuses
}

describe('five failures', () => {
  test.each([
    ['an account', email],
    ['an unknown email', 'nobody@example.org'],
  ])('lock %s: the sixth attempt is 423, with the correct password or not', async (_, name) => {
    expect(await fail(6, name)).toEqual([401, 401, 401, 401, 401, 423])
    const right = await signIn(PASSWORD, name.toUpperCase())
    expect(right.status).toBe(423)
    expect(right.body).toMatchObject({
      code: 'locked',
      error: 'Account temporarily locked due to failed attempts. Please wait before trying again.',
    })
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(890)
  })

  test('lock for 15 minutes from the last one, and further attempts do not prolong the lock', async () => {
    await fail(4)
    await app.sql`update lockouts set expire = now() + interval '10 seconds'`
    await fail(1)
    const endOf = async () =>
      (
        await app.sql`select extract(epoch from expire - now())::int as left, expire from lockouts where points >= 5
        order by expire desc`
      )[0]
    const locked = await endOf()
    expect(locked?.left).toBeGreaterThan(890)
    expect(locked?.left).toBeLessThanOrEqual(900)
    await fail(3)
    expect((await endOf())?.expire).toEqual(locked?.expire)
    await app.sql`update lockouts set expire = now() - interval '1 second'`
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  test('more than 15 minutes apart lock nothing', async () => {
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

test('parallel guesses are limited to five', async () => {
  const responses = await Promise.all(Array.from({ length: 15 }, () => signIn('Wrong-1!')))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 423)).toHaveLength(10)
})

test('several simultaneous sign-ins with the correct password all succeed', async () => {
  await fail(4)
  const responses = await Promise.all(Array.from({ length: 8 }, () => signIn(PASSWORD)))
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

describe('failures from one network', () => {
  test('do not lock out another network', async () => {
    expect(await fail(6)).toEqual([401, 401, 401, 401, 401, 423])
    expect((await signIn(PASSWORD)).status).toBe(423)
    expect((await signIn(PASSWORD, email, '198.51.100.7')).status).toBe(200)
    expect((await signIn(PASSWORD, email, '2001:db8::1')).status).toBe(200)
    // That success unlocks the account for its own network only.
    expect((await signIn(PASSWORD)).status).toBe(423)
  })

  test('are counted together for all addresses of an IPv6 /64', async () => {
    const rotating = (time: number) => `2001:db8:0:7:${time + 1}::1`
    expect(await fail(6, email, rotating)).toEqual([401, 401, 401, 401, 401, 423])
    expect((await signIn(PASSWORD, email, '2001:db8:0:7:ffff::1')).status).toBe(423)
    expect((await signIn(PASSWORD, email, '2001:db8:0:8::1')).status).toBe(200)
  })
})

describe('failures from changing networks', () => {
  const rotating = (time: number) => `198.51.100.${time}`

  test('lock the account for all networks at a higher number', async () => {
    expect(await fail(13, email, rotating)).toEqual([...Array(12).fill(401), 423])
    expect((await signIn(PASSWORD, email, '203.0.113.99')).status).toBe(423)
    expect(await fail(13, 'unknown@example.org', rotating)).toEqual([...Array(12).fill(401), 423])
  })

  test('gain little in parallel', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, at) => signIn('Wrong-1!', email, rotating(at))),
    )
    const guesses = responses.filter(({ status }) => status === 401).length
    expect(guesses).toBeGreaterThanOrEqual(12)
    // One more for each slot in which passwords are hashed.
    expect(guesses).toBeLessThan(12 + availableParallelism())
  })

  test('are removed when the account is unlocked', async () => {
    await fail(12, email, rotating)
    await fail(5)
    expect(await clearFailures('investor', email.toUpperCase())).toBe(true)
    expect((await signIn(PASSWORD)).status).toBe(200)
    expect(await clearFailures('investor', 'nobody-ever@example.org')).toBe(false)
  })
})

test('failures of one account do not lock another', async () => {
  await fail(6, 'somebody@example.org')
  expect((await signIn(PASSWORD)).status).toBe(200)
})

test('allows twenty attempts per IP address in 15 minutes', async () => {
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

describe('without the lockout table', () => {
  beforeEach(() => app.sql`alter table lockouts rename to away`)
  afterEach(() => app.sql`alter table away rename to lockouts`)

  test('rejects every sign-in', async () => {
    expect((await signIn(PASSWORD)).status).toBeGreaterThanOrEqual(500)
  })
})

describe('the lock of a whole account', () => {
  const fromAnywhere = (time: number) => `198.51.${100 + time}.1`
  const countMails = async () => {
    const [row] =
      await app.sql`select count(*)::int from outbox where subject = 'Account locked' and recipient = ${email}`
    return row?.count
  }

  test('is emailed to its owner once a day, and to no one for an unknown email', async () => {
    await app.sql`delete from outbox`
    await app.sql`delete from notifications`
    await fail(11, email, fromAnywhere)
    expect(await countMails()).toBe(0)
    await fail(1, email, (time) => fromAnywhere(time + 20))
    await expect.poll(countMails).toBe(1)
    const [mail] = await app.mails({ recipient: email })
    expect(mail?.body).toContain('sign in with a passkey or reset your password')
    await clearFailures('investor', email)
    await fail(12, email, fromAnywhere)
    await fail(12, 'nobody@example.org', fromAnywhere)
    // It runs after everything queued before.
    await new Promise<void>((resolve) => getService('accounts').later(async () => resolve()))
    expect(await countMails()).toBe(1)
    expect(await app.sql`select from outbox where subject = 'Account locked'`).toHaveLength(1)
    const told = await app.sql`select category from notifications where title = 'Account locked'`
    expect(told).toEqual([{ category: 'security' }])
  })
})
