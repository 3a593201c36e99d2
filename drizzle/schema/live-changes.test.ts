import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transactions } from '#db/schema/cash/transactions'
import { admins, sessions, users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import {
  createActivity,
  createAdmin,
  createNotification,
  createPortfolio,
  createSession,
  createTransaction,
  createUser,
} from '#db/seed/factories'
import { createAttestation, createValuation, issueUnits } from '#db/seed/series-factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'

let store: TestDatabase
const heard: string[] = []
beforeAll(async () => {
  store = await createTestDatabase()
  for (const channel of ['session_ended', 'user_changed', 'panel_changed']) {
    await store.sql.listen(channel, (payload) => void heard.push(`${channel} ${payload}`))
  }
})
afterAll(() => store.drop())

/**
 * Notifications arrive in commit order: once this one is received, all earlier ones are. Excludes those of the panel
 * and of accounts, which have their own tests.
 */
async function receiveAll(): Promise<string[]> {
  const mark = crypto.randomUUID()
  await store.sql.notify('user_changed', mark)
  await expect.poll(() => heard.at(-1)).toBe(`user_changed ${mark}`)
  return heard.slice(0, -1).filter((notice) => !/^(panel_changed|user_changed account) /.test(notice))
}
beforeEach(async () => {
  await receiveAll()
  heard.length = 0
})

const reasonOf = async (id: string) =>
  (await store.db.select().from(sessions).where(eq(sessions.id, id))).map((row) =>
    row.revoked_at ? row.revoked_reason : 'open',
  )[0]

test('the end of a session and a new email are announced to the investor, use of the session is not', async () => {
  const { id } = await createUser(store.db)
  const session = await createSession(store.db, { user_id: id })
  const ended = eq(sessions.id, session.id)
  const countOf = async () => {
    await receiveAll()
    return heard.filter((notice) => notice === `user_changed account ${id}`).length
  }
  await store.db.update(sessions).set({ last_used_at: new Date() }).where(ended)
  expect(await countOf()).toBe(0)
  await store.db.update(sessions).set({ revoked_at: new Date(), revoked_reason: 'signed_out' }).where(ended)
  expect(await countOf()).toBe(1)
  await store.db.update(users).set({ email: 'another-one@lodefield.example' }).where(eq(users.id, id))
  expect(await countOf()).toBe(2)
})

describe("an account's sessions end on", () => {
  test.each([
    ['account_disabled', { is_active: false }],
    ['password_changed', { password_hash: 'another' }],
    ['account_deleted', { deleted_at: new Date(), email: '' }],
  ])('%s', async (reason, change) => {
    const user = await createUser(store.db)
    const session = await createSession(store.db, { user_id: user.id })
    const other = await createSession(store.db)
    await store.db.update(users).set(change).where(eq(users.id, user.id))
    expect(await reasonOf(session.id)).toBe(reason)
    expect(await reasonOf(other.id)).toBe('open')
    expect(await receiveAll()).toEqual([`session_ended ${session.id} ${reason}`])
  })

  test('disabling an administrator does not affect an investor with the same id', async () => {
    const admin = await createAdmin(store.db)
    const session = await createSession(store.db, { role: 'admin', admin_id: admin.id })
    await store.sql`insert into users (id, email, password_hash, first_name, last_name)
      overriding system value values (${admin.id}, 'same-id@lodefield.example', '!', 'a', 'b')
      on conflict do nothing`
    const investor = await createSession(store.db, { user_id: admin.id })
    await store.db.update(admins).set({ is_active: false }).where(eq(admins.id, admin.id))
    expect(await reasonOf(session.id)).toBe('account_disabled')
    expect(await reasonOf(investor.id)).toBe('open')
  })
})

test('enabling an account reopens no session, and deleting a disabled one changes the reason', async () => {
  const user = await createUser(store.db)
  const session = await createSession(store.db, { user_id: user.id })
  const set = (values: Partial<typeof users.$inferInsert>) =>
    store.db.update(users).set(values).where(eq(users.id, user.id))
  await set({ is_active: false })
  await set({ is_active: true })
  expect(await reasonOf(session.id)).toBe('account_enabled')
  expect(await receiveAll()).toEqual([
    `session_ended ${session.id} account_disabled`,
    `session_ended ${session.id} account_enabled`,
  ])
})

test('a profile change ends no session', async () => {
  const user = await createUser(store.db)
  const session = await createSession(store.db, { user_id: user.id })
  await store.db
    .update(users)
    .set({ first_name: 'Ada', last_login_at: new Date() })
    .where(eq(users.id, user.id))
  expect(await reasonOf(session.id)).toBe('open')
  expect(await receiveAll()).toEqual([])
})

test('a removed session is announced if it was still usable', async () => {
  const open = await createSession(store.db)
  const expired = await createSession(store.db, { expires_at: new Date(Date.now() - 1000) })
  await store.db.delete(sessions).where(eq(sessions.id, open.id))
  await store.db.delete(sessions).where(eq(sessions.id, expired.id))
  expect(await receiveAll()).toEqual([`session_ended ${open.id} signed_out`])
})

describe("a change to an investor's data is announced", () => {
  test('once per statement, to each affected investor', async () => {
    const [one, two] = [await createUser(store.db), await createUser(store.db)]
    const row = (user_id: number) => ({ user_id, type: 'deposit' as const, amount: '1.00' })
    await store.db.insert(transactions).values([row(one.id), row(one.id), row(two.id)])
    expect((await receiveAll()).sort()).toEqual([
      `user_changed portfolio ${one.id}`,
      `user_changed portfolio ${two.id}`,
    ])
  })

  test('by name of what changed, for every kind of write', async () => {
    const { id: user_id } = await createUser(store.db)
    await createPortfolio(store.db, { user_id })
    await createActivity(store.db, { user_id })
    await createTransaction(store.db, { user_id })
    const { id } = await createNotification(store.db, { user_id })
    await store.db.update(notifications).set({ is_read: true }).where(eq(notifications.id, id))
    await store.db.delete(notifications).where(eq(notifications.id, id))
    const portfolio = `user_changed portfolio ${user_id}`
    const notice = `user_changed notifications ${user_id}`
    expect(await receiveAll()).toEqual([portfolio, portfolio, portfolio, notice, notice, notice])
  })

  test('not if nothing was written or the write is rolled back', async () => {
    const { id: user_id } = await createUser(store.db)
    await store.sql`update notifications set is_read = true where user_id = ${user_id}`
    await store.sql
      .begin(async (sql) => {
        await sql`insert into notifications (user_id, title, message) values (${user_id}, 'a', 'b')`
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await receiveAll()).toEqual([])
  })
})

test('every table shown in a panel list announces its topic to administrators', async () => {
  const { id: user_id } = await createUser(store.db)
  const topicOf = async (write: () => Promise<unknown>) => {
    await receiveAll()
    heard.length = 0
    await write()
    await receiveAll()
    return [...new Set(heard.filter((notice) => notice.startsWith('panel_changed')))]
  }
  const { sql } = store
  for (const [topic, write] of [
    ['users', () => sql`update users set first_name = 'Bea' where id = ${user_id}`],
    ['transactions', () => createTransaction(store.db, { user_id })],
    ['activities', () => createActivity(store.db, { user_id })],
    ['portfolio', () => createPortfolio(store.db, { user_id })],
    ['notifications', () => createNotification(store.db, { user_id })],
    ['tokens', () => sql`update tokens set is_active = is_active`],
    ['tokens', () => sql`insert into token_categories (name) values ('Road metal')`],
    ['documents', () => sql`delete from documents`],
    ['settings', () => sql`update settings set site_name = site_name`],
    ['settings', () => sql`update contact_departments set hours = hours`],
    ['logins', () => sql`delete from login_records`],
    ['audit', () => sql`insert into audit_log (action, entity) values ('test', 'test')`],
  ] as const) {
    expect(await topicOf(write), topic).toEqual([`panel_changed ${topic}`])
  }
  expect(await topicOf(() => sql`update users set last_login_at = now()`), 'a sign-in').toEqual([])
})

test('a valuation and changed facts of a series are announced to its holders alone', async () => {
  const [one, two, stranger] = [
    await createUser(store.db, { is_verified: true }),
    await createUser(store.db, { is_verified: true }),
    await createUser(store.db, { is_verified: true }),
  ]
  const { token_id } = await createAttestation(store.db)
  const other = await createAttestation(store.db)
  await issueUnits(store.db, token_id, { [one.id]: '2', [two.id]: '1' })
  await issueUnits(store.db, other.token_id, { [stranger.id]: '1' })
  await store.sql`insert into series (token_id) values (${token_id})`
  await receiveAll()
  heard.length = 0
  await createValuation(store.db, { token_id })
  const announced = [`user_changed portfolio ${one.id}`, `user_changed portfolio ${two.id}`]
  expect((await receiveAll()).toSorted()).toEqual(announced.toSorted())
  heard.length = 0
  await store.sql`update series set is_illustrative = true where token_id = ${token_id}`
  expect((await receiveAll()).toSorted()).toEqual(announced.toSorted())
})
