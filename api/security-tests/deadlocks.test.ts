/**
 * Pairs of calls that once locked the same rows in different orders. Run concurrently, neither may fail or be rerun
 * after a deadlock: a retry hides a wrong order without fixing it.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getRetryCounts } from '#db/connection'
import {
  createNotification,
  createPortfolio,
  createTicket,
  createToken,
  createUser,
} from '#db/seed/factories'
import { startTestApp, type TestApp, type TestResponse } from '#testing/test-app'

const ROUNDS = 10

let app: TestApp
let headers: Record<string, string>

beforeAll(async () => {
  app = await startTestApp()
  headers = (await app.signInAdmin()).headers
})
afterAll(() => app.close())

let deadlocksBefore = 0
beforeEach(() => {
  deadlocksBefore = getRetryCounts().deadlock
})

type Responses = Promise<TestResponse>[]

/** Runs the calls of each round concurrently, and returns all their statuses. */
async function runRounds(makeRound: () => Promise<() => Responses>): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    const start = await makeRound()
    for (const { status } of await Promise.all(start())) statuses.add(status)
  }
  return statuses
}

test('approves a request while its token is renamed', async () => {
  let renamed = 0
  const statuses = await runRounds(async () => {
    const token = await createToken(app.db)
    const { id } = await createUser(app.db, { is_verified: true })
    await createPortfolio(app.db, {
      user_id: id,
      pending_investments: token.symbol,
      pending_since: new Date(),
    })
    renamed += 1
    return () => [
      app.call('PUT', `${app.adm}/portfolio/${id}/pending-token`, { headers, body: { action: 'approve' } }),
      app.call('PUT', `${app.adm}/tokens/${token.id}`, { headers, body: { symbol: `$RENAMED${renamed}` } }),
    ]
  })
  expect(statuses).toEqual(new Set([200]))
  expect(getRetryCounts().deadlock).toBe(deadlocksBefore)
})

/** Number of statements waiting for another transaction's lock. */
async function countWaiting(): Promise<number> {
  const [row] = await app.sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.n ?? 0
}

/**
 * Starts the calls in order, each once the previous one has ended or waits for a lock, then calls `release`; returns
 * their statuses.
 */
async function runUntilStuck(
  release: () => Promise<void>,
  ...calls: (() => Promise<TestResponse>)[]
): Promise<number[]> {
  const running: Promise<TestResponse>[] = []
  for (const call of calls) {
    let isDone = false
    const waiting = await countWaiting()
    running.push(call().finally(() => (isDone = true)))
    await expect.poll(async () => isDone || (await countWaiting()) > waiting).toBe(true)
  }
  await release()
  return (await Promise.all(running)).map(({ status }) => status)
}

/** Takes a lock on a separate connection. Returns the function that releases it. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const connection = await app.sql.reserve()
  await connection.unsafe(`begin; ${statement}`)
  return async () => {
    await connection.unsafe('commit')
    connection.release()
  }
}

// In each of these, the physical order of the rows differs from that of their ids: the older one was changed last.

test('sends an announcement to all users while users are changed in bulk', async () => {
  const older = await createUser(app.db)
  const newer = await createUser(app.db)
  await app.sql`update users set phone = '1' where id = ${older.id}`
  // Enough others that all of them are read in physical order.
  await app.sql`
    insert into users (email, password_hash, first_name, last_name)
    select 'many-' || n || '@lodefield.example', '!', 'Many', 'Number' from generate_series(1, 1000) as n`
  await app.sql`analyze users`
  const statuses = await runUntilStuck(
    await hold(`select 1 from users where id = ${newer.id} for key share`),
    () =>
      app.call('POST', `${app.adm}/users/bulk`, {
        headers,
        body: { ids: [older.id, newer.id], is_verified: true },
      }),
    () =>
      app.call('POST', `${app.adm}/notifications/send-direct`, {
        headers,
        body: { title: 'Maintenance', message: 'Tonight.' },
      }),
  )
  expect(statuses).toEqual([200, 201])
  expect(getRetryCounts().deadlock).toBe(deadlocksBefore)
})

test('marks all notifications as read while they are deleted in bulk', async () => {
  const { user, headers: investor } = await app.signIn()
  const older = await createNotification(app.db, { user_id: user.id })
  const newer = await createNotification(app.db, { user_id: user.id })
  // Enough other rows that rows are found by index, those of the bulk call by id.
  await app.sql`
    insert into notifications (user_id, title, message)
    select ${(await createUser(app.db)).id}, 'Another', 'Of somebody else.' from generate_series(1, 3000)`
  await app.sql`update notifications set title = 'Changed' where id = ${older.id}`
  await app.sql`analyze notifications`
  const statuses = await runUntilStuck(
    await hold(`select 1 from notifications where id = ${newer.id} for key share`),
    () =>
      app.call('POST', `${app.adm}/notifications/bulk-delete`, {
        headers,
        body: { ids: [older.id, newer.id] },
      }),
    () => app.call('PUT', '/user/notifications/read-all', { headers: investor }),
  )
  expect(statuses).toEqual([200, 200])
  expect(getRetryCounts().deadlock).toBe(deadlocksBefore)
})

test('deletes a user while the status of their tickets is set in bulk', async () => {
  const { id, email } = await createUser(app.db)
  const older = await createTicket(app.db, { user_id: id, email })
  const newer = await createTicket(app.db, { user_id: id, email })
  await app.sql`update support_tickets set priority = 'high' where id = ${older.id}`
  // The deletion pauses once it has locked its first ticket.
  await app.sql.unsafe(`
    create function pause() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(1);
      return new;
    end $$;
    create trigger a_pause before update of user_id on support_tickets for each row execute function pause()`)
  const statuses = await runUntilStuck(
    await hold('select pg_advisory_xact_lock(1)'),
    () => app.call('DELETE', `${app.adm}/users/${id}`, { headers }),
    () =>
      app.call('POST', `${app.adm}/support/tickets/bulk`, {
        headers,
        body: { ids: [older.id, newer.id], status: 'resolved' },
      }),
  )
  expect(statuses).toEqual([200, 200])
  expect(getRetryCounts().deadlock).toBe(deadlocksBefore)
})
