import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCsrfToken } from '#common/csrf-token'
import {
  createActivity,
  createCallSchedule,
  createChatSession,
  createFactor,
  createLoginRecord,
  createNotification,
  createPortfolio,
  createTicket,
  createToken,
  createTransaction,
} from '#db/seed/factories'
import { createAttestation, createOffering, createSubscription, issueUnits } from '#db/seed/series-factories'
import { storage } from '#modules/documents/storage'
import { startTestApp, type TestApp } from '#testing'
import { removeExpiredExports } from './export.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function start(overrides: Parameters<TestApp['signIn']>[0] = {}) {
  const signed = await app.signIn(overrides)
  const csrf = makeCsrfToken(signed.session.id, app.config.TOKEN_SECRET)
  const headers = { ...signed.headers, 'x-csrf-token': csrf }
  const request = () => app.call('POST', '/user/export', { headers })
  const read = async () => (await app.call('GET', '/user/export', { headers })).body.export
  const isReady = () => expect.poll(async () => (await read()).state, { timeout: 15_000 }).toBe('ready')
  return { ...signed, headers, request, read, isReady }
}
type Investor = Awaited<ReturnType<typeof start>>

async function download({ headers }: Pick<Investor, 'headers'>): Promise<Record<string, string>> {
  const response = await app.fetch(new Request('http://localhost/api/v1/user/export/file', { headers }))
  expect(response.status).toBe(200)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const rowsOf = (files: Record<string, string>, name: string) => JSON.parse(files[`${name}.json`] ?? '')

describe('an export', () => {
  test('holds every kind of record of its owner, as CSV and as JSON, and says what each file is', async () => {
    const investor = await start()
    const { user } = investor
    const owned = { user_id: user.id }
    const other = await start()
    await createTransaction(app.db, { user_id: other.user.id, description: 'Of somebody else' })
    await createTransaction(app.db, { ...owned, amount: '1234.50', description: '=1+1' })
    await createPortfolio(app.db, owned)
    await createActivity(app.db, owned)
    await createNotification(app.db, { ...owned, title: 'A notification' })
    await createLoginRecord(app.db, owned)
    await createFactor(app.db, owned)
    await createTicket(app.db, owned)
    await createCallSchedule(app.db, owned)
    await createChatSession(app.db, owned)
    const token = await createToken(app.db)
    await createAttestation(app.db, { token_id: token.id, units_held: '100000' })
    await issueUnits(app.db, token.id, { [user.id]: '12.5' })
    const { id: offering_id } = await createOffering(app.db, { token_id: token.id })
    await createSubscription(app.db, { ...owned, token_id: token.id, offering_id })

    const { status, body } = await investor.request()
    expect([status, body.export]).toEqual([
      202,
      { state: 'working', progress: 0, url: null, expires_at: null },
    ])
    await investor.isReady()
    const ready = await investor.read()
    expect(ready).toMatchObject({ progress: 100, url: '/api/v1/user/export/file' })
    const hours = (Date.parse(ready.expires_at) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)

    const files = await download(investor)
    const counts = Object.fromEntries(
      Object.keys(files)
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name.replace('.json', ''), JSON.parse(files[name] ?? '').length]),
    )
    expect(counts).toMatchObject({
      profile: 1,
      'second-factors': 1,
      'sign-ins': 1,
      activity: 1,
      sessions: 1,
      transactions: 1,
      portfolio: 1,
      'portfolio-activities': 1,
      subscriptions: 1,
      holdings: 1,
      'register-entries': 1,
      tickets: 1,
      calls: 1,
      chats: 1,
    })
    expect(rowsOf(files, 'profile')[0]).toMatchObject({ email: user.email, first_name: user.first_name })
    expect(rowsOf(files, 'holdings')[0]).toMatchObject({ symbol: token.symbol, units: '12.500000' })
    expect(rowsOf(files, 'notifications').map(({ title }: { title: string }) => title)).toContain(
      'A notification',
    )
    const [header, row] = (files['transactions.csv'] ?? '').split('\r\n')
    expect(header).toMatch(/^id,date,type,status,amount,fee,currency,description,/)
    expect(row).toContain(",1234.50,0.00,USD,'=1+1,")
    for (const name of Object.keys(files).filter((file) => file.endsWith('.csv'))) {
      expect(files['README.txt']).toContain(name)
    }
    expect(Object.values(files).join('\n')).not.toContain('Of somebody else')
  })

  test('holds no hash of a password or token, no secret of a factor and no internal note', async () => {
    const investor = await start({ password_hash: 'canary-password' })
    const { id } = investor.user
    await app.sql`
      insert into factors (role, user_id, kind, name, secret, confirmed_at)
      values ('investor', ${id}, 'totp', 'App', 'canary-secret', now())`
    await app.sql`update sessions set refresh_token_hash = 'canary-token' where id = ${investor.session.id}`
    await app.sql`
      insert into account_links (kind, user_id, token_hash, email, expires_at)
      values ('reset', ${id}, 'canary-link', 'a@lodefield.example', now() + interval '1 hour')`
    expect((await investor.request()).status).toBe(202)
    await investor.isReady()
    expect(Object.values(await download(investor)).join('\n')).not.toContain('canary')
  })

  test('is made one at a time, replaces the one before, and is noted in the activity', async () => {
    const investor = await start()
    await app.sql`insert into account_exports (user_id, reported_at) values (${investor.user.id}, now())`
    expect(await investor.request()).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await app.sql`delete from account_exports where user_id = ${investor.user.id}`
    await investor.request()
    await investor.isReady()
    const name = async () =>
      (await app.sql`select filename from account_exports where user_id = ${investor.user.id}`)[0]?.filename
    const former = await name()
    expect((await investor.request()).status).toBe(202)
    await investor.isReady()
    expect(await name()).not.toBe(former)
    await expect.poll(() => storage().read(former, 1)).toBeUndefined()
    const { activity } = (await app.call('GET', '/user/activity', { headers: investor.headers })).body
    expect(activity.filter(({ kind }: { kind: string }) => kind === 'export_made')).toHaveLength(2)
  })

  test('needs a confirmation and the CSRF token, and its file the bearer of its owner', async () => {
    const investor = await start()
    expect((await app.call('POST', '/user/export', { headers: await bare(investor) })).status).toBe(403)
    await app.sql`update sessions set confirmed_at = null where id = ${investor.session.id}`
    expect((await investor.request()).body.code).toBe('step_up_required')
    await app.sql`update sessions set confirmed_at = now() where id = ${investor.session.id}`
    await investor.request()
    await investor.isReady()
    expect((await app.call('GET', '/user/export/file')).status).toBe(401)
    await app.sql`update sessions set confirmed_at = null where id = ${investor.session.id}`
    const unconfirmed = await app.call('GET', '/user/export/file', { headers: investor.headers })
    expect(unconfirmed.body.code).toBe('step_up_required')
    const other = await start()
    expect((await app.call('GET', '/user/export/file', { headers: other.headers })).status).toBe(404)
    expect(await other.read()).toEqual({ state: 'none', progress: 0, url: null, expires_at: null })
  })

  test('tells its owner when it is ready, under the bell and by mail', async () => {
    const investor = await start()
    await investor.request()
    await investor.isReady()
    const mails = await app.sql`select kind from outbox where recipient = ${investor.user.email}`
    expect(mails).toEqual([{ kind: 'export_ready' }])
    const titles = await app.sql`select title from notifications where user_id = ${investor.user.id}`
    expect(titles).toEqual([{ title: 'Your data export is ready' }])
  })

  test('is removed with its file when its day is over, and with the account', async () => {
    const investor = await start()
    const files = () => app.sql`select filename from account_exports where user_id = ${investor.user.id}`
    await investor.request()
    await investor.isReady()
    const [first] = await files()
    await app.sql`update account_exports set expires_at = now() where user_id = ${investor.user.id}`
    expect((await investor.read()).state).toBe('none')
    expect((await app.call('GET', '/user/export/file', { headers: investor.headers })).status).toBe(404)
    await removeExpiredExports()
    expect(await storage().read(first?.filename, 1)).toBeUndefined()

    await investor.request()
    await investor.isReady()
    const [second] = await files()
    const { headers } = await app.signInAdmin()
    expect((await app.call('DELETE', `${app.adm}/users/${investor.user.id}`, { headers })).status).toBe(200)
    expect(await files()).toHaveLength(0)
    await expect.poll(() => storage().read(second?.filename, 1)).toBeUndefined()
  })

  test('of a server that was killed is made by another attempt', async () => {
    const investor = await start()
    await app.sql`
      insert into account_exports (user_id, attempt, attempts, reported_at, progress)
      values (${investor.user.id}, gen_random_uuid(), 1, now() - interval '10 minutes', 40)`
    // Any request wakes the server that makes them.
    const other = await start()
    await other.request()
    await investor.isReady()
    expect(rowsOf(await download(investor), 'profile')).toHaveLength(1)
  })

  test('that fails again and again is given up, and its owner is told', async () => {
    const investor = await start()
    // First, so that nothing makes the export before.
    await app.sql`alter table portfolio_values rename to portfolio_values_away`
    try {
      await app.sql`
        insert into account_exports (user_id, attempts) values (${investor.user.id}, 4)`
      const other = await start()
      await other.request()
      await expect.poll(async () => (await investor.read()).state).toBe('none')
    } finally {
      await app.sql`alter table portfolio_values_away rename to portfolio_values`
    }
    const [told] = await app.sql`select title from notifications where user_id = ${investor.user.id}`
    expect(told?.title).toBe('Your data export could not be made')
  })
})

const bare = async ({ headers }: Investor) => ({ authorization: String(headers.authorization) })

test('a ledger of many batches is exported whole', async () => {
  const investor = await start()
  for (let from = 1; from <= 25_000; from += 5_000) {
    await app.sql`
      insert into transactions (user_id, type, amount, description)
      select ${investor.user.id}, 'deposit', n, 'Number ' || n from generate_series(${from}::int, ${from + 4_999}::int) as n`
  }
  await investor.request()
  await expect.poll(async () => (await investor.read()).state, { timeout: 60_000 }).toBe('ready')
  const files = await download(investor)
  expect(rowsOf(files, 'transactions')).toHaveLength(25_000)
  expect(files['transactions.csv']?.split('\r\n')).toHaveLength(25_002)
}, 120_000)
