import { availableParallelism } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { disableTimeouts } from '#testing/fake-timeouts'
import { startTestApp, type TestApp, type TestResponse } from '#testing/test-app'
import { getHashLoad, HASH_WAIT_MAX_MS, hashPassword, verifyPassword } from './passwords.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a password matches its own hash and no other', async () => {
  const [hash, again] = [await hashPassword('Blue-Ridge-4471'), await hashPassword('Blue-Ridge-4471')]
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=9216,t=4,p=1\$/)
  expect(again).not.toBe(hash)
  expect(await verifyPassword('Blue-Ridge-4471', hash)).toBe(true)
  expect(await verifyPassword('blue-ridge-4471', hash)).toBe(false)
})

test.each([undefined, '', '!', 'plain text', '$argon2id$broken'])(
  'no password matches the hash %s',
  async (hash) => {
    expect(await verifyPassword('', hash).catch(() => false)).toBe(false)
    expect(await verifyPassword(hash ?? 'x', hash).catch(() => false)).toBe(false)
  },
)

describe('under load', () => {
  const release = Promise.withResolvers<void>()
  let startTime: () => void
  beforeEach(async () => {
    // Includes what is created at the first sign-in.
    const body = { email: 'early@example.org', password: 'Blue-Ridge-4471' }
    expect((await app.call('POST', '/auth/user/login', { body })).status).toBe(401)
    startTime = disableTimeouts(HASH_WAIT_MAX_MS)
    // Verifying a password takes until the test releases it, however busy the machine is.
    vi.spyOn(Bun.password, 'verify').mockImplementation(async () => {
      await release.promise
      return false
    })
  })
  afterEach(() => {
    startTime()
    vi.restoreAllMocks()
  })

  test('sign-ins with unknown emails wait for a slot to hash, and are 429 beyond the limit of one caller', async () => {
    const places = Math.max(1, availableParallelism() - 1)
    const [waiting, beyond] = [32, 9]
    const responses: TestResponse[] = []
    const isFull = Promise.withResolvers<void>()
    const calls = Array.from({ length: places + waiting + beyond }, async (_, at) => {
      const body = { email: `nobody-${at}@example.org`, password: 'Blue-Ridge-4471' }
      responses.push(await app.call('POST', '/auth/user/login', { body }))
      if (responses.length === beyond) isFull.resolve()
    })
    await isFull.promise
    expect(getHashLoad().waiting).toBe(waiting)
    for (const { status, body, headers } of responses) {
      expect(status).toBe(429)
      expect(body).toMatchObject({
        code: 'rate_limited',
        error: expect.stringMatching(/^Rate limit exceeded\. /),
      })
      expect(headers.get('retry-after')).toBe('2')
    }
    release.resolve()
    await Promise.all(calls)
    expect(responses.slice(beyond).map(({ status }) => status)).toEqual(Array(places + waiting).fill(401))
    // Passwords that were never verified are not counted: only one row for the account and one for its network each.
    const [{ counted } = {}] = await app.sql`select count(*)::int as counted from lockouts where points = 1`
    expect(counted).toBe(2 * (1 + places + waiting))
  })
})
