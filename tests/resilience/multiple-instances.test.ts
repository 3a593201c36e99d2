import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { startFakeSources } from '#modules/market/testing-price-sources'
import {
  ADMIN_PATH_PREFIX,
  endServers,
  openCallers,
  type ReceivedResponse,
  type Server,
  startServer,
  ticket,
  waitUntil,
} from './server.ts'

const PASSWORD = 'Correct-horse-1'
/** Milliseconds within which a change at one instance reaches the others. */
const SOON = 2_000

let store: TestDatabase
let callers: ReturnType<typeof openCallers>
let passwordHash: string
/** Three instances without a load balancer: each test picks the one it calls. */
let first: Server
let second: Server
let third: Server
let admin: Record<string, string>

beforeAll(async () => {
  store = await createTestDatabase()
  callers = openCallers(store.url)
  // Production limits.
  const start = () => startServer({ DATABASE_URL: store.url, RATE_LIMIT_SCALE: '1' })
  ;[first, second, third] = await Promise.all([start(), start(), start()])
  admin = (await callers.signInAdmin()).headers
  passwordHash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 9_216, timeCost: 4 })
})
afterAll(async () => {
  await endServers()
  await callers.close()
  await store.drop()
})

let addresses = 0
/** A caller without counted calls. */
let address: string
beforeEach(() => {
  addresses += 1
  address = `203.0.113.${addresses}`
})

const all = () => [first, second, third]
const statusesOf = (responses: ReceivedResponse[]) => responses.map(({ status }) => status).sort()
/** Spreads calls over the first two. */
const spread = (count: number, call: (server: Server, number: number) => Promise<ReceivedResponse>) =>
  Promise.all(Array.from({ length: count }, (_, number) => call(number % 2 === 0 ? first : second, number)))

const signIn = (server: Server, email: string, password: string, from = address) =>
  server.call('POST', '/auth/user/login', { body: { email, password }, address: from })

describe('three instances on one database', () => {
  test('a session opened at one is valid at all, refreshed at another, and ends everywhere at once', async () => {
    const email = 'everywhere@lodefield.example'
    await callers.signIn({ email, password_hash: passwordHash })
    const opened = await signIn(first, email, PASSWORD)
    expect(opened.status).toBe(200)
    const { body: renewed } = await second.call('POST', '/auth/refresh', {
      body: { refresh_token: opened.body.refresh_token },
      address,
    })
    const headers = { authorization: `Bearer ${renewed.access_token}` }
    const profile = (server: Server) => server.call('GET', '/user/profile', { headers, address })
    expect(statusesOf(await Promise.all(all().map(profile)))).toEqual([200, 200, 200])

    // The token that the second exchanged is sent to the third: it was stolen.
    const stolen = await third.call('POST', '/auth/refresh', {
      body: { refresh_token: opened.body.refresh_token },
      address,
    })
    expect(stolen).toMatchObject({ status: 401, body: { code: 'session_expired' } })
    for (const server of all()) {
      const { response } = await waitUntil(
        () => profile(server),
        ({ status }) => status !== 200,
        SOON,
      )
      expect(response).toMatchObject({ status: 401, body: { code: 'session_expired' } })
    }
  })

  test('an account disabled at one is rejected at all', async () => {
    const { user, headers } = await callers.signIn()
    const profile = (server: Server) => server.call('GET', '/user/profile', { headers, address })
    expect(statusesOf(await Promise.all(all().map(profile)))).toEqual([200, 200, 200])
    const disabled = await first.call('PUT', `${ADMIN_PATH_PREFIX}/users/${user.id}/status`, {
      headers: admin,
      body: { is_active: false },
      address,
    })
    expect(disabled.status).toBe(200)
    for (const server of all()) {
      const { response } = await waitUntil(
        () => profile(server),
        ({ status }) => status !== 200,
        SOON,
      )
      expect(response.status).toBe(403)
    }
  })

  test('five failures at any of them lock an account', async () => {
    const email = 'guessed@lodefield.example'
    await callers.signIn({ email, password_hash: passwordHash })
    for (const server of [first, second, third, first, second]) {
      expect((await signIn(server, email, 'Wrong-guess-1')).status).toBe(401)
    }
    for (const server of all()) {
      expect(await signIn(server, email, PASSWORD)).toMatchObject({ status: 423, body: { code: 'locked' } })
    }
  })

  test('twenty sign-ins are the limit of an IP address at all of them together', async () => {
    const responses: ReceivedResponse[] = []
    for (let number = 0; number < 24; number += 3) {
      const names = [0, 1, 2].map((more) => `stranger-${number + more}@lodefield.example`)
      responses.push(
        ...(await Promise.all(all().map((server, at) => signIn(server, names[at] ?? '', 'Wrong-1')))),
      )
    }
    expect(statusesOf(responses)).toEqual([...Array(20).fill(401), ...Array(4).fill(429)])
  })

  test('calls to one count at the others within seconds', async () => {
    const call = (server: Server) => server.call('GET', '/health', { address })
    for (let turn = 0; turn < 4; turn++) await Promise.all(Array.from({ length: 150 }, () => call(first)))
    expect((await call(first)).status).toBe(429)
    await waitUntil(
      () => call(second),
      ({ status }) => status === 429,
      5_000,
    )
  })

  test('twenty identical requests with one key store one row and get the same response', async () => {
    const { user } = await callers.signIn()
    const body = { type: 'deposit', amount: '125.50', description: 'Once', date: '2026-01-31' }
    const responses = await spread(20, (server) =>
      server.call('POST', `${ADMIN_PATH_PREFIX}/user/${user.id}/transactions`, {
        headers: { ...admin, 'idempotency-key': 'the-same-for-all' },
        body,
        address,
      }),
    )
    expect(statusesOf(responses)).toEqual(Array(20).fill(201))
    expect(new Set(responses.map(({ body }) => body.transaction.id)).size).toBe(1)
    const [row] = await store.sql`select count(*)::int as count from transactions where user_id = ${user.id}`
    expect(row).toEqual({ count: 1 })
  })

  test('one of twelve registrations of one email succeeds', async () => {
    const register = (server: Server, number: number) =>
      server.call('POST', '/auth/register', {
        // Written differently, but the same.
        body: {
          first_name: 'One',
          last_name: 'Person',
          email: number % 3 ? 'one@lodefield.example' : 'One@Lodefield.example',
          password: PASSWORD,
        },
        address: `198.51.100.${number}`,
      })
    // A slow machine rejects some with a retry time; they then retry.
    const responses = await spread(12, async (server, number) => {
      const { response } = await waitUntil(
        () => register(server, number),
        ({ status }) => status !== 429,
      )
      return response
    })
    expect(statusesOf(responses)).toEqual([201, ...Array(11).fill(409)])
    const [row] = await store.sql`
      select count(*)::int as count from users where lower(email) = 'one@lodefield.example'`
    expect(row).toEqual({ count: 1 })
  })

  test('one of two administrators who edit one row writes it', async () => {
    const other = (await callers.signInAdmin()).headers
    const { user } = await callers.signIn()
    const created = await first.call('POST', `${ADMIN_PATH_PREFIX}/user/${user.id}/transactions`, {
      headers: admin,
      body: { type: 'deposit', amount: '10.00', date: '2026-01-31' },
      address,
    })
    const { id, updated_at } = created.body.transaction
    const edit = (server: Server, headers: Record<string, string>, amount: string) =>
      server.call('PUT', `${ADMIN_PATH_PREFIX}/transactions/${id}`, {
        headers,
        body: { amount, updated_at },
        address,
      })
    const responses = await Promise.all([edit(first, admin, '11.00'), edit(second, other, '12.00')])
    expect(statusesOf(responses)).toEqual([200, 409])
    const written = responses.find(({ status }) => status === 200)?.body.transaction.amount
    const read = await third.call('GET', `${ADMIN_PATH_PREFIX}/transactions/${id}`, {
      headers: admin,
      address,
    })
    expect(read.body.transaction.amount).toBe(written)
  })

  test('a notification sent at one is announced and read at the others', async () => {
    const { user, headers } = await callers.signIn()
    const stream = await fetch(`${third.origin}${API_BASE}/events`, { headers })
    const reader = stream.body?.getReader()
    const decoder = new TextDecoder()
    const received = (async () => {
      let text = ''
      while (!text.includes('event: notifications')) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) break
        text += decoder.decode(value, { stream: true })
      }
      await reader?.cancel()
      return text
    })()
    await first.call('POST', `${ADMIN_PATH_PREFIX}/notifications/send-direct`, {
      headers: admin,
      body: { title: 'Heard', message: 'At every instance.', target_user_id: user.id },
      address,
    })
    expect(await received).toContain('event: notifications')
    const list = (server: Server) => server.call('GET', '/user/notifications', { headers, address })
    expect((await list(second)).body).toMatchObject({ unread_count: 1, notifications: [{ title: 'Heard' }] })
    await second.call('PUT', '/user/notifications/read-all', { headers, address })
    expect((await list(first)).body.unread_count).toBe(0)
  })

  test('a conversation continues on any instance that a message reaches', async () => {
    const say = (server: Server, message: string, session_id?: string) =>
      server.call('POST', '/support/live-chat', { body: { name: 'Visitor', message, session_id }, address })
    const { session_id } = (await say(first, 'Hello')).body
    await say(second, 'Is anybody there?', session_id)
    const reply = await third.call(
      'POST',
      `${ADMIN_PATH_PREFIX}/support/chat-sessions/${session_id}/messages`,
      {
        headers: admin,
        body: { message: 'We are.' },
        address,
      },
    )
    expect(reply.status).toBe(201)
    const read = await first.call('GET', `/support/live-chat/${session_id}`, { address })
    expect(read.body.messages.map(({ message }: { message: string }) => message)).toEqual([
      'Hello',
      'Is anybody there?',
      'We are.',
    ])
  })

  test('all serve the settings changed at one', async () => {
    await first.call('PUT', `${ADMIN_PATH_PREFIX}/settings`, {
      headers: admin,
      body: { date_format: 'DD/MM/YYYY' },
      address,
    })
    for (const server of all()) {
      await waitUntil(
        () => server.call('GET', '/settings', { address }),
        ({ body }) => body.date_format === 'DD/MM/YYYY',
        SOON,
      )
    }
  })
})

test('one instance polls the market sources; when it is killed another takes over, and all serve the same prices', async () => {
  const sources = startFakeSources(Date.now)
  const database = await createTestDatabase()
  const start = () =>
    startServer({
      DATABASE_URL: database.url,
      MARKET_FEED: 'live',
      COINGECKO_URL: sources.url,
      METALS_URL: sources.url,
    })
  const servers = await Promise.all([start(), start(), start()])
  const readiness = (server: Server) => server.call('GET', '/ready')
  const prices = (server: Server) => server.call('GET', '/market-data')
  const { response } = await waitUntil(
    () => Promise.all(servers.map(readiness)),
    (responses) => responses.every(({ body }) => body.market === 'live'),
    15_000,
  )
  const polls = response.map(({ body }) => body.market_sources.polls)
  expect(polls.filter(Boolean)).toHaveLength(1)
  expect(sources.calls.filter((call) => call.startsWith('/coins/markets'))).toHaveLength(1)
  await waitUntil(
    async () => new Set((await Promise.all(servers.map(prices))).map(({ text }) => text)),
    (responses) => responses.size === 1,
    5_000,
  )

  const holder = servers[polls.indexOf(true)] as Server
  const others = servers.filter((server) => server !== holder)
  holder.kill('SIGKILL')
  await holder.ended()
  // Instead of waiting: the database's clock decides when a lease has expired.
  await database.sql`update feed_leases set expires_at = now()`
  await waitUntil(
    () => Promise.all(others.map(readiness)),
    (responses) => responses.filter(({ body }) => body.market_sources.polls).length === 1,
    15_000,
  )
  // In order, so that the lease is released and need not expire.
  expect(await Promise.all(others.map((server) => server.stop()))).toEqual([0, 0])
  const [lease] = await database.sql`select expires_at <= now() as is_free from feed_leases`
  expect(lease).toEqual({ is_free: true })
  await sources.stop()
  await database.drop()
})

test('a ticket stored by one is in the list of the other before its response is read', async () => {
  const response = await first.call('POST', '/support/ticket', { body: ticket('Seen at once'), address })
  const list = await second.call(
    'GET',
    `${ADMIN_PATH_PREFIX}/support/tickets?search=${response.body.reference}`,
    {
      headers: admin,
      address,
    },
  )
  expect(list.body.tickets).toMatchObject([{ subject: 'Seen at once' }])
})
