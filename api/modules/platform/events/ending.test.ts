/** The end of all streams of an instance: in a separate file, as no stream can be opened afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let server: Bun.Server<unknown>
beforeAll(async () => {
  app = await startTestApp()
  server = app.listen().server
})
afterAll(() => app.close())

test('draining ends all streams, and opens no more', async () => {
  const { headers } = await app.signIn()
  const stream = await fetch(`${server.url.origin}${API_BASE}/events`, { headers })
  app.drain()
  expect(await stream.text()).toBe(':\n\n')
  expect((await app.call('GET', '/events', { headers })).status).toBe(503)
})
