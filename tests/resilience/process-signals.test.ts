import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { connectEmbedded } from '#db/embedded-connection'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { endServers, openCallers, startServer, ticket, waitUntil } from './server.ts'
import { signalEngine } from './test-postgres.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => {
  await endServers()
  await store.drop()
})

describe('kill -9 under load', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodefield-killed-'))
    await chmod(folder, 0o755)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('of the server and its database loses no acknowledged write, and stores none twice', async () => {
    const killed = await startServer({ DATA_DIR: folder })
    const acknowledged = new Map<string, number>()
    let isOver = false
    const visitor = async (visitor: number) => {
      for (let turn = 0; !isOver; turn++) {
        const key = `${visitor}-${turn}`
        const response = await killed
          .call('POST', '/support/ticket', { body: ticket(key), headers: { 'idempotency-key': key } })
          .catch(() => undefined)
        if (response?.status === 201) acknowledged.set(key, response.body.id)
      }
    }
    const load = Array.from({ length: 8 }, (_, number) => visitor(number))
    await waitUntil(
      async () => acknowledged.size,
      (size) => size >= 150,
    )
    killed.kill('SIGKILL')
    await signalEngine(folder, 'SIGKILL')
    isOver = true
    await Promise.all(load)
    expect(await killed.ended()).not.toBe(0)

    const started = await startServer({ DATA_DIR: folder })
    const { db, close } = openCallers((await connectEmbedded(folder)).url)
    const rows = await db.execute<{ id: number; subject: string }>(
      sql`select id, subject from support_tickets`,
    )
    await close()
    const stored = new Map(rows.map(({ id, subject }) => [subject, id]))
    expect([...acknowledged].filter(([key, id]) => stored.get(key) !== id)).toEqual([])
    expect(rows.length).toBe(stored.size)
    // A client without a response retries, and nothing is stored twice.
    const [last = ''] = [...acknowledged.keys()].slice(-1)
    const again = await started.call('POST', '/support/ticket', {
      body: ticket(last),
      headers: { 'idempotency-key': last },
    })
    expect(again.body.id).toBe(acknowledged.get(last))
    expect(await started.stop()).toBe(0)
    // Two starts, of which the first creates the database.
  }, 120_000)
})

test('two concurrent starts on an empty database migrate and seed it once, and both serve', async () => {
  await store.sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public')
  const starters = await Promise.all([1, 2, 3].map(() => startServer({ DATABASE_URL: store.url })))
  const ready = await Promise.all(starters.map((server) => server.call('GET', '/ready')))
  expect(ready.map(({ status }) => status)).toEqual([200, 200, 200])
  const journal = join(import.meta.dirname, '../../drizzle/migrations/meta/_journal.json')
  const { entries } = JSON.parse(await readFile(journal, 'utf8')) as { entries: unknown[] }
  const [counts] = await store.sql`
    select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
      (select count(*)::int from admins) as admins, (select count(*)::int from settings) as settings,
      (select count(*)::int from tokens) as tokens`
  expect(counts).toEqual({ migrations: entries.length, admins: 1, settings: 1, tokens: 10 })
  await Promise.all(starters.map((server) => server.stop()))
})

test("a server next to another one warns that uploads are in each one's data folder", async () => {
  const database = await createTestDatabase()
  const first = await startServer({ DATABASE_URL: database.url })
  const second = await startServer({ DATABASE_URL: database.url })
  const warnings = ({ said }: typeof first) =>
    said.filter((line) => line.includes('Another server uses this database'))
  expect(warnings(first)).toEqual([])
  expect(warnings(second)).toHaveLength(1)
  expect(warnings(second)[0]).toContain('S3_BUCKET')
  await Promise.all([first.stop(), second.stop()])
  await database.drop()
})

test('the printed addresses are those of the pages in front of the server, if there are any', async () => {
  const database = await createTestDatabase()
  const server = await startServer({ DATABASE_URL: database.url }, [], ['--announce=http://localhost:4399'])
  await server.stop()
  await server.ended()
  expect(server.origin).toBe('http://localhost:4399')
  expect(server.said.join('\n')).toContain('API reference   http://localhost:4399/api/v1/reference')
  await database.drop()
})

/** Sends text over a new connection and collects what is received. */
function open(port: number, text: string): { socket: Socket; received: () => string; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => {})
  socket.write(text)
  return { socket, received: () => received, closed: new Promise((done) => socket.once('close', done)) }
}

const head = (path: string, more = '') => `GET ${API_BASE}${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`

describe('SIGTERM', () => {
  /** Blocks every ticket until released, so that requests are in flight; returns once that has begun. */
  async function holdTickets(url: string) {
    const { db, close } = openCallers(url)
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table support_tickets in access exclusive mode`)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    return async () => {
      released.resolve()
      await held.finally(close)
    }
  }

  test('lets requests in flight finish, fails readiness with 503 in the meantime, and exits 0 within ten seconds', async () => {
    const database = await createTestDatabase()
    const server = await startServer({ DATABASE_URL: database.url, DRAIN_SECONDS: '2' })
    const { signIn, close } = openCallers(database.url)
    const { headers } = await signIn()
    // Three connections that could delay the exit: an idle one, half a request, and an endless stream.
    const idle = open(server.port, head('/health'))
    const half = open(server.port, `GET ${API_BASE}/health HTTP/1.1\r\nHost: local`)
    const stream = open(server.port, head('/events', `Authorization: ${headers.authorization}\r\n`))
    await waitUntil(
      async () => stream.received() + idle.received(),
      (text) => text.includes('event-stream') && text.includes('"ok"'),
    )
    const release = await holdTickets(database.url)
    const underWay = [1, 2, 3].map((number) =>
      server.call('POST', '/support/ticket', { body: ticket(`Under way ${number}`) }),
    )
    await waitUntil(
      () => database.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`,
      ({ length }) => length > 0,
    )

    const startedClock = performance.now()
    server.kill('SIGTERM')
    server.kill('SIGTERM')
    const { response } = await waitUntil(
      () => server.call('GET', '/ready'),
      ({ status }) => status !== 200,
      1_800,
    )
    expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    // The load balancer has not noticed yet: its requests still get a response.
    expect((await server.call('GET', '/settings')).status).toBe(200)

    await release()
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await server.ended()).toBe(0)
    expect(performance.now() - startedClock).toBeLessThan(10_000)
    await Promise.all([idle.closed, half.closed, stream.closed])
    expect(server.said.filter((line) => line.includes('"draining"'))).toHaveLength(1)
    await close()
    await database.drop()
  })

  test('aborts requests that do not finish, and still exits 0 within ten seconds', async () => {
    const database = await createTestDatabase()
    const server = await startServer({ DATABASE_URL: database.url })
    const body = JSON.stringify(ticket('Never sent to its end'))
    const slow = open(
      server.port,
      `POST ${API_BASE}/support/ticket HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    )
    const drip = setInterval(() => slow.socket.write(' '), 500)
    await Bun.sleep(300)
    const startedClock = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - startedClock).toBeLessThan(10_000)
    clearInterval(drip)
    const [row] = await database.sql`select count(*)::int as count from support_tickets`
    expect(row).toEqual({ count: 0 })
    await database.drop()
  })
})
