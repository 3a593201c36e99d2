import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminUsers } from '#contract/people/admin-users'
import {
  ADMIN_PATH_PREFIX,
  endServers,
  openCallers,
  type Server,
  startServer,
  ticket,
  waitUntil,
} from './server.ts'
import { type OwnEngine, startOwnEngine } from './test-postgres.ts'

let engine: OwnEngine
let server: Server
let callers: ReturnType<typeof openCallers>
beforeAll(async () => {
  engine = await startOwnEngine()
  server = await startServer({
    DATABASE_URL: engine.url,
    METRICS_PORT: '0',
    MARKET_FEED: 'live',
    COINGECKO_URL: 'http://127.0.0.1:1',
    METALS_URL: 'http://127.0.0.1:1',
  })
  callers = openCallers(engine.url)
})
afterAll(async () => {
  await endServers()
  await callers.close()
  await engine.remove()
})

async function scrape() {
  const ready = server.said.find((line) => line.includes('"metrics_port"'))
  const { metrics_port } = JSON.parse(ready ?? '{}')
  const response = await fetch(`http://127.0.0.1:${metrics_port}/metrics`)
  const text = await response.text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return {
    type: response.headers.get('content-type'),
    text,
    samples: new Map(
      lines.map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
    ),
  }
}

test('metrics count every kind of request by route and what waits, without personal data', async () => {
  const { headers } = await callers.signIn()
  await waitUntil(
    async () => (await server.call('GET', '/ready')).body.market_sources.sources,
    (sources) => sources.every(({ state }: { state: string }) => state !== 'answering'),
  )
  const stream = await fetch(`${server.origin}/api/v1/events`, { headers })
  await server.call('GET', '/settings')
  await server.call('GET', '/settings')
  await server.call('GET', '/chart-data/SECRETCOIN/7d')
  await server.call('GET', '/user/profile', { headers })
  await server.call('GET', '/user/profile')
  await server.call('GET', `${ADMIN_PATH_PREFIX}/users`, { headers })
  await server.call('GET', '/private-address-nobody-has')
  await server.call('PROPFIND', '/settings')
  await server.call('POST', '/support/ticket', { body: ticket('Counted') })
  await fetch(`${server.origin}/some-page?token=private`)
  await fetch(`${server.origin}/documents/uploads/private.pdf`)

  const { type, text, samples } = await scrape()
  expect(type).toContain('text/plain; version=0.0.4')
  const count = (method: string, route: string, status: number) =>
    samples.get(`lodefield_requests_total{method="${method}",route="${route}",status="${status}"}`)
  expect(count('GET', '/settings', 200)).toBe(2)
  expect(count('GET', '/user/profile', 200)).toBe(1)
  expect(count('GET', '/user/profile', 401)).toBe(1)
  expect(count('GET', adminUsers.list.path, 403)).toBe(1)
  expect(count('POST', '/support/ticket', 201)).toBe(1)
  expect(count('GET', '(none)', 404)).toBe(1)
  expect(count('other', '(none)', 405)).toBe(1)
  expect(count('GET', '(upload)', 404) ?? count('GET', '(upload)', 503)).toBe(1)
  expect([...samples.keys()].some((name) => name.includes('route="(site)"'))).toBe(true)
  expect(samples.get('lodefield_request_duration_seconds_count{method="POST",route="/support/ticket"}')).toBe(
    1,
  )

  expect(samples.get('lodefield_event_streams')).toBe(1)
  expect(samples.get('lodefield_requests_in_flight')).toBeGreaterThanOrEqual(1)
  expect(samples.get('lodefield_database_up')).toBe(1)
  expect(Math.abs(samples.get('lodefield_clock_ahead_seconds') ?? 9)).toBeLessThan(1)
  expect(samples.get('lodefield_database_connections{pool="lodefield notices",state="idle"}')).toBe(1)
  expect(samples.get('lodefield_outbox_mails{status="pending"}')).toBe(0)
  expect(samples.get('lodefield_password_hashes_waiting')).toBe(0)
  expect(samples.get('lodefield_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(samples.get('lodefield_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  expect(samples.get('lodefield_market_polls')).toBe(1)
  expect(samples.get('lodefield_market_source_state{source="coingecko",state="failing"}')).toBe(1)
  expect([...samples.values()].some(Number.isNaN)).toBe(false)
  // Nothing chosen by a caller, and no secret.
  expect(text).not.toMatch(/path-for-tests|private|SECRETCOIN|PROPFIND|127\.0\.0\.1|lodefield\.example/)
  await stream.body?.cancel()
})

test('metrics are served on their own port only, and only when it is set', async () => {
  for (const path of ['/metrics', '/api/v1/metrics']) {
    expect((await fetch(server.origin + path)).status).not.toBe(200)
  }
  const without = await startServer({ DATABASE_URL: engine.url })
  expect(without.said.filter((line) => line.includes('metrics_port'))).toEqual([])
  expect(await without.stop()).toBe(0)
})

test('without a database they can still be read, and report it', async () => {
  await engine.freeze()
  const { samples } = await scrape().finally(engine.thaw)
  expect(samples.get('lodefield_database_up')).toBe(0)
  expect([...samples.keys()].some((name) => name.startsWith('lodefield_database_connections'))).toBe(false)
})
