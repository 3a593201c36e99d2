/** Email links under attack: how often they can be requested and tried, and where their tokens appear. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUnsubscribeToken } from '#modules/messaging/notifications/unsubscribe'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1', LOG_LEVEL: 'info' })
})
afterAll(() => app.close())

/** How many of these calls from one network succeed before the first is rejected. */
async function countUntilLimited(path: string, body: object, address: string): Promise<number> {
  for (let count = 0; count < 100; count += 1) {
    const { status } = await app.call('POST', path, { body, address })
    if (status === 429) return count
  }
  return Number.POSITIVE_INFINITY
}

test('a network can request twenty links an hour, whoever they are for', async () => {
  expect(
    await countUntilLimited('/auth/password/forgot', { email: 'nobody@mailbox.example' }, '203.0.113.10'),
  ).toBe(20)
})

test.each([
  ['/auth/links/check', { token: `i${'A'.repeat(43)}` }],
  ['/auth/password/reset', { token: `i${'A'.repeat(43)}`, password: 'Zircon-grain-7!' }],
  ['/auth/email/confirm', { token: `i${'A'.repeat(43)}` }],
  ['/auth/email/undo', { token: `i${'A'.repeat(43)}` }],
  ['/auth/not-me', { token: `i${'A'.repeat(43)}` }],
])('a network tries thirty tokens in 15 minutes: %s', async (path, body) => {
  const address = `203.0.113.${20 + path.length}`
  expect(await countUntilLimited(path, body, address)).toBe(30)
})

test('no token is logged, whether from a body or from the path of a mail program', async () => {
  const { user } = await app.signIn()
  const token = createUnsubscribeToken(user.id, 'announcement')
  const inBody = `i${'B'.repeat(43)}`
  for (const method of ['GET', 'POST']) await app.call(method, `/unsubscribe/${token}`)
  await app.call('POST', `/unsubscribe/${token}x`)
  await app.call('POST', '/auth/password/reset', { body: { token: inBody, password: 'Zircon-grain-7!' } })
  const signature = token.split('.').at(-1) ?? ''
  expect(app.logLines.filter((line) => line.includes(signature) || line.includes(inBody))).toEqual([])
  expect(
    app.logLines.some((line) => line.includes('/unsubscribe/:token')),
    'the calls are logged',
  ).toBe(true)
})
