import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  endServers,
  openCallers,
  type ReceivedResponse,
  type Server,
  startServer,
  ticket,
  waitUntil,
} from './server.ts'
import { type OwnEngine, startOwnEngine } from './test-postgres.ts'

let engine: OwnEngine
let server: Server
let callers: ReturnType<typeof openCallers>
let investor: Record<string, string>

beforeAll(async () => {
  engine = await startOwnEngine()
  server = await startServer({ DATABASE_URL: engine.url })
  callers = openCallers(engine.url)
  investor = (await callers.signIn()).headers
})
afterAll(async () => {
  await endServers()
  await callers.close()
  await engine.remove()
})

/** Calls of every kind that needs the database: reading, writing, signing in, and those that check a limit first. */
const calls = (): Promise<ReceivedResponse>[] => [
  server.call('GET', '/user/transactions', { headers: investor }),
  server.call('GET', '/user/portfolio', { headers: investor }),
  server.call('GET', '/user/profile', { headers: investor }),
  server.call('PUT', '/user/profile', { headers: investor, body: { first_name: 'Another' } }),
  server.call('POST', '/support/ticket', { body: ticket('Without a database') }),
  server.call('POST', '/auth/user/login', {
    body: { email: 'nobody@lodefield.example', password: 'Wrong-1x' },
  }),
  server.call('GET', '/ready'),
]

/** 503 in the error format, within five seconds. */
function expectUnavailable(responses: ReceivedResponse[]): void {
  for (const { status, headers, body, ms } of responses) {
    expect({ status, code: body?.code }).toEqual({ status: 503, code: 'unavailable' })
    expect(body.error).toMatch(/^[A-Z].*\.$/)
    expect(body.request_id).toBe(headers.get('x-request-id'))
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(ms).toBeLessThan(5_000)
  }
}

const isReady = () => server.call('GET', '/ready')
const countTickets = async (subject: string) => {
  const [row] = await callers.db.execute<{ count: string }>(
    sql`select count(*)::text as count from support_tickets where subject = ${subject}`,
  )
  return Number(row?.count)
}

describe('a database that is', () => {
  test('frozen: returns 503 within five seconds, and recovers when it goes on', async () => {
    const cached = await server.call('GET', '/settings')
    expect(cached.status).toBe(200)
    await engine.freeze()
    try {
      expectUnavailable(await Promise.all(calls()))
      // Cached responses need no database, and neither does the liveness check.
      expect((await server.call('GET', '/settings')).text).toBe(cached.text)
      expect((await server.call('GET', '/health')).status).toBe(200)
      // Not only the first ones: nothing is left waiting that would block later callers.
      expectUnavailable(await Promise.all([...calls(), ...calls(), ...calls(), ...calls()]))
    } finally {
      await engine.thaw()
    }
    const { ms } = await waitUntil(isReady, ({ status }) => status === 200)
    expect(ms).toBeLessThan(6_000)
    expect((await server.call('GET', '/user/transactions', { headers: investor })).status).toBe(200)
  })

  test('frozen during a write: the same key stores it once, whatever happened to the first attempt', async () => {
    const once = { body: ticket('Frozen on the way'), headers: { 'idempotency-key': crypto.randomUUID() } }
    await engine.freeze()
    const first = await server.call('POST', '/support/ticket', once).finally(engine.thaw)
    expectUnavailable([first])
    const { response } = await waitUntil(
      () => server.call('POST', '/support/ticket', once),
      ({ status }) => status !== 503,
    )
    expect(response.status).toBe(201)
    expect(await countTickets('Frozen on the way')).toBe(1)
  })

  test('down: returns 503 immediately, and reconnects by itself', async () => {
    await engine.crash()
    expectUnavailable(await Promise.all(calls()))
    const startedAt = performance.now()
    await engine.restart()
    await waitUntil(isReady, ({ status }) => status === 200)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    const after = await Promise.all(calls())
    expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 401, 200])
  })
})

describe('an exhausted pool', () => {
  test('by statements that wait for a lock: 503, and reads work again after their timeout', async () => {
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = callers.db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table support_tickets in access exclusive mode`)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    try {
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, number) =>
          server.call('POST', '/support/ticket', { body: ticket(`Exhausted ${number}`) }),
        ),
      )
      expectUnavailable(responses)
    } finally {
      release.resolve()
      await holding
    }
    const { response } = await waitUntil(
      () => server.call('POST', '/support/ticket', { body: ticket('After it') }),
      ({ status }) => status === 201,
      6_000,
    )
    expect(response.body.success).toBe(true)
  })

  test('because the database accepts no more connections: 503, not an endless wait', async () => {
    // Taken by other connections: the server's own are ended, and none can be opened.
    await engine.asSuperuser('alter role lodefield connection limit 0')
    try {
      await engine.asSuperuser(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'lodefield'",
      )
      expectUnavailable(await Promise.all(calls()))
    } finally {
      await engine.asSuperuser('alter role lodefield connection limit -1')
    }
    await waitUntil(isReady, ({ status }) => status === 200)
  })
})
