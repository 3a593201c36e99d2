import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { getUploadStorage } from '#common/upload-storage'
import {
  createActivity,
  createCallRequest,
  createChatSession,
  createEmailDispute,
  createEvidence,
  createFactor,
  createInvestment,
  createLoginRecord,
  createNotification,
  createOutboxEmail,
  createPortfolio,
  createTicket,
  createToken,
  createTransaction,
  setVerification,
  validAnswers,
} from '#db/seed/factories'
import {
  createAttestation,
  createDistribution,
  createOffering,
  createSeriesDocument,
  createSubscription,
  issueUnits,
} from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { deleteExpiredExports } from './data-export.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function start(overrides: Parameters<TestApp['signIn']>[0] = {}) {
  const signed = await app.signIn(overrides)
  const csrf = createCsrfToken(signed.session.id, app.config.TOKEN_SECRET)
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

/** A row of every kind that the test of all kinds needs for nothing else. */
async function addTheRest(
  { user, session }: Investor,
  { token_id, subscription_id }: { token_id: number; subscription_id: number },
) {
  const owned = { user_id: user.id }
  await setVerification(app.db, user.id)
  await createEvidence(app.db, owned)
  await createInvestment(app.db, owned)
  await createOutboxEmail(app.db, { ...owned, recipient: user.email })
  await createEmailDispute(app.db, { ...owned, decision: 'keep', decided_at: new Date() })
  await createDistribution(app.db, { token_id, user_id: user.id })
  const document = await createSeriesDocument(app.db, { token_id })
  const { sql } = app
  await sql`insert into verification_decisions (user_id, item, decision) values (${user.id}, 'identity', 'accepted')`
  await sql`insert into user_preferences (user_id) values (${user.id}) on conflict do nothing`
  await sql`insert into notification_choices (user_id, kind, bell, email) values (${user.id}, 'document', true, 'off')`
  await sql`insert into account_events (user_id, kind) values (${user.id}, 'password_changed')`
  await sql`
    insert into account_links (kind, user_id, token_hash, email, expires_at)
    values ('reset', ${user.id}, ${session.id}, ${user.email}, now() + interval '1 hour')`
  await sql`
    insert into subscription_acknowledgements (subscription_id, version_id, sha256)
    select ${subscription_id}, id, sha256 from series_document_versions where document_id = ${document.id}`
  await sql`insert into ticket_replies (ticket_id, author, message) select id, 'user', 'Hello' from support_tickets where user_id = ${user.id}`
  await sql`
    insert into feedback_requests (ticket_id, token_hash, score, answered_at, expires_at)
    select id, ${session.id}, 4, now(), now() + interval '1 day' from support_tickets where user_id = ${user.id}`
}

describe('an export', () => {
  test('contains every kind of record of its owner, as CSV and JSON, and describes each file', async () => {
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
    await createCallRequest(app.db, owned)
    await createChatSession(app.db, owned)
    const token = await createToken(app.db)
    await createAttestation(app.db, { token_id: token.id, units_held: '100000' })
    await issueUnits(app.db, token.id, { [user.id]: '12.5' })
    const { id: offering_id } = await createOffering(app.db, { token_id: token.id })
    const { id: subscription_id } = await createSubscription(app.db, {
      ...owned,
      token_id: token.id,
      offering_id,
    })
    await addTheRest(investor, { token_id: token.id, subscription_id })

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
      verification: 1,
      'sign-ins': 1,
      activity: 2,
      sessions: 1,
      transactions: 2,
      portfolio: 1,
      'portfolio-activities': 1,
      subscriptions: 1,
      'subscription-steps': 1,
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
    expect(Object.entries(counts).filter(([, rows]) => rows === 0)).toEqual([])
    // Answers are nested: every file writes them out.
    const unreadable = Object.entries(files).filter(([, text]) => text.includes('[object'))
    expect(unreadable.map(([name]) => name)).toEqual([])
    const [answers] = rowsOf(files, 'verification').map((one: { answers: unknown }) => one.answers)
    expect(answers).toEqual(validAnswers)
    expect(files['verification.csv']).toContain(JSON.stringify(answers).replaceAll('"', '""'))
  })

  test('contains no hash of a password or token, no secret of a factor and no internal note', async () => {
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

  test('is created one at a time, replaces the previous one, and is recorded in the activity', async () => {
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
    await expect.poll(() => getUploadStorage().read(former, 1)).toBeUndefined()
    const { activity } = (await app.call('GET', '/user/activity', { headers: investor.headers })).body
    expect(activity.filter(({ kind }: { kind: string }) => kind === 'export_made')).toHaveLength(2)
  })

  test('requires a confirmation and the CSRF token, and its file requires a token of its owner', async () => {
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

  test('notifies its owner by notification and email when it is ready', async () => {
    const investor = await start()
    await investor.request()
    await investor.isReady()
    const mails = await app.sql`select kind from outbox where recipient = ${investor.user.email}`
    expect(mails).toEqual([{ kind: 'export_ready' }])
    const titles = await app.sql`select title from notifications where user_id = ${investor.user.id}`
    expect(titles).toEqual([{ title: 'Your data export is ready' }])
  })

  test('is removed with its file when it expires, and with the account', async () => {
    const investor = await start()
    const files = () => app.sql`select filename from account_exports where user_id = ${investor.user.id}`
    await investor.request()
    await investor.isReady()
    const [first] = await files()
    await app.sql`update account_exports set expires_at = now() where user_id = ${investor.user.id}`
    expect((await investor.read()).state).toBe('none')
    expect((await app.call('GET', '/user/export/file', { headers: investor.headers })).status).toBe(404)
    await deleteExpiredExports()
    expect(await getUploadStorage().read(first?.filename, 1)).toBeUndefined()

    await investor.request()
    await investor.isReady()
    const [second] = await files()
    const { headers } = await app.signInAdmin()
    expect((await app.call('DELETE', `${app.adm}/users/${investor.user.id}`, { headers })).status).toBe(200)
    expect(await files()).toHaveLength(0)
    await expect.poll(() => getUploadStorage().read(second?.filename, 1)).toBeUndefined()
  })

  test('is created by another attempt if the server was killed', async () => {
    const investor = await start()
    await app.sql`
      insert into account_exports (user_id, attempt, attempts, reported_at, progress)
      values (${investor.user.id}, gen_random_uuid(), 1, now() - interval '10 minutes', 40)`
    // Any request wakes the server that creates exports.
    const other = await start()
    await other.request()
    await investor.isReady()
    expect(rowsOf(await download(investor), 'profile')).toHaveLength(1)
  })

  test('fails after repeated attempts, and its owner is notified', async () => {
    const investor = await start()
    // First, so that nothing creates the export before.
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
    expect(told?.title).toBe('Your data export failed')
  })
})

const bare = async ({ headers }: Investor) => ({ authorization: String(headers.authorization) })

test('exports a ledger of many batches in full', async () => {
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
