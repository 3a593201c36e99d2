import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { startFakeSources } from '#modules/market/testing-price-sources'
import { endServers, openCallers, type Server, startServer, waitUntil } from './server.ts'

const HOUR = 3_600_000
const PASSWORD = 'Correct-horse-1'
const preload = [join(import.meta.dirname, 'shifted-clock.ts')]

let store: TestDatabase
let callers: ReturnType<typeof openCallers>
beforeAll(async () => {
  store = await createTestDatabase()
  callers = openCallers(store.url)
})
afterAll(async () => {
  await endServers()
  await callers.close()
  await store.drop()
})

interface Source {
  accepted: number
  dropped: Record<string, number>
}

const startMoved = (aheadMs: number, more: Record<string, string> = {}) =>
  startServer({ DATABASE_URL: store.url, CLOCK_AHEAD_MS: String(aheadMs), ...more }, preload)
const profile = (server: Server, token: string) =>
  server.call('GET', '/user/profile', { headers: { authorization: `Bearer ${token}` } })
const renew = async (server: Server, refresh_token: string) =>
  (await server.call('POST', '/auth/refresh', { body: { refresh_token } })).body

async function signIn(server: Server, email: string) {
  const password_hash = await Bun.password.hash(PASSWORD, 'argon2id')
  await callers.signIn({ email, password_hash })
  const { status, body } = await server.call('POST', '/auth/user/login', {
    body: { email, password: PASSWORD },
  })
  expect(status).toBe(200)
  return body as { access_token: string; refresh_token: string }
}

describe('a clock that moves', () => {
  test('by an hour ends the access token and not the session, forwards and back', async () => {
    const server = await startMoved(HOUR, { CLOCK_MOVES_ON: 'SIGUSR2' })
    const before = await signIn(server, 'forwards@lodefield.example')
    expect((await profile(server, before.access_token)).status).toBe(200)

    server.kill('SIGUSR2')
    const { response } = await waitUntil(
      () => profile(server, before.access_token),
      ({ status }) => status !== 200,
    )
    expect(response).toMatchObject({ status: 401, body: { code: 'session_expired' } })
    const ahead = await renew(server, before.refresh_token)
    expect((await profile(server, ahead.access_token)).status).toBe(200)

    // Back again: that token is from the future, and would be valid for an hour too long.
    server.kill('SIGUSR2')
    const refused = await waitUntil(
      () => profile(server, ahead.access_token),
      ({ status }) => status !== 200,
    )
    expect(refused.response).toMatchObject({ status: 401, body: { code: 'session_expired' } })
    const back = await renew(server, ahead.refresh_token)
    expect((await profile(server, back.access_token)).status).toBe(200)
  })

  test('by half a minute does not matter to an instance whose clock is right', async () => {
    const [right, ahead, behind] = await Promise.all([startMoved(0), startMoved(30_000), startMoved(-30_000)])
    for (const [number, wrong] of [ahead, behind].entries()) {
      const { access_token, refresh_token } = await signIn(wrong, `skewed-${number}@lodefield.example`)
      expect((await profile(right, access_token)).status).toBe(200)
      const renewed = await renew(right, refresh_token)
      expect((await profile(wrong, renewed.access_token)).status).toBe(200)
      // Ended on the instance with the correct clock, it is ended on the one with the wrong clock.
      await right.call('POST', '/auth/logout', {
        headers: { authorization: `Bearer ${renewed.access_token}` },
      })
      await waitUntil(
        () => profile(wrong, renewed.access_token),
        ({ status }) => status === 401,
        2_000,
      )
    }
  })
})

test('an instance whose clock is an hour behind stores no market price; one whose clock is right does', async () => {
  const sources = startFakeSources(Date.now)
  const feed = { MARKET_FEED: 'live', COINGECKO_URL: sources.url, METALS_URL: sources.url }
  const wrong = await startMoved(-HOUR, feed)
  const sourcesOf = async (server: Server) => (await server.call('GET', '/ready')).body.market_sources
  const { response } = await waitUntil(
    () => sourcesOf(wrong),
    // A call is counted when it starts; the fate of its prices is known later.
    ({ sources }) =>
      sources.every(({ accepted, dropped }: Source) => accepted > 0 || Object.keys(dropped).length > 0),
    15_000,
  )
  for (const { accepted, dropped } of response.sources) {
    expect(accepted).toBe(0)
    expect(Object.keys(dropped)).toEqual(['future'])
  }
  expect(await store.sql`select 1 from quotes`).toHaveLength(0)
  await wrong.stop()

  const right = await startMoved(0, feed)
  await waitUntil(
    () => right.call('GET', '/ready'),
    ({ body }) => body.market === 'live',
    15_000,
  )
  await sources.stop()
})

test.each([
  ['ahead of', HOUR],
  ['behind', -HOUR],
])('a server whose clock is %s that of the database logs a warning at its start', async (word, ahead) => {
  const server = await startMoved(ahead)
  await server.stop()
  expect(server.said.join('\n')).toContain(
    `The clock of this server is 3600 seconds ${word} the clock of the database`,
  )
})
