import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => app.close())

test('an account can change its name five times a day, and everything else all day', async () => {
  const { headers } = await app.signIn()
  const update = (body: object) => app.call('PUT', '/user/profile', { headers, body })
  for (const first_name of ['Ada', 'Bea', 'Cyd', 'Dee', 'Eve']) {
    expect((await update({ first_name })).status).toBe(200)
  }
  const refused = await update({ first_name: 'Fay', phone: '+1 555 0100' })
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    429,
    'rate_limited',
    'You can change your name 5 times a day. Please try again tomorrow.',
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
  const { body } = await update({ first_name: 'Eve', phone: '+1 555 0101' })
  expect(body.user).toMatchObject({ first_name: 'Eve', phone: '+1 555 0101' })
})
