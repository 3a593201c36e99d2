import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { openDatabase } from '#db/client'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { startFakeSources } from '#modules/market/testing-price-sources'
import { pgBouncerSkipReason, startPgBouncer } from './pgbouncer.ts'
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
import { skipWithReason } from './system-programs.ts'

const PASSWORD = 'Correct-horse-1'
const AUDIT_KEY = 'seals-of-tests-0123456789-abcdefghijk'

let store: TestDatabase
let callers: ReturnType<typeof openCallers>
let pooler: Awaited<ReturnType<typeof startPgBouncer>>
let sources: ReturnType<typeof startFakeSources>
let servers: Server[]
let first: Server
let second: Server
let admin: Record<string, string>
beforeAll(async () => {
  if (pgBouncerSkipReason) return
  store = await createTestDatabase()
  callers = openCallers(store.url)
  pooler = await startPgBouncer(store.serverUrl)
  sources = startFakeSources(Date.now)
  const start = () =>
    startServer({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: store.serverUrl,
      DATABASE_OWNER_URL: store.url,
      AUDIT_KEY,
      MARKET_FEED: 'live',
      COINGECKO_URL: sources.url,
      METALS_URL: sources.url,
    })
  servers = await Promise.all([start(), start()])
  ;[first, second] = servers as [Server, Server]
  admin = (await callers.signInAdmin()).headers
})
afterAll(async () => {
  if (pgBouncerSkipReason) return
  await endServers()
  await callers.close()
  await sources.stop()
  await pooler.remove()
  await store.drop()
})
beforeEach(({ skip }) => skipWithReason('behind a pooler', pgBouncerSkipReason, skip))

const failureOf = (environment: Record<string, string>): Promise<string> =>
  startServer(environment).then(
    () => 'It started.',
    (error: Error) => error.message.trim(),
  )

/** The text of a stream up to `word`. */
async function readUntil(stream: Response, word: string): Promise<string> {
  const reader = stream.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(word)) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return text
}

describe('a start at a pooler', () => {
  const line =
    'Lodefield could not start: The database address leads to a connection pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself; what needs a session of its own connects there.'

  test('without DATABASE_DIRECT_URL, or with one of the pooler, fails with one line', async () => {
    expect(await failureOf({ DATABASE_URL: pooler.url })).toBe(line)
    const other = new URL(pooler.url)
    other.searchParams.set('connect_timeout', '5')
    expect(await failureOf({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: other.href })).toBe(line)
  })

  test('that drops unknown parameters fails with the same line', async () => {
    const silent = await startPgBouncer(store.serverUrl, [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'plan_cache_mode',
      'lodefield.session',
    ])
    expect(await failureOf({ DATABASE_URL: silent.url })).toBe(line)
    await silent.remove()
  })
})

test('statements sent concurrently on one connection all get their rows', async () => {
  const { sql, close } = openDatabase(pooler.url, { max: 1, pooled: true })
  const ask = async (): Promise<unknown[]> => {
    const found = await Promise.all([
      sql.unsafe('select 1 as it'),
      sql`select 2 as it`,
      sql`select ${3}::int as it`,
      sql.begin((transaction) => transaction`select ${4}::int as it`),
      sql.unsafe('select 5 as it'),
      sql.unsafe('select $1::int as it', [6]),
    ])
    return found.map(([row]) => row?.it)
  }
  for (let times = 0; times < 20; times++) {
    const answer = await Promise.race([ask(), pause(5_000, 'A statement got no answer')])
    expect(answer).toEqual([1, 2, 3, 4, 5, 6])
  }
  await close()
})

describe('two instances behind a pooler', () => {
  test('sign in, list, write and export, even concurrently over few sessions', async () => {
    const email = 'pooled@lodefield.example'
    const password_hash = await Bun.password.hash(PASSWORD, {
      algorithm: 'argon2id',
      memoryCost: 9_216,
      timeCost: 4,
    })
    const { user } = await callers.signIn({ email, password_hash })
    const opened = await first.call('POST', '/auth/user/login', { body: { email, password: PASSWORD } })
    expect(opened.status).toBe(200)
    const headers = { authorization: `Bearer ${opened.body.access_token}` }
    const work = (number: number): Promise<ReceivedResponse>[] => {
      const server = number % 2 ? first : second
      return [
        server.call('POST', `${ADMIN_PATH_PREFIX}/user/${user.id}/transactions`, {
          headers: admin,
          body: { type: 'deposit', amount: '10.50', date: '2026-01-31', description: `Deposit ${number}` },
        }),
        server.call('GET', '/user/transactions?limit=20', { headers }),
        server.call('GET', '/user/portfolio', { headers }),
        server.call('GET', `${ADMIN_PATH_PREFIX}/users?search=pooled`, { headers: admin }),
        server.call('POST', '/support/ticket', { body: ticket(`Pooled ${number}`) }),
      ]
    }
    const responses: ReceivedResponse[] = []
    for (let number = 0; number < 30; number += 3) {
      responses.push(...(await Promise.all([number, number + 1, number + 2].flatMap(work))))
    }
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201]))
    const list = await second.call('GET', '/user/transactions?limit=50', { headers })
    expect(list.body.transactions).toHaveLength(30)
    const csv = await first.call('GET', '/user/transactions/export', { headers })
    expect([csv.status, csv.text.match(/Deposit \d+/g)?.length]).toEqual([200, 30])
    const pdf = await second.call('GET', '/user/transactions/statement', { headers })
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  })

  test('receive live changes at both, and one of them polls the market', async () => {
    const { user, headers } = await callers.signIn()
    const stream = await fetch(`${second.origin}${API_BASE}/events`, { headers })
    const heard = readUntil(stream, 'event: notifications')
    const sent = await first.call('POST', `${ADMIN_PATH_PREFIX}/notifications/send-direct`, {
      headers: admin,
      body: { title: 'Heard', message: 'Through a session of its own.', target_user_id: user.id },
    })
    expect(sent.status).toBe(201)
    expect(await heard).toContain('event: notifications')
    await waitUntil(
      () => Promise.all(servers.map((server) => server.call('GET', '/ready'))),
      (responses) =>
        responses.every(({ body }) => body.market === 'live') &&
        responses.filter(({ body }) => body.market_sources.polls).length === 1,
      15_000,
    )
  })

  test('respond with 503 when a lock is held, and leave no statement waiting for it', async () => {
    const { user } = await callers.signIn()
    await store.sql.begin(async (transaction) => {
      await transaction`select from users where id = ${user.id} for update`
      const response = await first.call('PUT', `${ADMIN_PATH_PREFIX}/users/${user.id}/status`, {
        headers: admin,
        body: { is_active: false },
      })
      expect([response.status, response.body.code]).toEqual([503, 'unavailable'])
      await waitUntil(
        () => transaction`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        (waiting) => waiting.length === 0,
      )
    })
  })

  test('respond with 503 without the pooler, and recover when it is back', async () => {
    const restart = await pooler.restart()
    const send = (server: Server) =>
      server.call('POST', '/support/ticket', { body: ticket('While it restarts') })
    const responses = await Promise.all(servers.map(send))
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [503, 'unavailable'],
      [503, 'unavailable'],
    ])
    await restart.up()
    for (const server of servers) {
      await waitUntil(
        () => send(server),
        ({ status }) => status === 201,
      )
    }
  })
})

test('commands connect without the pooler', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-pooled-'))
  const run = async (...words: string[]) => {
    const child = Bun.spawn([process.execPath, ...words], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: {
        ...process.env,
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: store.serverUrl,
        DATABASE_OWNER_URL: store.url,
        AUDIT_KEY,
        DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const err = await new Response(child.stderr).text()
    return [await child.exited, err]
  }
  expect(await run('scripts/backup.ts', join(folder, 'backup'))).toEqual([0, ''])
  expect(await run('scripts/audit-verify.ts')).toEqual([0, ''])
  expect(await run('scripts/verify-totals.ts')).toEqual([0, ''])
  await rm(folder, { recursive: true, force: true })
})
