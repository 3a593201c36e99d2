import { afterAll, beforeAll, expect, test } from 'vitest'
import { support } from '#contract/desk/support'
import type { Endpoint } from '#contract/endpoint'
import { session } from '#contract/identity/session'
import { adminUsers } from '#contract/people/admin-users'
import { portfolio } from '#contract/portfolio/portfolio'
import { createTransaction, createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { isConcurrencyLimited } from './concurrency-limits.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const NOTHING = { callers: 0, running: 0, waiting: 0 }

/** Locks the transactions of all users, so that each read of them holds its connection until `unlock`. */
async function lockTransactions() {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = app.sql.begin(async (tx) => {
    await tx`lock table transactions in access exclusive mode`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return {
    async unlock() {
      released.resolve()
      await done
    },
  }
}

test('responds to others while one administrator runs twelve searches at once', async () => {
  const [one, other] = [await app.signInAdmin(), await app.signInAdmin()]
  const user = await createUser(app.db)
  await createTransaction(app.db, { user_id: user.id, description: 'Gold' })
  const lock = await lockTransactions()
  let ended = 0
  const searches = Array.from({ length: 12 }, () =>
    app.call('GET', `${app.adm}/user/${user.id}/transactions?search=gold`, { headers: one.headers }),
  )
  for (const search of searches) search.finally(() => ended++)
  await expect.poll(app.shares.calls.load).toEqual({ callers: 1, running: 3, waiting: 9 })

  const list = await app.call('GET', `${app.adm}/documents`, { headers: other.headers })
  const ticket = await app.call('POST', '/support/ticket', {
    body: { name: 'Ada', email: 'ada@lodefield.example', subject: 'Help', message: 'Please.' },
  })
  expect([list.status, ticket.status, ended]).toEqual([200, 201, 0])

  await lock.unlock()
  const responses = await Promise.all(searches)
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(app.shares.calls.load()).toEqual(NOTHING)
})

test('holds the slot of a call until its work ends, even after a 503 response', async () => {
  const { headers } = await app.signInAdmin()
  const user = await createUser(app.db)
  const lock = await lockTransactions()
  // The fourth call starts when the database ends the first three, and times out before its work ends.
  const calls = Array.from({ length: 4 }, () =>
    app.call('GET', `${app.adm}/user/${user.id}/transactions`, { headers }),
  )
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(app.shares.calls.load()).toEqual({ callers: 1, running: 1, waiting: 0 })
  await lock.unlock()
  await expect.poll(app.shares.calls.load).toEqual(NOTHING)
})

test('rejects a caller whose queue is full with 429 and Retry-After', async () => {
  const { headers } = await app.signInAdmin()
  const user = await createUser(app.db)
  const lock = await lockTransactions()
  const calls = Array.from({ length: 70 }, () =>
    app.call('GET', `${app.adm}/user/${user.id}/transactions`, { headers }),
  )
  await expect.poll(app.shares.calls.load).toEqual({ callers: 1, running: 3, waiting: 64 })
  await lock.unlock()
  const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200)
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [429, 'rate_limited'],
    [429, 'rate_limited'],
    [429, 'rate_limited'],
  ])
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(app.shares.calls.load()).toEqual(NOTHING)
})

test('does not count reads of the signed-in area', async () => {
  const { headers } = await app.signIn()
  const lock = await lockTransactions()
  const reads = Array.from({ length: 3 }, () => app.call('GET', '/user/transactions', { headers }))
  const countBlocked = async () => {
    const [row] = await app.sql`
      select count(*)::int as n from pg_locks join pg_class on pg_class.oid = relation
      where relname = 'transactions' and not granted`
    return row?.n
  }
  await expect.poll(countBlocked).toBeGreaterThan(0)
  expect(app.shares.calls.load()).toEqual(NOTHING)
  await lock.unlock()
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test.each([
  ['counts a list of the panel', adminUsers.list, true],
  ['counts a write of the panel', adminUsers.delete, true],
  ['does not count a file of the panel', adminUsers.exportCsv, false],
  ['counts a form of the public site', support.createTicket, true],
  ['does not count a public read', support.listChatMessages, false],
  ['does not count a sign-in', session.signIn, false],
  ['does not count a registration', session.register, false],
  ['counts a write of an investor', portfolio.requestInvestment, true],
] as const)('%s', (_, endpoint, counted) => {
  expect(isConcurrencyLimited(endpoint as unknown as Endpoint)).toBe(counted)
})
