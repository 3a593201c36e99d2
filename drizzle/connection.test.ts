import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import {
  afterCommit,
  checkConnection,
  connectDatabase,
  database,
  disconnectDatabase,
  getRetryCounts,
  inTransaction,
} from './connection.ts'
import { isUnavailable, SerializationFailure } from './errors.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await connectDatabase(store.url)
  await store.sql`create table counters (id integer primary key, value integer not null)`
})
afterAll(async () => {
  await disconnectDatabase()
  await store.drop()
})
beforeEach(
  () => store.sql`
  insert into counters values (1, 0), (2, 0) on conflict (id) do update set value = 0`,
)

const increment = (id: number) =>
  database().execute(sql`update counters set value = value + 1 where id = ${id}`)
const readValues = async () =>
  (await store.sql`select value from counters order by id`).map(({ value }) => value)

/** Resolves for both callers once both have called. */
function makeMeeting(): () => Promise<void> {
  let arrived = 0
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    arrived += 1
    if (arrived === 2) open()
    return isOpen
  }
}

test('retries a transaction that PostgreSQL aborted because of a deadlock', async () => {
  const meet = makeMeeting()
  const before = getRetryCounts().deadlock
  const committed: string[] = []
  let attempts = 0
  const both = (name: string, first: number, second: number) =>
    inTransaction(async () => {
      attempts += 1
      await increment(first)
      afterCommit(() => committed.push(name))
      await meet()
      await increment(second)
    })
  await Promise.all([both('a', 1, 2), both('b', 2, 1)])
  expect(await readValues()).toEqual([2, 2])
  expect(attempts).toBe(3)
  expect(getRetryCounts().deadlock - before).toBe(1)
  // The callbacks of the failed attempt do not run.
  expect(committed.sort()).toEqual(['a', 'b'])
})

test('reruns the outermost transaction, not only the inner one', async () => {
  let attempts = 0
  await inTransaction(async () => {
    await increment(1)
    await inTransaction(async () => {
      attempts += 1
      if (attempts < 3) throw new SerializationFailure('Once more')
      await increment(2)
    })
  })
  expect(attempts).toBe(3)
  expect(await readValues()).toEqual([1, 1])
})

test('fails as unavailable after five attempts', async () => {
  let attempts = 0
  const failure = await inTransaction(async () => {
    attempts += 1
    await increment(1)
    await database().execute(
      sql.raw(
        `do $$ begin raise exception 'Could not serialize' using errcode = 'serialization_failure'; end $$`,
      ),
    )
  }).catch((error: unknown) => error)
  expect(attempts).toBe(5)
  expect(isUnavailable(failure)).toBe(true)
  expect(await readValues()).toEqual([0, 0])
})

test('does not retry other errors', async () => {
  let attempts = 0
  const failing = inTransaction(async () => {
    attempts += 1
    await database().execute(sql`insert into counters values (1, 0)`)
  })
  await expect(failing).rejects.toThrow()
  expect(attempts).toBe(1)
})

test('a transaction that keeps querying after PostgreSQL closed its connection fails without ending the process', async () => {
  const { sql: pool, close } = openDatabase(store.url, { max: 1 })
  const whole = pool.begin(async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    await store.sql`select pg_terminate_backend(${backend?.pid ?? 0})`
    // Without its patch, the driver throws outside any call at one of these, which ends the process.
    for (let attempt = 0; attempt < 3; attempt++) await tx`select 1`.catch(() => {})
    throw new Error('Rolled back')
  })
  await expect(whole).rejects.toThrow()
  await close()
})

describe('the first connection', () => {
  /** The end of PostgreSQL's response to a login: it is ready for queries. */
  const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')

  /** Forwards to the test's database, but first closes this many connections at their first query. */
  async function startForwarder(closed: number) {
    const target = new URL(store.url)
    let left = closed
    const forwarder = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname)
      let isReady = false
      client.on('error', () => upstream.destroy())
      upstream.on('error', () => client.destroy())
      upstream.on('data', (data) => {
        isReady ||= data.includes(READY)
        client.write(data)
      })
      client.on('data', (data) => {
        if (isReady && left > 0) {
          left -= 1
          client.destroy()
        } else {
          upstream.write(data)
        }
      })
      upstream.on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
    })
    await new Promise<void>((resolve) => forwarder.listen(0, '127.0.0.1', resolve))
    const url = new URL(store.url)
    url.hostname = '127.0.0.1'
    url.port = String((forwarder.address() as AddressInfo).port)
    return { url: url.href, stop: () => forwarder.close() }
  }

  afterEach(() => connectDatabase(store.url))

  test('is retried when it is closed before it responds to a query', async () => {
    const { url, stop } = await startForwarder(2)
    await connectDatabase(url)
    await expect(checkConnection()).resolves.toBeUndefined()
    stop()
  })

  test('fails when every attempt is closed', async () => {
    const { url, stop } = await startForwarder(Number.POSITIVE_INFINITY)
    await connectDatabase(url)
    await expect(checkConnection()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    stop()
  })
})

test('a statement cancelled between its rows leaves nothing for the next one', async () => {
  const { sql: connection, close } = openDatabase(store.url, { max: 1 })
  try {
    await connection`set statement_timeout = 500`
    // Enough rows that the first ones are sent before the time limit.
    const rows = connection`
      select repeat('x', 200) as text, case when n > 4000 then pg_sleep(2)::text end as wait
      from generate_series(1, 5000) as n`
    await expect(rows).rejects.toMatchObject({ code: '57014' })
    expect([...(await connection`select 1 as one`)]).toEqual([{ one: 1 }])
  } finally {
    await close()
  }
})
