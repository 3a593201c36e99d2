import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/people/admin-investor'
import { auditActions } from '#contract/platform/audit'
import {
  createActivity,
  createCallRequest,
  createChatSession,
  createEvidence,
  createLoginRecord,
  createNotification,
  createOutboxEmail,
  createPortfolio,
  createSession,
  createTicket,
  createToken,
  createTransaction,
  createUser,
  setVerification,
} from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSeriesDocument,
  createSubscription,
  issueUnits,
} from '#db/seed/series-factories'
import { recordAudit } from '#modules/platform/audit/audit-log'
import type { AdminRole } from '#shared/enums/accounts'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const get = (path: string, headers = admin.headers) =>
  app.call('GET', `${app.adm}/users/${path}`, { headers })
const as = async (role: AdminRole) => (await app.signInAdmin({ roles: [role] })).headers

/** An investor with a row of every kind. */
async function createBusyInvestor() {
  const user = await createUser(app.db, { is_verified: true })
  const user_id = user.id
  const { id: token_id, symbol } = await createToken(app.db)
  await createAttestation(app.db, { token_id })
  await issueUnits(app.db, token_id, { [user_id]: '5' })
  const { id: offering_id } = await createOffering(app.db, { token_id })
  const subscription = await createSubscription(app.db, { token_id, offering_id, user_id })
  await app.sql`insert into subscription_steps (subscription_id, state, by) values (${subscription.id}, 'submitted', 'investor')`
  await createTransaction(app.db, { user_id, amount: '1250.00', description: 'Wire 4711' })
  await createPortfolio(app.db, { user_id, total_value: '900.00' })
  await createActivity(app.db, { user_id })
  await createLoginRecord(app.db, { user_id })
  await app.sql`insert into account_events (user_id, kind) values (${user_id}, 'password_changed')`
  await createNotification(app.db, { user_id })
  await createOutboxEmail(app.db, { user_id })
  await createTicket(app.db, { user_id })
  await createCallRequest(app.db, { user_id })
  await createChatSession(app.db, { user_id })
  await createSession(app.db, { user_id })
  await app.call('POST', `${app.adm}/users/${user_id}/notes`, {
    headers: admin.headers,
    body: { text: 'Prefers mornings.' },
  })
  await app.call('PUT', `${app.adm}/users/${user_id}/status`, {
    headers: admin.headers,
    body: { is_active: false },
  })
  return { user, symbol }
}

describe('the timeline of an investor', () => {
  test('has an entry of every kind of record, newest first', async () => {
    const { user } = await createBusyInvestor()
    const { status, body } = await get(`${user.id}/timeline`)
    expect(status).toBe(200)
    const kinds = new Set(body.entries.map(({ kind }: { kind: string }) => kind))
    expect([...kinds].sort()).toEqual(
      [
        'account',
        'audit',
        'call',
        'chat',
        'mail',
        'note',
        'notification',
        'portfolio',
        'register',
        'sign_in',
        'subscription',
        'ticket',
        'transaction',
      ].sort(),
    )
    const times = body.entries.map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    const deposit = body.entries.find(({ kind }: { kind: string }) => kind === 'transaction')
    expect(deposit).toMatchObject({
      title: 'Deposit of $1,250.00',
      detail: 'completed: Wire 4711',
      by: null,
      link: `?d=transactions&user=${user.id}`,
    })
    const note = body.entries.find(({ kind }: { kind: string }) => kind === 'note')
    expect(note.by).toEqual({ id: admin.admin.id, username: admin.admin.username })
    expect(body.pagination).toEqual({ page: 1, limit: 25, pages: 1, total: body.entries.length })
  })

  test('has edits and deletions of transactions, with who made them, when, and what was changed', async () => {
    const { id } = await createUser(app.db)
    const other = await app.signInAdmin()
    const call = (who: typeof admin, method: string, path: string, body: object) =>
      app.call(method, `${app.adm}${path}`, { headers: who.headers, body })
    const deposit = { type: 'deposit', amount: '500.00', date: '2026-03-02', description: 'Wire 4711' }
    const added = await call(admin, 'POST', `/user/${id}/transactions`, deposit)
    const path = `/transactions/${added.body.transaction.id}`
    const edit = { amount: '520.50', description: 'Wire 4712', reason: 'The bank has corrected it' }
    expect((await call(other, 'PUT', path, edit)).status).toBe(200)
    expect((await call(admin, 'DELETE', path, { reason: 'Booked twice' })).status).toBe(200)
    const { entries, pagination } = (await get(`${id}/timeline`)).body
    const link = `?d=transactions&user=${id}`
    expect(entries.filter(({ kind }: TimelineEntry) => kind === 'transaction')).toEqual([
      {
        ...{ kind: 'transaction', title: 'Deposit of $520.50 deleted', link },
        detail: 'Completed: Booked twice',
        ...{ by: { id: admin.admin.id, username: admin.admin.username }, at: expect.any(String) },
      },
      {
        ...{ kind: 'transaction', title: 'Deposit of $520.50 edited', link },
        detail: 'amount 500.00 → 520.50, description Wire 4711 → Wire 4712: The bank has corrected it',
        ...{ by: { id: other.admin.id, username: other.admin.username }, at: expect.any(String) },
      },
    ])
    expect(pagination.total).toBe(entries.length)
    const seen = (await get(`${id}/timeline`, await as('support'))).body.entries
    expect(seen.some(({ kind }: TimelineEntry) => kind === 'transaction')).toBe(false)
  })

  test('has requests for a token that were approved and rejected, with who decided and why', async () => {
    const { id } = await createUser(app.db, { is_verified: true })
    const decide = async (action: string, reason?: string) => {
      await app.sql`insert into portfolios (user_id, pending_investments) values (${id}, '$WITGOLD')
        on conflict (user_id) do update set pending_investments = '$WITGOLD'`
      const path = `${app.adm}/portfolio/${id}/pending-token`
      const decided = await app.call('PUT', path, { headers: admin.headers, body: { action, reason } })
      expect(decided.status).toBe(200)
    }
    await decide('reject', 'Not open in your country')
    await decide('approve')
    const { body } = await get(`${id}/timeline?kind=portfolio`)
    const by = { id: admin.admin.id, username: admin.admin.username }
    expect(body.entries.filter((entry: { by: unknown }) => entry.by)).toMatchObject([
      { title: 'Request for $WITGOLD approved', by },
      { title: 'Request for $WITGOLD rejected', detail: 'Not open in your country', by },
    ])
  })

  test('has the steps of the verification, readings of evidence and proposals, each with a link', async () => {
    const { id } = await createUser(app.db)
    const other = await app.signInAdmin({ roles: ['compliance'] })
    await app.sql`insert into verification_steps (user_id, action, item, by, admin_id, reason, at) values
      (${id}, 'submitted', null, 'investor', null, '', now() - interval '5 hours'),
      (${id}, 'ask_again', 'tax', 'desk', ${other.admin.id}, 'Not readable', now() - interval '4 hours'),
      (${id}, 'verify', null, 'desk', ${other.admin.id}, '', now() - interval '3 hours')`
    await app.sql`insert into approvals (call, permission, action, entity, changes, concerns, input, fingerprint, reason,
        proposed_by, proposed_at, expires_at, state, decided_by, decided_at, decision_reason)
      values ('PUT /x', 'money', 'transaction.delete', 'transaction', '[]', array[${`user:${id}`}], '', ${'0'.repeat(64)},
        'Booked twice', ${admin.admin.id}, now() - interval '2 hours', now() + interval '1 day', 'refused', ${other.admin.id},
        now() - interval '1 hour', 'It is not')`
    await recordAudit(
      { adminId: other.admin.id, address: '192.0.2.1', requestId: 'r' },
      {
        action: auditActions.openedEvidence,
        entity: 'verification',
        entityId: id,
        after: { file: 1, item: 'tax' },
      },
    )
    const { body } = await get(`${id}/timeline`)
    const shown = body.entries.map(({ kind, title, detail, by, link }: TimelineEntry) => [
      kind,
      title,
      detail,
      by?.id,
      link,
    ])
    const verification = `?d=verifications&item=${id}`
    const [row] = await app.sql`select id from approvals where concerns @> array[${`user:${id}`}]`
    const approval = `?d=approvals&item=${row?.id}`
    expect(shown).toEqual([
      ['verification', 'Evidence viewed', 'Tax residency', other.admin.id, verification],
      [
        'approval',
        `Approval request ${row?.id} rejected`,
        'Delete a transaction: It is not',
        other.admin.id,
        approval,
      ],
      [
        'approval',
        `Approval request ${row?.id} to delete a transaction`,
        'Booked twice',
        admin.admin.id,
        approval,
      ],
      ['verification', 'Verified', '', other.admin.id, verification],
      [
        'verification',
        'More information requested',
        'Tax residency: Not readable',
        other.admin.id,
        verification,
      ],
      ['verification', 'Verification submitted', '', undefined, verification],
    ])
    expect((await get(`${id}/timeline?kind=approval`)).body.entries).toHaveLength(2)
    const kindsFor = async (role: AdminRole) => (await get(`${id}/timeline`, await as(role))).body.entries
    expect(await kindsFor('support'), 'neither proposals nor verifications').toEqual([])
    expect(await kindsFor('operator'), 'no readings of evidence').toHaveLength(5)
  })

  test('counts all of a page after the last one', async () => {
    const { id } = await createUser(app.db)
    await createTransaction(app.db, { user_id: id })
    const { body } = await get(`${id}/timeline?page=7`)
    expect(body).toMatchObject({ entries: [], pagination: { total: 1 } })
  })

  test('is narrowed to a kind, and to the days until one', async () => {
    const { user } = await createBusyInvestor()
    const notes = await get(`${user.id}/timeline?kind=note`)
    expect(notes.body.entries).toHaveLength(1)
    const early = await get(`${user.id}/timeline?to=2020-01-01`)
    expect(early.body).toMatchObject({ entries: [], pagination: { total: 0, pages: 1 } })
  })

  test('is paged without gaps or repeats, among rows of the same time too', async () => {
    const { id } = await createUser(app.db)
    await app.sql`insert into notifications (user_id, title, message, created_at)
      select ${id}, 'N ' || n, 'M', '2026-01-01T00:00:00Z' from generate_series(1, 120) as n`
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${id}, 'deposit', n, '2026-01-01T00:00:00Z' from generate_series(1, 10) as n`
    const pages = await Promise.all([1, 2, 3].map((page) => get(`${id}/timeline?limit=50&page=${page}`)))
    const entries = pages.flatMap(({ body }) => body.entries)
    expect(pages.map(({ body }) => body.entries.length)).toEqual([50, 50, 30])
    expect(new Set(entries.map(({ title }: { title: string }) => title)).size).toBe(130)
    expect(pages[0]?.body.pagination).toEqual({ page: 1, limit: 50, pages: 3, total: 130 })
  })

  test('counts no further than can be reached', async () => {
    const { id } = await createUser(app.db)
    await app.sql`insert into notifications (user_id, title, message)
      select ${id}, 'N', 'M' from generate_series(1, 1200)`
    const { body } = await get(`${id}/timeline?limit=50&page=20`)
    expect(body.entries).toHaveLength(50)
    expect(body.pagination).toMatchObject({ total: 1000, pages: 20 })
    expect((await get(`${id}/timeline?limit=50&page=21`)).body.entries).toEqual([])
    expect((await get(`${id}/timeline?page=1001`)).status).toBe(422)
  })

  test('shows each role what it may see', async () => {
    const { user } = await createBusyInvestor()
    const kindsFor = async (role: AdminRole) =>
      (await get(`${user.id}/timeline`, await as(role))).body.entries.map(
        ({ kind }: { kind: string }) => kind,
      )
    const support = await kindsFor('support')
    for (const kind of ['transaction', 'subscription', 'register', 'portfolio', 'mail', 'audit', 'sign_in'])
      expect(support).not.toContain(kind)
    expect(support).toEqual(expect.arrayContaining(['ticket', 'note']))
    expect(await kindsFor('operator')).not.toContain('audit')
    const hidden = await get(`${user.id}/timeline?kind=transaction`, await as('support'))
    expect(hidden.body.entries).toEqual([])
  })

  test('of nobody is 404', async () => {
    expect((await get('2147483647/timeline')).status).toBe(404)
  })
})

describe('the overview of an investor', () => {
  test('has holdings, subscriptions, portfolio and sessions', async () => {
    const { user, symbol } = await createBusyInvestor()
    const { body } = await get(`${user.id}/overview`)
    expect(body.investor).toMatchObject({
      user: { id: user.id, email: user.email, is_active: false },
      account_number: `A-${String(user.id).padStart(6, '0')}`,
      email_confirmed: true,
      money: {
        deposited: '1250.00',
        withdrawn: '0.00',
        transactions: 1,
        holdings: [{ symbol, units: '5.000000' }],
        portfolio: { total_value: '900.00', is_recorded: true },
        subscriptions: [{ symbol, state: 'submitted' }],
      },
    })
    expect(body.investor.sessions, 'disabling ends them').toEqual([])
  })

  test('has the reason of a verification by hand, for those who may read verifications', async () => {
    const { id } = await createUser(app.db)
    const reasonFor = async (headers = admin.headers) =>
      (await get(`${id}/overview`, headers)).body.investor.verification?.hand_reason
    const mark = (body: unknown) =>
      app.call('PUT', `${app.adm}/users/${id}/verification`, { headers: admin.headers, body })
    expect(await reasonFor()).toBeNull()
    await mark({ is_verified: true, reason: 'Known since 2019' })
    expect(await reasonFor()).toBe('Known since 2019')
    expect(await reasonFor(await as('auditor'))).toBe('Known since 2019')
    expect(await reasonFor(await as('support'))).toBeUndefined()
    await mark({ is_verified: false })
    expect(await reasonFor()).toBe('')
  })

  test('has the verification, what is open at the desk, and documents', async () => {
    const { id } = await createUser(app.db)
    const none = (await get(`${id}/overview`)).body.investor
    expect(none.verification).toMatchObject({ state: 'not_started', kind: 'person', verified_until: null })
    expect(none.desk).toEqual({ tickets: 0, calls: 0, chats: 0, newest: [] })
    expect(none.documents).toEqual({ acknowledged: 0, newest: [], evidence: [] })

    await setVerification(app.db, id, { state: 'verified', verified_until: '2031-05-06', risk: 'low' })
    await createEvidence(app.db, { user_id: id, name: 'secret-name.pdf' })
    const chat = await createChatSession(app.db, { user_id: id, created_at: new Date('2026-01-01') })
    await createCallRequest(app.db, { user_id: id, status: 'cancelled' })
    await createTicket(app.db, { user_id: id, status: 'resolved' })
    for (let day = 1; day <= 6; day++)
      await createTicket(app.db, {
        user_id: id,
        subject: `Number ${day}`,
        created_at: new Date(Date.UTC(2026, 1, day)),
      })
    await createTicket(app.db, { user_id: (await createUser(app.db)).id })
    const paper = await createSeriesDocument(app.db, { title: 'Terms' })
    const subscription = await createSubscription(app.db, { user_id: id })
    await app.sql`insert into subscription_acknowledgements (subscription_id, version_id, sha256)
      select ${subscription.id}, id, sha256 from series_document_versions where document_id = ${paper.id}`

    const { body, text } = await get(`${id}/overview`)
    const { verification, desk, documents } = body.investor
    expect(verification).toMatchObject({ state: 'verified', verified_until: '2031-05-06', risk: 'low' })
    expect(desk).toMatchObject({ tickets: 6, calls: 0, chats: 1 })
    expect(desk.newest.map(({ title }: { title: string }) => title)).toEqual(
      [6, 5, 4, 3, 2].map((day) => `Number ${day}`),
    )
    expect(desk.newest[0].link).toMatch(/^\?d=support&item=\d+$/)
    expect(documents).toMatchObject({
      acknowledged: 1,
      newest: [{ subscription_id: subscription.id, title: 'Terms', version: 1 }],
      evidence: [{ item: 'identity', files: 1 }],
    })
    expect(text, 'files are not named').not.toContain('secret-name')

    const forSupport = (await get(`${id}/overview`, await as('support'))).body.investor
    expect(forSupport).toMatchObject({ verification: null, documents: null, desk: { tickets: 6 } })
    await app.sql`update support_tickets set status = 'closed' where user_id = ${id}`
    expect((await get(`${id}/overview`)).body.investor.desk).toMatchObject({
      tickets: 0,
      newest: [
        { kind: 'chat', reference: chat.reference, link: `?d=support&tab=chats&item=${chat.session_id}` },
      ],
    })
  })

  test('is without money for support', async () => {
    const user = await createUser(app.db)
    await createSession(app.db, { user_id: user.id })
    const { body } = await get(`${user.id}/overview`, await as('support'))
    expect(body.investor.money).toBeNull()
    expect(body.investor.sessions).toHaveLength(1)
    expect((await get('2147483647/overview')).status).toBe(404)
  })
})
