import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

const PATH = '/user/transactions/export'
/** More than a connection buffers: a file of about 12 MB. */
const MANY = 12_000

let app: TestApp
let one: Awaited<ReturnType<TestApp['signIn']>>
beforeAll(async () => {
  app = await startTestApp()
  one = await app.signIn()
  await app.sql`
    insert into transactions (user_id, type, amount, description)
    select ${one.user.id}, 'deposit', n, repeat('x', 1000) from generate_series(1, ${MANY}) as n`
})
afterAll(() => app.close())

const NOTHING = { callers: 0, running: 0, waiting: 0 }
const load = () => app.shares.exports.load()

/** Requests the file without reading it. Ends with the test. */
async function askWithoutReading(port: number, method = 'GET'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  socket.write(
    `${method} ${API_BASE}${PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${one.headers.authorization}\r\n\r\n`,
  )
  return socket
}

describe('the exports of a caller', () => {
  test('are limited to two at once; the third is rejected with 429 until one ends', async () => {
    const { port } = app.listen()
    const stalled = [await askWithoutReading(port), await askWithoutReading(port)]
    await expect.poll(load).toEqual({ callers: 1, running: 2, waiting: 0 })

    const refused = await app.call('GET', PATH, { headers: one.headers })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toContain('downloads are still in progress')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await app.signIn()
    expect((await app.call('GET', PATH, { headers: other.headers })).status).toBe(200)

    stalled[0]?.destroy()
    await expect.poll(load).toEqual({ callers: 1, running: 1, waiting: 0 })
    const read = await app.call('GET', PATH, { headers: one.headers })
    expect(read.text.trimEnd().split('\r\n')).toHaveLength(MANY + 1)
    stalled[1]?.destroy()
    await expect.poll(load).toEqual(NOTHING)
  })

  test('may stay unread for two minutes', async () => {
    const limits: number[] = []
    const server = { requestIP: () => null, timeout: (_: Request, seconds: number) => limits.push(seconds) }
    const request = new Request(`http://localhost${API_BASE}${PATH}`, { headers: one.headers })
    const response = await app.fetch(request, server as unknown as Bun.Server<unknown>)
    expect([response.status, limits]).toEqual([200, [120]])
    await response.body?.cancel()
    expect(load()).toEqual(NOTHING)
  })

  test('hold no database connection while they are not read', async () => {
    const { port } = app.listen()
    await askWithoutReading(port)
    await askWithoutReading(port)
    await expect.poll(load).toEqual({ callers: 1, running: 2, waiting: 0 })
    const busy = async () => {
      const [row] = await app.sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name like '%slow%' and state <> 'idle'`
      return row?.n
    }
    await expect.poll(busy).toBe(0)
    expect(load()).toEqual({ callers: 1, running: 2, waiting: 0 })
  })

  test('free their slots when they are read, rejected or requested by HEAD', async () => {
    expect((await app.call('GET', PATH, { headers: one.headers })).status).toBe(200)
    expect(load()).toEqual(NOTHING)
    for (const query of ['?from=2026-02-01&to=2026-01-01', '?type=none']) {
      expect((await app.call('GET', PATH + query, { headers: one.headers })).status).toBe(422)
      expect(load()).toEqual(NOTHING)
    }
    expect((await app.call('HEAD', PATH, { headers: one.headers })).status).toBe(200)
    expect(load()).toEqual(NOTHING)
    const admin = await app.signInAdmin()
    const gone = await createUser(app.db)
    const paths = [`/user/999999/transactions/export`, `/user/${gone.id}/transactions/export`]
    for (const path of paths) await app.call('GET', app.adm + path, { headers: admin.headers })
    expect(load()).toEqual(NOTHING)
  })
})

describe('the audit log of a panel export', () => {
  const panelPath = () => `${app.adm}/user/${one.user.id}/transactions/export`
  let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
  beforeAll(async () => {
    admin = await app.signInAdmin()
    await readEntries()
  })

  /** The export entries since the last call. */
  let seen = 0
  async function readEntries() {
    const rows = await app.sql<
      { id: number; action: string; request_id: string; after: { sent?: number } }[]
    >`
      select id, action, request_id, after from audit_log where action like 'list.export%' and id > ${seen} order by id`
    seen = rows.at(-1)?.id ?? seen
    return rows
  }
  const began = { action: 'list.export', after: { filter: {}, rows: MANY } }

  /** Starts reading an export over a connection. */
  async function beginReading() {
    const { port } = app.listen()
    const leaving = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}${API_BASE}${panelPath()}`, {
      headers: admin.headers,
      signal: leaving.signal,
    })
    const reader = response.body?.getReader()
    await reader?.read()
    return { leaving, reader }
  }

  test('records the start, and the end with the number of rows sent', async () => {
    expect((await app.call('GET', panelPath(), { headers: admin.headers })).status).toBe(200)
    const [first, last, ...others] = await readEntries()
    expect(first).toMatchObject(began)
    const completed = { action: 'list.export_completed', after: { filter: {}, rows: MANY, sent: MANY } }
    expect(last).toMatchObject({ ...completed, request_id: first?.request_id })
    expect(others).toEqual([])
  })

  test('records the rows sent before a cancellation', async () => {
    const { leaving, reader } = await beginReading()
    expect(await readEntries()).toMatchObject([began])
    leaving.abort()
    await reader?.closed.catch(() => {})
    await expect.poll(async () => (await app.sql`select from audit_log where id > ${seen}`).length).toBe(1)
    const [end] = await readEntries()
    expect(end).toMatchObject({ action: 'list.export_cancelled', after: { rows: MANY } })
    expect(end?.after.sent).toBeLessThan(MANY)
    expect(load()).toEqual(NOTHING)
  })

  test('records a failure in the middle, which no reader mistakes for a complete file', async () => {
    const { reader } = await beginReading()
    await app.sql`alter table transactions rename column description to other`
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readOn()).rejects.toThrow()
    await app.sql`alter table transactions rename column other to description`
    await expect
      .poll(async () => (await readEntries()).at(-1))
      .toMatchObject({ action: 'list.export_failed' })
    expect(load()).toEqual(NOTHING)
  })

  test('decides whether a file is completed', async () => {
    await app.sql`alter table audit_log add constraint no_end check (action <> 'list.export_completed') not valid`
    const request = new Request(`http://localhost${API_BASE}${panelPath()}`, { headers: admin.headers })
    const server = { requestIP: () => null, timeout: () => {} }
    const response = await app.fetch(request, server as unknown as Bun.Server<unknown>)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    await app.sql`alter table audit_log drop constraint no_end`
  })
})
