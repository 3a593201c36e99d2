import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import { countStreams, openEventStream, openPriceStream, startLiveEvents } from './live-events.ts'

// Revoked sessions are read from the database.
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('after a lost database connection, listeners are notified that anything may have changed', async () => {
  const events = startLiveEvents({ heartbeatMs: 60 })
  const caller = {
    role: 'investor',
    id: 1,
    sessionId: crypto.randomUUID(),
    expiresAt: Date.now() + 300,
  } as const
  const stream = openEventStream(caller)
  await events.channel.onConnected?.()
  const text = await new Response(stream).text()
  events.close()
  const frames = [
    'notifications',
    'portfolio',
    'tokens',
    'series',
    'documents',
    'verification',
    'account',
  ].map((name) => `event: ${name}\ndata: 1\n\n`)
  expect(text.replaceAll(':\n\n', '')).toBe(frames.join(''))
})

test('addresses of one IPv6 customer share the limit of live connections, wider networks have a higher one', async () => {
  const events = startLiveEvents({ heartbeatMs: 75 })
  /** How many of `times` connections, each from a new address, are accepted. */
  const countOpened = (times: number, address: (number: number) => string) => {
    let opened = 0
    for (let number = 0; number < times; number++) {
      try {
        openPriceStream(address(number))
        opened += 1
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited' })
      }
    }
    return opened
  }
  expect(countOpened(120, (number) => `2001:db8:1:1:${number.toString(16)}::1`)).toBe(100)
  // The rest of its /56 has three hundred of four hundred left.
  expect(countOpened(320, (number) => `2001:db8:1:${(2 + (number % 200)).toString(16)}::1`)).toBe(300)
  expect(countOpened(120, () => '203.0.113.1')).toBe(100)
  expect(countOpened(1, () => '203.0.113.2')).toBe(1)
  // These streams were never read: the next heartbeats remove them, and their counts.
  await expect.poll(() => countStreams()).toBe(0)
  expect(countOpened(1, () => '2001:db8:1:1::1')).toBe(1)
  events.close()
})
