import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { database, inTransaction, listenToDatabase } from '#db/connection'
import type { NotifyListener } from '#db/notify-listener'
import { users } from '#db/schema/identity/accounts'
import { createSession, createUser } from '#db/seed/factories'
import { disableTimeouts } from '#testing/fake-timeouts'
import { startTestApp, type TestApp } from '#testing/test-app'
import { HASH_WAIT_MAX_MS } from './passwords.ts'
import { createRevokedSessions } from './revoked-sessions.ts'
import { revokeSession, syncRevokedUsers } from './session-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Signed = Awaited<ReturnType<TestApp['signIn']>>
/** The response to the next call with an access token. */
const call = async ({ headers }: Signed) => {
  const { status, body } = await app.call('GET', '/csrf-token', { headers })
  return [status, body.code]
}

describe('the next call after', () => {
  test.each([
    ['disabling the account', { is_active: false }, 'account_disabled', [403, 'account_disabled']],
    ['deleting it', { deleted_at: new Date(), email: '' }, 'account_deleted', [401, 'session_expired']],
    ['changing its password', { password_hash: 'new' }, 'password_changed', [401, 'session_expired']],
  ] as const)(
    '%s is rejected, in every browser of the account and no other',
    async (_, change, reason, response) => {
      const one = await app.signIn()
      const second = await createSession(app.db, { user_id: one.user.id })
      const other = await app.signIn()
      await inTransaction(async () => {
        await database().update(users).set(change).where(eq(users.id, one.user.id))
        await syncRevokedUsers([one.user.id])
      })
      expect(await call(one)).toEqual(response)
      expect(await app.sql`select revoked_reason from sessions where id = ${second.id}`).toEqual([
        { revoked_reason: reason },
      ])
      expect(await call(other)).toEqual([200, undefined])
    },
  )

  test('a write by another program is rejected as soon as the database has notified the server', async () => {
    const signed = await app.signIn()
    expect(await call(signed)).toEqual([200, undefined])
    await app.sql`update users set is_active = false where id = ${signed.user.id}`
    await expect.poll(() => call(signed)).toEqual([403, 'account_disabled'])
    await app.sql`update users set is_active = true where id = ${signed.user.id}`
    await expect.poll(() => call(signed)).toEqual([401, 'session_expired'])
  })

  test('removing the row of the session is rejected', async () => {
    const signed = await app.signIn()
    await app.sql`delete from sessions where id = ${signed.session.id}`
    await expect.poll(() => call(signed)).toEqual([401, 'session_expired'])
  })

  test('a change that was rolled back has no effect', async () => {
    const signed = await app.signIn()
    await inTransaction(async () => {
      await database().update(users).set({ is_active: false }).where(eq(users.id, signed.user.id))
      await syncRevokedUsers([signed.user.id])
      throw new Error('undone')
    }).catch(() => {})
    expect(await call(signed)).toEqual([200, undefined])
  })
})

describe('an instance', () => {
  let notices: NotifyListener | undefined
  afterEach(() => notices?.close())

  /** The list of another instance, on the same database. */
  async function startInstance() {
    const memory = createRevokedSessions()
    let connected = 0
    notices = listenToDatabase({
      channels: {
        session_ended: {
          ...memory.channel,
          onConnected: async () => {
            await memory.channel.onConnected?.()
            connected += 1
          },
        },
      },
    })
    await expect.poll(() => connected).toBe(1)
    return { memory, connections: () => connected }
  }

  test('immediately receives the sessions that another one ended', async () => {
    const { memory } = await startInstance()
    const { id } = await createSession(app.db)
    expect(memory.reasonOf(id)).toBeUndefined()
    await revokeSession(id, 'signed_out')
    await expect.poll(() => memory.reasonOf(id)).toBe('session_expired')
  })

  test('reads the already ended sessions at start', async () => {
    const { id } = await createSession(app.db, { revoked_at: new Date(), revoked_reason: 'account_disabled' })
    const { memory } = await startInstance()
    expect(memory.reasonOf(id)).toBe('account_disabled')
  })

  test('reads the sessions that ended in the meantime after a lost connection', async () => {
    const { memory, connections } = await startInstance()
    const { id } = await createSession(app.db)
    await app.sql.begin(async (sql) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'lodefield notices' and datname = current_database()`
      await sql`update sessions set revoked_at = now(), revoked_reason = 'signed_out' where id = ${id}`
    })
    await expect.poll(connections).toBe(2)
    expect(memory.reasonOf(id)).toBe('session_expired')
  })

  test('queries the database while it receives no notifications', async () => {
    const memory = createRevokedSessions()
    const open = await createSession(app.db)
    const ended = await createSession(app.db, { revoked_at: new Date(), revoked_reason: 'account_disabled' })
    expect(await memory.reasonOf(open.id)).toBeUndefined()
    expect(await memory.reasonOf(ended.id)).toBe('account_disabled')
    expect(await memory.reasonOf(crypto.randomUUID())).toBe('session_expired')
    expect(await memory.reasonOf('no session at all')).toBe('session_expired')
  })

  test('notifies watchers once per session', () => {
    const memory = createRevokedSessions()
    const seen: string[] = []
    const stop = memory.watch((id) => void seen.push(id))
    memory.remember('a', 'signed_out')
    memory.remember('a', 'signed_out')
    memory.remember('b', 'account_disabled')
    stop()
    memory.remember('c', 'signed_out')
    expect(seen).toEqual(['a', 'b'])
  })
})

test('a sign-in in flight while its account is disabled opens no lasting session', async () => {
  const user = await createUser(app.db, {
    email: 'race@example.org',
    password_hash: await Bun.password.hash('Blue-Ridge-4471', {
      algorithm: 'argon2id',
      memoryCost: 9_216,
      timeCost: 4,
    }),
  })
  onTestFinished(disableTimeouts(HASH_WAIT_MAX_MS))
  const attempts = Array.from({ length: 6 }, () =>
    app.call('POST', '/auth/user/login', { body: { email: user.email, password: 'Blue-Ridge-4471' } }),
  )
  await app.sql`update users set is_active = false where id = ${user.id}`
  for (const { status, body } of await Promise.all(attempts)) {
    expect([200, 403]).toContain(status)
    if (status !== 200) continue
    const renewed = await app.call('POST', '/auth/refresh', { body: { refresh_token: body.refresh_token } })
    expect(renewed.status).toBe(403)
  }
  expect(await app.sql`select from sessions where user_id = ${user.id} and revoked_at is null`).toHaveLength(
    0,
  )
})
