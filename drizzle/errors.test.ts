import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './client.ts'
import { getCheckViolation, getForeignKeyViolation, getUniqueViolation, isUnavailable } from './errors.ts'
import { createUser } from './seed/factories.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('isUnavailable is true for', () => {
  test('a closed port', async () => {
    const { db, close } = openDatabase('postgres://nobody:x@127.0.0.1:1/none')
    expect(isUnavailable(await errorOf(db.execute('select 1')))).toBe(true)
    await close()
  })

  test('a server that never responds', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { db, close } = openDatabase(`postgres://nobody:x@127.0.0.1:${port}/none`)
    expect(isUnavailable(await errorOf(db.execute('select 1')))).toBe(true)
    await close()
    silent.close()
  })

  test('a connection ended by the server', async () => {
    const { db, close } = openDatabase(store.url, { max: 1 })
    expect(isUnavailable(await errorOf(db.execute('select pg_terminate_backend(pg_backend_pid())')))).toBe(
      true,
    )
    await expect.poll(() => errorOf(db.execute('select 1')), { timeout: 5_000 }).toBeUndefined()
    await close()
  })

  test('a connection that breaks as soon as it is made', async () => {
    // "Authenticated", "ready for a query"; then it closes, and no later rejection goes unhandled.
    const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
    const breaking = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(ready)
        socket.once('data', () => socket.resetAndDestroy())
      })
    })
    await new Promise<void>((listening) => breaking.listen(0, '127.0.0.1', listening))
    const address = breaking.address()
    const { db, close } = openDatabase(
      `postgres://nobody:x@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`,
      { max: 1 },
    )
    expect(isUnavailable(await errorOf(db.execute('select 1')))).toBe(true)
    void close()
    breaking.close()
  })

  test('a statement that takes too long, within five seconds', async () => {
    const [{ limit = 0 } = {}] =
      await store.sql`select setting::int as limit from pg_settings where name = 'statement_timeout'`
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThan(5_000)
    const late = store.db.transaction(async (tx) => {
      await tx.execute('set local statement_timeout = 20')
      await tx.execute('select pg_sleep(30)')
    })
    expect(isUnavailable(await errorOf(late))).toBe(true)
  })

  test('too many connections, or a closed pool', async () => {
    expect(isUnavailable(new Error('wrapped', { cause: { code: '53300' } }))).toBe(true)
    const { db, close } = openDatabase(store.url)
    await close()
    expect(isUnavailable(await errorOf(db.execute('select 1')))).toBe(true)
  })

  test('no programming error', async () => {
    for (const statement of ['selec 1', 'select 1 / 0', 'select * from nowhere']) {
      expect(isUnavailable(await errorOf(store.db.execute(statement)))).toBe(false)
    }
    for (const value of [undefined, null, 'ECONNREFUSED', new Error('x'), { code: 57 }]) {
      expect(isUnavailable(value)).toBe(false)
    }
    const round: { cause?: unknown } = {}
    round.cause = round
    expect(isUnavailable(round)).toBe(false)
  })
})

test('a violation is identified by its constraint, other errors are not', async () => {
  await createUser(store.db, { email: 'twice@lodefield.example' })
  const error = await errorOf(createUser(store.db, { email: 'Twice@lodefield.example' }))
  expect(getUniqueViolation(error)).toBe('users_email_unique')
  expect(getCheckViolation(error)).toBeUndefined()
  expect(getForeignKeyViolation(error)).toBeUndefined()
  const orphan = await errorOf(
    store.sql`insert into notifications (user_id, title, message) values (0, 'a', 'b')`,
  )
  expect(getForeignKeyViolation(orphan)).toBe('notifications_user_id_users_id_fk')
})

test('counts are numbers, as long as numbers are exact', async () => {
  const [row] = await store.sql`select count(*) as users, 9007199254740991::int8 as exact from users`
  expect(row).toEqual({ users: 1, exact: Number.MAX_SAFE_INTEGER })
  await expect(store.sql`select 9007199254740993::int8 as inexact`.execute()).rejects.toThrow('too large')
  expect(await store.sql`select 1 as still_connected`).toHaveLength(1)
})
