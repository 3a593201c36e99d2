import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing'
import { openEventStream, openEvents } from './service.ts'

// Whether a session has ended is asked of the database.
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('whoever listened while the database could not be heard is told that anything may have changed', async () => {
  const events = openEvents({ heartbeatMs: 60 })
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
  expect(text.replaceAll(':\n\n', '')).toBe('event: notifications\ndata: 1\n\nevent: portfolio\ndata: 1\n\n')
})
