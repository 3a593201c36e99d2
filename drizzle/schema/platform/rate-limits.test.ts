import { RateLimiterDrizzle } from 'rate-limiter-flexible'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { lockouts, rateLimits } from './rate-limits.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

test.each([
  ['rate_limits', rateLimits],
  ['lockouts', lockouts],
])('%s supports a limiter that counts exactly under parallel calls', async (_name, schema) => {
  const limiter = new RateLimiterDrizzle({
    storeClient: store.db,
    schema,
    points: 20,
    duration: 60,
    keyPrefix: 'test',
    clearExpiredByTimeout: false,
  })
  const calls = await Promise.allSettled(Array.from({ length: 50 }, () => limiter.consume('192.0.2.1')))
  expect(calls.filter((call) => call.status === 'fulfilled')).toHaveLength(20)
  expect((await limiter.get('192.0.2.1'))?.consumedPoints).toBe(50)
})
