import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing'
import { hashPassword, verifyPassword } from './passwords.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a password opens its own hash and no other', async () => {
  const [hash, again] = [await hashPassword('Blue-Ridge-4471'), await hashPassword('Blue-Ridge-4471')]
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=9216,t=4,p=1\$/)
  expect(again).not.toBe(hash)
  expect(await verifyPassword('Blue-Ridge-4471', hash)).toBe(true)
  expect(await verifyPassword('blue-ridge-4471', hash)).toBe(false)
})

test.each([undefined, '', '!', 'plain text', '$argon2id$broken'])(
  'the hash %s opens to nothing',
  async (hash) => {
    expect(await verifyPassword('', hash).catch(() => false)).toBe(false)
    expect(await verifyPassword(hash ?? 'x', hash).catch(() => false)).toBe(false)
  },
)

test('sign-ins with an unknown email wait for a place to hash, and beyond the queue are 429', async () => {
  const body = { email: 'nobody@example.org', password: 'Blue-Ridge-4471' }
  const count = availableParallelism() + 80
  const answers = await Promise.all(
    Array.from({ length: count }, () => app.call('POST', '/auth/user/login', { body })),
  )
  const refused = answers.filter(({ status }) => status === 429)
  const failed = answers.filter(({ status }) => status === 401)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length + failed.length).toBe(count)
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({
      code: 'rate_limited',
      error: expect.stringMatching(/^Rate limit exceeded\. /),
    })
    expect(headers.get('retry-after')).toBe('2')
  }
  // Nobody is locked out by passwords that were never looked at.
  expect(await app.sql`select points from lockouts`).toEqual([{ points: failed.length }])
})
