import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '#contract/problem'
import { connectDatabase, disconnectDatabase } from '#db/connection'
import { createTestDatabase } from '#db/test-database'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'

/** Counts are written once a second; a busy machine may take longer. */
const WITHIN = { timeout: 8_000 }

let store: Awaited<ReturnType<typeof createTestDatabase>>
const limiters: RateLimiter[] = []
/** An instance of the server, as far as limits are concerned. */
const instance = (scale = 1) => {
  const limiter = createRateLimiter(scale)
  limiters.push(limiter)
  return limiter
}

beforeAll(async () => {
  store = await createTestDatabase()
  await connectDatabase(store.url)
})
afterAll(async () => {
  for (const limiter of limiters) limiter.close()
  await disconnectDatabase()
  await store.drop()
})

describe('classes counted in the database', () => {
  test('count exactly when fifty calls arrive at once on two instances', async () => {
    const pair = [instance(), instance()]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, async (_, i) => pair[i % 2]?.consume('support_form', '203.0.113.1')),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(30)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Problem)
      expect(reason.code).toBe('rate_limited')
      expect(reason.retryAfter).toBeGreaterThan(0)
    }
  })

  test('count each IP address and each class separately', async () => {
    const limiter = instance(0.05)
    await limiter.consume('support_form', '203.0.113.2')
    await expect(limiter.consume('support_form', '203.0.113.2')).rejects.toThrow('Rate limit exceeded.')
    await limiter.consume('support_form', '203.0.113.3')
    await limiter.consume('sign_in', '203.0.113.2')
  })
})

describe('IP addresses of one IPv6 customer', () => {
  /** How many of `times` calls, each from a new IP address, are allowed. */
  async function countAllowed(
    limiter: RateLimiter,
    limit: 'general' | 'sign_in',
    times: number,
    name: AddressMaker,
  ) {
    let allowed = 0
    for (let call = 0; call < times; call++) {
      try {
        await limiter.consume(limit, name(call))
        allowed += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited' })
      }
    }
    return allowed
  }
  type AddressMaker = (call: number) => string
  const within64: AddressMaker = (call) => `2001:db8:1:2:${call.toString(16)}::1`
  const within56: AddressMaker = (call) => `2001:db8:1:${(0x3400 + call).toString(16)}::1`
  const within48: AddressMaker = (call) => `2001:db8:2:${(call * 256).toString(16)}::1`

  test.each(['general', 'sign_in'] as const)('count together for %s', async (limit) => {
    // The limits at these scales.
    const most = limit === 'general' ? 6 : 1
    const limiter = instance(limit === 'general' ? 0.01 : 0.05)
    expect(await countAllowed(limiter, limit, most + 5, within64)).toBe(most)
    expect(await countAllowed(limiter, limit, 4 * most + 5, within56)).toBe(4 * most)
    expect(await countAllowed(limiter, limit, 16 * most + 5, within48)).toBe(16 * most)
    // Rejected calls count neither against neighboring networks nor against another customer.
    await limiter.consume(limit, '2001:db8:1:3::1')
    await limiter.consume(limit, '2001:db8:3:1::1')
  })
})

describe('the general class', () => {
  test('rejects the call after the last allowed one', () => {
    const limiter = instance(0.01)
    for (let call = 0; call < 6; call++) limiter.consume('general', '203.0.113.4')
    expect(() => limiter.consume('general', '203.0.113.4')).toThrow('Rate limit exceeded.')
    expect(() => limiter.consume('general', '203.0.113.5')).not.toThrow()
  })

  test('adds the counts of other instances within a second or two', async () => {
    const [first, second] = [instance(0.01), instance(0.01)]
    for (let call = 0; call < 6; call++) first.consume('general', '203.0.113.6')
    await expect
      .poll(
        async () =>
          (await store.sql`select points from rate_limits where key like '%203.0.113.6'`)[0]?.points,
        WITHIN,
      )
      .toBe(6)
    second.consume('general', '203.0.113.6')
    await expect
      .poll(() => {
        try {
          second.consume('general', '203.0.113.6')
          return 'allowed'
        } catch {
          return 'refused'
        }
      }, WITHIN)
      .toBe('refused')
  })

  test('resets with the window shared by all instances, not with the local one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const limiter = instance(0.1)
    const address = '203.0.113.7'
    // Another instance has counted almost all of a window that ends before the local one.
    const end = Date.now() + 30_000
    await store.sql`insert into rate_limits (key, points, expire)
      values (${`general:${address}`}, 55, ${new Date(end).toISOString()})`
    limiter.consume('general', address)
    const counted = async () =>
      (await store.sql`select points from rate_limits where key = ${`general:${address}`}`)[0]?.points
    await expect.poll(counted, WITHIN).toBe(56)
    vi.setSystemTime(end)
    for (let call = 0; call < 30; call++) limiter.consume('general', address)
    expect(() => limiter.consume('general', address)).not.toThrow()
  })
})
