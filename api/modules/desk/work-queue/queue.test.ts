import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findService, provideServices } from '#common/service-container'
import {
  createApproval,
  createCallRequest,
  createChatSession,
  createOutboxEmail,
  createPortfolio,
  createScreeningMatch,
  createTicket,
  createToken,
  createUser,
} from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSubscription,
  getDayFromNow,
  issueUnits,
} from '#db/seed/series-factories'
import { deleteAllRows } from '#db/test-database'
import type { AdminRole } from '#shared/enums/accounts'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  headers = (await app.signInAdmin()).headers
})
afterAll(() => app.close())
beforeEach(() =>
  deleteAllRows(app.sql, ['support_tickets', 'call_schedules', 'chat_sessions', 'outbox', 'screening_hits']),
)

const read = async (kind?: string, by = headers, each?: number) => {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(each && { each: String(each) }) })
  const { status, body } = await app.call('GET', `${app.adm}/queue?${query}`, {
    headers: by,
  })
  expect(status).toBe(200)
  return body as {
    items: Record<string, unknown>[]
    counts: { kind: string; count: number; due_at: string | null }[]
  }
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('the queue', () => {
  test('is empty while nothing waits', async () => {
    expect(await read('ticket')).toEqual({ items: [], counts: [] })
  })

  test.each([
    [
      'ticket',
      async (user_id: number) => {
        const { id, reference, first_answer_due } = await createTicket(app.db, {
          user_id,
          subject: 'My statement',
          priority: 'high',
          created_at: hoursAgo(5),
          first_answer_due: hoursAgo(-5),
          resolution_due: hoursAgo(-60),
        })
        const due_at = first_answer_due?.toISOString() ?? null
        return { id, title: `${reference} My statement`, due_at, link: `?d=support&item=${id}` }
      },
    ],
    [
      'screening',
      async (user_id: number) => {
        const hit = { user_id, entry_name: 'Ada Reyez', list: 'EU', score: 91, created_at: hoursAgo(5) }
        const { id, created_at } = await createScreeningMatch(app.db, hit)
        const due_at = new Date(created_at.getTime() + 48 * 3_600_000).toISOString()
        const link = `?d=screening&state=open&user=${user_id}&decide=${id}`
        return { id, title: 'Possible match: Ada Reyez on EU, score 91%', due_at, link }
      },
    ],
  ])('shows what waits (%s) with age, target, person and the link that opens it', async (kind, add) => {
    const user = await createUser(app.db, { first_name: 'Ada', last_name: 'Reyes' })
    const expected = await add(user.id)
    const { items, counts } = await read(kind)
    const person = { id: user.id, name: 'Ada Reyes' }
    expect(items).toEqual([{ kind, user: person, age_s: expect.any(Number), ...expected }])
    expect(items[0]?.age_s).toBeGreaterThanOrEqual(5 * 3600)
    expect(counts).toEqual([{ kind, count: 1, due_at: expected.due_at }])
  })

  test('shows what waits of the desk, oldest first, that of visitors by their name', async () => {
    await createTicket(app.db, { created_at: hoursAgo(3) })
    const call = await createCallRequest(app.db, { name: 'Bo Lind', created_at: hoursAgo(5) })
    const chat = await createChatSession(app.db, { last_message_at: hoursAgo(1) })
    await app.sql`insert into chat_messages (chat_session_id, author, message) values (${chat.id}, 'user', 'Hello there')`
    const { items } = await read()
    const ours = items.filter(({ kind }) => ['ticket', 'call', 'chat'].includes(String(kind)))
    expect(ours.map(({ kind }) => kind)).toEqual(['call', 'ticket', 'chat'])
    expect(ours[0]).toMatchObject({
      user: { id: null, name: 'Bo Lind' },
      link: `?d=support&tab=calls&item=${call.id}`,
    })
    expect(ours[2]).toMatchObject({ link: `?d=support&tab=chats&item=${chat.session_id}` })
  })

  test('has the targets that the desk has, of every kind, before and after an answer', async () => {
    const visitor = { name: 'Bo Lind', email: 'bo@mailbox.example' }
    const post = async (path: string, body: object) => (await app.call('POST', path, { body })).body
    await post('/support/ticket', { ...visitor, subject: 'S', message: 'M', priority: 'urgent' })
    await post('/support/call-schedule', {
      ...visitor,
      purpose: 'P',
      preferred_date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      preferred_time: '09:00',
    })
    await post('/support/live-chat', { ...visitor, message: 'Hello' })
    const lists = [
      ['ticket', 'tickets', 'tickets'],
      ['call', 'call-schedules', 'call_schedules'],
      ['chat', 'chat-sessions', 'chat_sessions'],
    ] as const
    const compare = async () => {
      for (const [kind, path, key] of lists) {
        const { body } = await app.call('GET', `${app.adm}/support/${path}`, { headers })
        expect(body[key][0].due, kind).not.toBeNull()
        expect((await read(kind)).items, kind).toMatchObject([{ due_at: body[key][0].due }])
      }
    }
    await compare()
    for (const table of ['support_tickets', 'call_schedules', 'chat_sessions']) {
      await app.sql`update ${app.sql(table)} set first_answered_at = now()`
    }
    await compare()
  })

  test('leaves out what is done, and chats in which the team wrote last', async () => {
    await createTicket(app.db, { status: 'resolved' })
    await createCallRequest(app.db, { status: 'confirmed' })
    const chat = await createChatSession(app.db)
    await app.sql`insert into chat_messages (chat_session_id, author, message) values
      (${chat.id}, 'user', 'Hello'), (${chat.id}, 'agent', 'Good morning')`
    for (const kind of ['ticket', 'call', 'chat']) expect((await read(kind)).items).toEqual([])
  })

  test('shows subscriptions to decide, mails given up and attestations that expire', async () => {
    const user = await createUser(app.db)
    const { id: token_id, symbol } = await createToken(app.db)
    await createAttestation(app.db, {
      token_id,
      expires: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
    })
    await issueUnits(app.db, token_id, { [user.id]: '5' })
    const { id: offering_id } = await createOffering(app.db, { token_id })
    const { id } = await createSubscription(app.db, { token_id, offering_id, user_id: user.id })
    const mail = await createOutboxEmail(app.db, { status: 'failed', recipient: 'a+b@mailbox.example' })
    await createOutboxEmail(app.db, { status: 'sent' })
    expect((await read('subscription')).items).toMatchObject([
      { id, user: { id: user.id }, link: `?d=subscriptions&item=${id}` },
    ])
    expect((await read('mail')).items).toMatchObject([
      { id: mail.id, link: '?d=mails&state=failed&search=a%2Bb%40mailbox.example' },
    ])
    const [attestation] = (await read('attestation')).items
    expect(attestation).toMatchObject({
      id: token_id,
      title: `${symbol}: attestation expiring`,
      user: null,
      link: `?d=tokens&token=${symbol.replace('$', '')}`,
    })
    await app.sql`update subscriptions set state = 'rejected' where id = ${id}`
    expect((await read('subscription')).items).toEqual([])
    await createAttestation(app.db, { token_id, as_of: getDayFromNow(0), units_held: '4' })
    expect((await read('attestation')).items).toMatchObject([
      { id: token_id, title: `${symbol}: attested units below units in issue` },
    ])
  })

  test('shows hits of the screening until they are decided, to those who decide them', async () => {
    await createScreeningMatch(app.db, { user_id: (await createUser(app.db)).id })
    expect((await read('screening')).items).toHaveLength(1)
    const operator = (await app.signInAdmin({ roles: ['operator'] })).headers
    expect((await read('screening', operator)).items).toEqual([])
    await app.sql`update screening_hits set state = 'no_match', reason = 'Another', decided_at = now()`
    expect((await read('screening')).items).toEqual([])
  })

  test('has the hits of the screening in the order of their section, alone and on the first view', async () => {
    const add = async (score: number, hours: number) => {
      const { id: user_id } = await createUser(app.db)
      await createScreeningMatch(app.db, { user_id, score, created_at: hoursAgo(hours) })
    }
    for (const [score, hours] of [
      [86, 9],
      [99, 1],
      [91, 2],
      [91, 2],
      [91, 3],
    ] as const) {
      await add(score, hours)
    }
    const { body } = await app.call('GET', `${app.adm}/screening/hits?state=open`, { headers })
    const listed: number[] = body.hits.map(({ id }: { id: number }) => id)
    expect(body.hits.map(({ score }: { score: number }) => score)).toEqual([99, 91, 91, 91, 86])
    const idsOf = async (each?: number) =>
      (await read(each ? undefined : 'screening', headers, each)).items
        .filter(({ kind }) => kind === 'screening')
        .map(({ id }) => id)
    expect(await idsOf()).toEqual(listed)
    expect(await idsOf(3)).toEqual(listed.slice(0, 3))
  })

  test('shows requests for a token as a kind of their own', async () => {
    const { id } = await createUser(app.db, { email: 'asks@mailbox.example' })
    await createPortfolio(app.db, {
      user_id: id,
      pending_investments: '$ASKED',
      pending_since: hoursAgo(2),
    })
    expect((await read('request')).items).toMatchObject([
      {
        title: '$ASKED',
        user: { id },
        link: '?d=token-pending&search=asks%40mailbox.example',
      },
    ])
  })

  test('shows 200 items at most, and counts the kinds that are younger than all of them', async () => {
    await app.sql`insert into support_tickets (name, email, subject, message, created_at)
      select 'V', 'v@mailbox.example', 'S ' || n, 'M', now() - interval '9 days' + n * interval '1 second'
      from generate_series(1, 260) as n`
    await createCallRequest(app.db)
    const { items, counts } = await read()
    expect(items).toHaveLength(200)
    expect(items[0]).toMatchObject({ kind: 'ticket', title: expect.stringContaining('S 1') })
    expect(counts).toContainEqual({ kind: 'ticket', count: 201, due_at: null })
    expect(counts).toContainEqual({ kind: 'call', count: 1, due_at: null })
    expect((await read('call')).items).toHaveLength(1)
  })

  test('shows the oldest of each kind, so that no kind leaves another out, with the first target of each', async () => {
    await app.sql`insert into support_tickets (name, email, subject, message, created_at, first_answer_due)
      select 'V', 'v@mailbox.example', 'S ' || n, 'M', now() - interval '9 days' + n * interval '1 second',
        timestamptz '2026-12-31 12:00Z' - n * interval '1 second'
      from generate_series(1, 260) as n`
    await createCallRequest(app.db)
    const { items, counts } = await read(undefined, headers, 3)
    const ours = items.filter(({ kind }) => kind === 'ticket' || kind === 'call')
    expect(ours.map(({ title }) => String(title).replace(/^\S+ /, ''))).toEqual([
      'S 1',
      'S 2',
      'S 3',
      expect.any(String),
    ])
    expect(counts).toContainEqual({ kind: 'ticket', count: 201, due_at: '2026-12-31T11:56:39.000Z' })
    expect(counts).toContainEqual({ kind: 'call', count: 1, due_at: null })
    const { status } = await app.call('GET', `${app.adm}/queue?each=201`, { headers })
    expect(status).toBe(422)
  })

  test('shows each role only what it may decide', async () => {
    await createTicket(app.db)
    await createOutboxEmail(app.db, { status: 'failed' })
    const { id: user_id } = await createUser(app.db)
    await app.sql`update verifications set state = 'submitted', submitted_at = now() where user_id = ${user_id}`
    await createPortfolio(app.db, { user_id, pending_investments: '$ROLES', pending_since: hoursAgo(1) })
    const { id: token_id } = await createToken(app.db)
    const { id: offering_id } = await createOffering(app.db, { token_id })
    await createSubscription(app.db, { token_id, offering_id, user_id })
    const kindsFor = async (role: AdminRole) =>
      (await read(undefined, (await app.signInAdmin({ roles: [role] })).headers)).counts
        .map(({ kind }) => kind)
        .filter((kind) => ['request', 'subscription', 'verification', 'ticket', 'mail'].includes(kind))
        .sort()
    expect(await kindsFor('owner')).toEqual(['mail', 'request', 'subscription', 'ticket', 'verification'])
    expect(await kindsFor('operator')).toEqual(['mail', 'request', 'subscription', 'ticket'])
    expect(await kindsFor('compliance')).toEqual(['ticket', 'verification'])
    expect(await kindsFor('support')).toEqual(['ticket'])
    expect(await kindsFor('auditor'), 'only reads').toEqual([])
    const operator = (await app.signInAdmin({ roles: ['operator'] })).headers
    expect((await read('verification', operator)).items).toEqual([])
    await app.sql`update verifications set state = 'not_started', submitted_at = null`
    await app.sql`delete from portfolios where user_id = ${user_id}`
    await app.sql`update subscriptions set state = 'rejected' where user_id = ${user_id}`
  })

  test('has the target of a verification that its own list has, whatever the weekday', async () => {
    const users = new Map<number, string>()
    for (let day = 9; day < 16; day++) {
      const { id } = await createUser(app.db)
      users.set(id, `2026-03-${day < 10 ? '0' : ''}${day}T23:30:00Z`)
      await app.sql`update verifications set state = 'submitted', submitted_at = ${users.get(id) ?? ''} where user_id = ${id}`
    }
    const due = (rows: Record<string, unknown>[], key: string) =>
      rows.flatMap((row) => (users.has(Number(row[key])) ? [`${row[key]} ${row.due_at}`] : [])).toSorted()
    for (const days of [1, 2, 4, 5, 6, 11]) {
      await app.sql`update settings set verification_target_days = ${days}`
      const { body } = await app.call('GET', `${app.adm}/verifications?state=submitted&limit=100`, {
        headers,
      })
      const listed = due(body.verifications, 'user_id')
      expect(listed).toHaveLength(7)
      expect(due((await read('verification')).items, 'id'), `${days} days`).toEqual(listed)
    }
    await app.sql`update verifications set state = 'not_started', submitted_at = null`
  })

  test('shows verifications that end within 30 days', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const ends = async (days: number) => {
      const user = await createUser(app.db, { first_name: 'Ends', last_name: `in ${days}` })
      await app.sql`update verifications set state = 'verified', submitted_at = now(), decided_at = now(),
        verified_until = ${inDays(days)} where user_id = ${user.id}`
      return user.id
    }
    const soon = await ends(20)
    await ends(40)
    await ends(-2)
    expect((await read('verification')).items).toEqual([
      expect.objectContaining({
        id: soon,
        title: 'Verification expiring',
        user: { id: soon, name: 'Ends in 20' },
        due_at: `${inDays(21)}T00:00:00.000Z`,
        link: `?d=verifications&item=${soon}`,
      }),
    ])
  })

  test('shows why a snapshot failed until the next one is made', async () => {
    await app.sql`insert into proof_failures (day, after_number, code, reason)
      values ('2026-11-20', 0, 'limit', 'More units than are attested'), ('2026-11-19', 0, 'missed', 'The server was off')`
    expect((await read('snapshot')).items).toMatchObject([
      { title: 'Snapshot for 2026-11-20 failed: More units than are attested', link: '?d=register' },
    ])
  })

  test('says that the market has no current price', async () => {
    const market = findService('market')
    provideServices({ market: { mode: 'live', feed: undefined, poller: undefined, version: 1 } })
    try {
      expect((await read('feed')).items).toMatchObject([
        {
          title: 'Market prices are unavailable; the server is retrying its sources',
          user: null,
          link: '',
        },
      ])
    } finally {
      provideServices({ market })
    }
  })

  test('lists a proposal for everybody but its proposer', async () => {
    const proposer = await app.signInAdmin()
    const { id } = await createApproval(app.db, { proposed_by: proposer.admin.id })
    expect((await read('approval')).items).toMatchObject([{ id, link: `?d=approvals&item=${id}` }])
    expect((await read('approval', proposer.headers)).items).toEqual([])
    const [{ permission } = { permission: '' }] =
      await app.sql`select permission from approvals where id = ${id}`
    expect(permission).toBe('money')
    const as = async (role: AdminRole) => (await app.signInAdmin({ roles: [role] })).headers
    expect((await read('approval', await as('operator'))).items).toMatchObject([{ id }])
    expect((await read('approval', await as('compliance'))).items, 'may not make the write').toEqual([])
  })
})
