import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createAdmin,
  createCallRequest,
  createChatSession,
  createTicket,
  createUser,
} from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, headers = admin.headers) =>
  app.call(method, `${app.adm}${path}`, { body, headers })
const mailsOf = (reference: string) => app.mails({ reference })
const auditOf = (entity: string, id: number) =>
  app.sql`select action, before, after from audit_log where entity = ${entity} and entity_id = ${String(id)} order by id`
const tokenIn = (text: string): string => /#token=([\w-]{43})/.exec(text)?.[1] ?? ''
const agents = async (): Promise<{ id: number; username: string }[]> =>
  (await call('GET', '/support/agents')).body.agents

/** One item of each kind, with its path and its key in responses. */
async function oneOfEach() {
  const [ticket, request, chat] = [
    await createTicket(app.db),
    await createCallRequest(app.db),
    await createChatSession(app.db),
  ]
  return [
    { row: ticket, path: `/support/tickets/${ticket.id}`, key: 'ticket', list: 'tickets', entity: 'ticket' },
    {
      row: request,
      path: `/support/call-schedules/${request.id}`,
      key: 'call_schedule',
      list: 'call_schedules',
      entity: 'call_schedule',
    },
    {
      row: chat,
      path: `/support/chat-sessions/${chat.id}`,
      key: 'chat_session',
      list: 'chat_sessions',
      entity: 'chat_session',
    },
  ]
}
const listOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

describe('assigning', () => {
  test('names an administrator, found by the filters, and removes the name again', async () => {
    const other = await createAdmin(app.db, { username: `desk-${crypto.randomUUID()}`, roles: ['support'] })
    for (const { row, path, key, list, entity } of await oneOfEach()) {
      const given = await call('PUT', path, { assigned_to: other.id })
      expect([given.status, given.body[key].assigned_to, given.body[key].assigned_name]).toEqual([
        200,
        other.id,
        other.username,
      ])
      expect(given.body[key].status).toBe(row.status)
      const has = async (filter: string) =>
        (await call('GET', `${listOf(path)}?assigned=${filter}&limit=200`)).body[list].some(
          ({ id }: { id: number }) => id === row.id,
        )
      expect([await has(String(other.id)), await has('none'), await has('me')]).toEqual([true, false, false])
      expect(await auditOf(entity, row.id)).toMatchObject([
        { before: { assigned_to: null }, after: { assigned_to: other.id } },
      ])
      const [{ id: me } = { id: 0 }] =
        await app.sql`select id from admins where username = ${admin.admin.username}`
      await call('PUT', path, { assigned_to: me })
      expect([await has('me'), await has(String(other.id))]).toEqual([true, false])
      expect((await call('PUT', path, { assigned_to: null })).body[key].assigned_to).toBeNull()
      expect(await has('none')).toBe(true)
    }
    for (const filter of ['odd', '0', '99999999999']) {
      expect((await call('GET', `/support/tickets?assigned=${filter}`)).status, filter).toBe(422)
    }
  })

  test('accepts only active administrators of the support team, and requires a change', async () => {
    const gone = await createAdmin(app.db, { username: `gone-${crypto.randomUUID()}`, is_active: false })
    const reader = await createAdmin(app.db, {
      username: `reader-${crypto.randomUUID()}`,
      roles: ['auditor'],
    })
    const ids = (await agents()).map(({ id }) => id)
    expect([ids.includes(gone.id), ids.includes(reader.id)]).toEqual([false, false])
    for (const { path } of await oneOfEach()) {
      for (const assigned_to of [gone.id, reader.id, 2_147_483_647]) {
        const { status, body } = await call('PUT', path, { assigned_to })
        expect([status, body.details[0].path]).toEqual([422, '/assigned_to'])
      }
      expect((await call('PUT', path, {})).status).toBe(422)
    }
  })

  test('assigns in bulk, all or none, and rejects an edit of a stale version', async () => {
    const [ticket, second] = [await createTicket(app.db), await createTicket(app.db)]
    const [agent] = await agents()
    const ids = [ticket.id, second.id]
    const { status, body } = await call('POST', '/support/tickets/bulk', { ids, assigned_to: agent?.id })
    expect([status, body.updated]).toEqual([200, 2])
    expect((await call('POST', '/support/tickets/bulk', { ids })).status).toBe(422)
    const missing = { ids: [ticket.id, 2_147_483_647], assigned_to: null }
    expect((await call('POST', '/support/tickets/bulk', missing)).status).toBe(404)
    expect((await call('GET', `/support/tickets/${ticket.id}`)).body.ticket.assigned_to).toBe(agent?.id)
    const updated_at = ticket.updated_at.toISOString()
    const stale = await call('PUT', `/support/tickets/${ticket.id}`, { assigned_to: null, updated_at })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])
  })
})

describe('undoing', () => {
  const bulk = (path: string, body: object) => call('POST', `/support/${path}/bulk`, body)
  const timesOf = async (table: string, id: number) => {
    const [row] = await app.sql`select status, first_answered_at, resolved_at, resolution_due
      from ${app.sql(table)} where id = ${id}`
    return row
  }
  const soon = new Date(Date.now() + 3_600_000)

  test('of what nobody was told sets status and times as they were, in one transaction with its entries', async () => {
    const calls = [
      await createCallRequest(app.db, { resolution_due: soon }),
      await createCallRequest(app.db, { resolution_due: soon }),
    ]
    const chats = [await createChatSession(app.db, { email: '', resolution_due: soon })]
    for (const [path, table, rows, status, former, entity] of [
      ['call-schedules', 'call_schedules', calls, 'in_progress', 'pending', 'call_schedule'],
      ['chat-sessions', 'chat_sessions', chats, 'closed', 'open', 'chat_session'],
    ] as const) {
      const ids = rows.map(({ id }) => id)
      const times = () => Promise.all(ids.map((id) => timesOf(table, id)))
      const before = await times()
      expect((await bulk(path, { ids, status })).status).toBe(200)
      expect(await times()).not.toEqual(before)
      expect((await bulk(path, { ids, status: former, undo: true })).status, path).toBe(200)
      expect(await times()).toEqual(before)
      for (const { id, reference } of rows) {
        expect(await mailsOf(reference)).toEqual([])
        expect((await auditOf(entity, id)).map(({ after }) => after.status)).toEqual([status, former])
      }
    }
  })

  test('is refused for what somebody was told, after a minute, to another status, and for one of many', async () => {
    const investor = await createUser(app.db)
    const running = { status: 'in_progress' } as const
    const [fresh, ofInvestor, mailed] = [
      await createCallRequest(app.db, running),
      await createCallRequest(app.db, { ...running, user_id: investor.id }),
      await createCallRequest(app.db, { status: 'confirmed' }),
    ]
    const old = await createCallRequest(app.db, running)
    await app.sql`alter table call_schedules disable trigger user`
    await app.sql`update call_schedules set updated_at = now() - interval '61 seconds' where id = ${old.id}`
    await app.sql`alter table call_schedules enable trigger user`
    for (const { id } of [ofInvestor, mailed, old]) {
      const answer = await bulk('call-schedules', { ids: [fresh.id, id], status: 'pending', undo: true })
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    }
    expect((await timesOf('call_schedules', fresh.id))?.status).toBe('in_progress')
    const odd = await bulk('call-schedules', { ids: [fresh.id], status: 'confirmed', undo: true })
    expect([odd.status, odd.body.details[0].path]).toEqual([422, '/status'])
    const chat = await createChatSession(app.db, { status: 'closed', email: 'asked@mailbox.example' })
    expect((await bulk('chat-sessions', { ids: [chat.id], status: 'open', undo: true })).status).toBe(409)
    const ticket = await createTicket(app.db, { status: 'closed' })
    await bulk('tickets', { ids: [ticket.id], status: 'open', undo: true })
    expect(await mailsOf(ticket.reference), 'the writer of a ticket is told all the same').toHaveLength(1)
  })
})

describe('internal notes', () => {
  test('are shown to the team, logged without their words, never sent and never exported to the investor', async () => {
    const investor = await app.signIn()
    const ticket = await createTicket(app.db, { user_id: investor.user.id })
    const note = 'Known for asking twice: be brief'
    const { status } = await call('PUT', `/support/tickets/${ticket.id}`, { internal_note: note })
    expect(status).toBe(200)
    const { body } = await call('GET', `/support/tickets/${ticket.id}`)
    expect(body.notes).toMatchObject([{ text: note, by: { username: admin.admin.username } }])
    expect(body.replies).toEqual([])
    expect(await mailsOf(ticket.reference)).toEqual([])
    const audit = await auditOf('ticket', ticket.id)
    expect(audit).toMatchObject([{ action: 'ticket.update', after: { note_id: body.notes[0].id } }])
    expect(JSON.stringify(audit)).not.toContain(note)
    const thread = await app.call('GET', `/user/support/tickets/${ticket.id}`, { headers: investor.headers })
    expect(JSON.stringify(thread.body)).not.toContain(note)
    const csv = await call('GET', '/support/tickets/export')
    expect(JSON.stringify(csv.body ?? csv.text)).not.toContain(note)
    for (const { path } of await oneOfEach()) {
      await call('PUT', path, { internal_note: 'One' })
      await call('PUT', path, { internal_note: 'Two' })
      const { notes } = (await call('GET', path)).body
      expect(notes.map(({ text }: { text: string }) => text)).toEqual(['One', 'Two'])
    }
    expect((await call('PUT', `/support/tickets/${ticket.id}`, { internal_note: ' ' })).status).toBe(422)
  })

  test('go with the account of the writer', async () => {
    const user = await createUser(app.db)
    const ticket = await createTicket(app.db, { user_id: user.id })
    await call('PUT', `/support/tickets/${ticket.id}`, { internal_note: 'Private' })
    expect((await call('DELETE', `/users/${user.id}`)).status).toBe(200)
    expect(await app.sql`select from desk_notes where ticket_id = ${ticket.id}`).toHaveLength(0)
  })
})

describe('canned replies', () => {
  test('are added, changed and deleted, each with an audit entry', async () => {
    const title = `Thanks ${crypto.randomUUID()}`
    const text = 'Hello {first_name}, {reference} is with {department}. {agent}'
    const sent = { ...admin.headers, 'idempotency-key': 'one-answer' }
    const send = () => call('POST', '/canned-replies', { title, text }, sent)
    const [made, again] = await Promise.all([send(), send()])
    expect([made.status, made.body.canned_reply.text]).toEqual([201, text])
    expect(again.body, 'sent twice').toEqual(made.body)
    const { id, updated_at } = made.body.canned_reply
    const list = (await call('GET', '/canned-replies')).body.canned_replies
    expect(list.find((row: { id: number }) => row.id === id)).toEqual(made.body.canned_reply)
    expect((await call('POST', '/canned-replies', { title: title.toUpperCase(), text })).status).toBe(409)
    const edited = await call('PUT', `/canned-replies/${id}`, { text: 'Hello', updated_at })
    expect([edited.status, edited.body.canned_reply.title]).toEqual([200, title])
    expect((await call('PUT', `/canned-replies/${id}`, { text: 'Again', updated_at })).body.code).toBe(
      'stale_write',
    )
    expect((await call('DELETE', `/canned-replies/${id}`)).status).toBe(200)
    expect((await call('DELETE', `/canned-replies/${id}`)).status).toBe(404)
    expect((await auditOf('canned_reply', id)).map(({ action }) => action)).toEqual([
      'canned_reply.create',
      'canned_reply.update',
      'canned_reply.delete',
    ])
  })

  test('refuse a placeholder that does not exist, with a sentence', async () => {
    const { status, body } = await call('POST', '/canned-replies', { title: 'Odd', text: 'Hello {surname}' })
    expect([status, body.details[0].path]).toEqual([422, '/text'])
    expect(body.details[0].message).toContain(
      '{surname} is not a valid placeholder. Available: {first_name}, {name}',
    )
    const auditor = await app.signInAdmin({ roles: ['auditor'] })
    const asked = await call('POST', '/canned-replies', { title: 'A', text: 'B' }, auditor.headers)
    expect(asked.status).toBe(403)
  })
})

describe('targets', () => {
  const open = async (category = 'general', email = `t-${crypto.randomUUID()}@lodefield.example`) => {
    const form = { name: 'Ilse', email, subject: 'A', message: 'B', category }
    return (await app.call('POST', '/support/ticket', { body: form })).body.id as number
  }
  const ticket = async (id: number) => (await call('GET', `/support/tickets/${id}`)).body.ticket
  const hours = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000

  test('are those of the department in its business hours, and stay when it changes', async () => {
    const always = {
      open_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      open_from: '00:00',
      open_to: '24:00',
      time_zone: 'UTC',
      first_answer_hours: 3,
      resolution_hours: 30,
    }
    const saved = await call('PUT', '/contact-departments/investors', always)
    expect([saved.status, saved.body.department]).toMatchObject([200, always])
    const id = await open('investment')
    const row = await ticket(id)
    expect(hours(row.created_at, row.first_answer_due)).toBeCloseTo(3, 2)
    expect(hours(row.created_at, row.resolution_due)).toBeCloseTo(30, 2)
    expect(row.due).toBe(row.first_answer_due)
    await call('PUT', '/contact-departments/investors', { first_answer_hours: null, resolution_hours: 9 })
    expect(await ticket(id)).toMatchObject({ first_answer_due: row.first_answer_due })
    const later = await ticket(await open('investment'))
    expect([later.first_answer_due, later.due]).toEqual([null, later.resolution_due])
    for (const [field, value] of [
      ['time_zone', 'Mars/Olympus'],
      ['open_to', '00:00'],
      ['open_from', '24:00'],
      ['open_days', []],
      ['first_answer_hours', 0],
    ]) {
      const bad = await call('PUT', '/contact-departments/investors', { [field as string]: value })
      expect(bad.status, `${field}`).toBe(422)
    }
    const visible = (await app.call('GET', '/contact-departments')).body.departments[0]
    expect(Object.keys(visible)).not.toContain('open_days')
  })

  test('are met by a first response and by a resolution, and set again on reopening', async () => {
    const id = await open()
    const before = await ticket(id)
    await call('POST', `/support/tickets/${id}/replies`, { message: 'Here it is' })
    const answered = await ticket(id)
    expect([answered.first_answered_at !== null, answered.due]).toEqual([true, before.resolution_due])
    await call('PUT', `/support/tickets/${id}`, { status: 'resolved' })
    const resolved = await ticket(id)
    expect([resolved.resolved_at !== null, resolved.due]).toEqual([true, null])
    await app.sql`update support_tickets set resolution_due = now() - interval '1 day' where id = ${id}`
    await call('PUT', `/support/tickets/${id}`, { status: 'open' })
    const again = await ticket(id)
    expect(again.resolved_at).toBeNull()
    expect(Date.parse(again.due)).toBeGreaterThan(Date.now())
    expect(again.first_answered_at).toBe(answered.first_answered_at)
    const request = await createCallRequest(app.db)
    const confirmed = await call('PUT', `/support/call-schedules/${request.id}`, { status: 'confirmed' })
    expect(confirmed.body.call_schedule).toMatchObject({ due: null, first_answered_at: expect.any(String) })
  })

  test('sort the lists: earliest due first, finished items last', async () => {
    await app.sql`update support_tickets set resolved_at = now() where resolved_at is null`
    const [late, soon, done] = [
      await createTicket(app.db),
      await createTicket(app.db),
      await createTicket(app.db),
    ]
    await app.sql`update support_tickets set resolution_due = now() - interval '1 hour' where id = ${late.id}`
    await app.sql`update support_tickets set resolution_due = now() + interval '1 hour' where id = ${soon.id}`
    await call('PUT', `/support/tickets/${done.id}`, { status: 'closed' })
    const { tickets } = (await call('GET', '/support/tickets?sort=due&limit=2')).body
    expect(tickets.map(({ id }: { id: number }) => id)).toEqual([late.id, soon.id])
    for (const path of ['call-schedules', 'chat-sessions']) {
      expect((await call('GET', `/support/${path}?sort=due`)).status).toBe(200)
    }
  })
})

describe('merging', () => {
  test('moves the messages in order of time, tells the author once, and closes the duplicate', async () => {
    const investor = await app.signIn()
    const user_id = investor.user.id
    const email = investor.user.email
    const kept = await createTicket(app.db, {
      user_id,
      email,
      message: 'First',
      created_at: new Date('2026-01-01'),
    })
    const copy = await createTicket(app.db, {
      user_id,
      email,
      message: 'Second',
      created_at: new Date('2026-01-02'),
    })
    await call('POST', `/support/tickets/${copy.id}/replies`, { message: 'Third' })
    const { status, body } = await call('POST', `/support/tickets/${copy.id}/merge`, { into: kept.id })
    expect([status, body.ticket.id]).toEqual([200, kept.id])
    const { replies } = (await call('GET', `/support/tickets/${kept.id}`)).body
    expect(
      replies.map(({ by, message, merged_from }: Record<string, string>) => [by, message, merged_from]),
    ).toEqual([
      ['user', 'Second', copy.reference],
      ['agent', 'Third', copy.reference],
    ])
    const closed = (await call('GET', `/support/tickets/${copy.id}`)).body
    expect(closed.ticket).toMatchObject({
      status: 'closed',
      merged_into: { id: kept.id, reference: kept.reference },
    })
    expect((await mailsOf(kept.reference)).map(({ kind }) => kind)).toEqual(['ticket_merged'])
    const { notifications } = (await app.call('GET', '/user/notifications', { headers: investor.headers }))
      .body
    const told = notifications.filter(({ title }: { title: string }) => title.includes('was merged into'))
    expect(told).toHaveLength(1)
    for (const [method, path, content] of [
      ['PUT', '', { status: 'open' }],
      ['POST', '/replies', { message: 'Hello' }],
      ['POST', '/merge', { into: kept.id }],
    ] as const) {
      expect((await call(method, `/support/tickets/${copy.id}${path}`, content)).status, path).toBe(409)
    }
    const circle = await call('POST', `/support/tickets/${kept.id}/merge`, { into: copy.id })
    expect(circle.status).toBe(409)
    expect((await auditOf('ticket', copy.id)).at(-1)).toMatchObject({
      action: 'ticket.merge',
      after: { merged_into: kept.reference },
    })
  })

  test('reopens a closed ticket when an open one is merged into it', async () => {
    const written = { email: 'again@lodefield.example' }
    const closed = await createTicket(app.db, { ...written, status: 'closed', resolved_at: new Date() })
    const open = await createTicket(app.db, { ...written, message: 'And this?' })
    const { status, body } = await call('POST', `/support/tickets/${open.id}/merge`, { into: closed.id })
    expect([status, body.ticket.status]).toEqual([200, 'open'])
    const { tickets } = (await call('GET', `/support/tickets?status=open&search=${written.email}`)).body
    expect(tickets).toMatchObject([{ id: closed.id, resolved_at: null }])
    const another = await createTicket(app.db, { ...written, status: 'resolved', resolved_at: new Date() })
    const merged = await call('POST', `/support/tickets/${another.id}/merge`, { into: closed.id })
    expect(merged.body.ticket.status).toBe('open')
    expect(
      (await auditOf('ticket', closed.id)).map(({ before, after }) => [before.status, after.status]),
    ).toEqual([['closed', 'open']])
  })

  test('keeps the tickets of an account apart from those of a visitor who typed its address', async () => {
    const user = await createUser(app.db, { email_confirmed: true })
    const own = await createTicket(app.db, { user_id: user.id, email: user.email })
    const visitors = await createTicket(app.db, { email: user.email })
    for (const [from, into] of [
      [visitors, own],
      [own, visitors],
    ] as const) {
      const { status, text } = await call('POST', `/support/tickets/${from.id}/merge`, { into: into.id })
      expect([status, text]).toEqual([
        422,
        expect.stringContaining('cannot be confirmed to be from the same person'),
      ])
    }
    const others = await createTicket(app.db, { user_id: user.id, email: user.email })
    expect((await call('POST', `/support/tickets/${others.id}/merge`, { into: own.id })).status).toBe(200)
  })

  test('keeps the tickets of two deleted authors apart', async () => {
    const gone = { name: 'Deleted investor', email: 'deleted@deleted.invalid' }
    const [one, two] = [await createTicket(app.db, gone), await createTicket(app.db, gone)]
    expect((await call('POST', `/support/tickets/${one.id}/merge`, { into: two.id })).status).toBe(422)
  })

  test("rejects the same, another person's and a missing ticket; of two at once one succeeds", async () => {
    const email = 'twice@lodefield.example'
    const [one, two, three] = [
      await createTicket(app.db, { email }),
      await createTicket(app.db, { email: 'Twice@lodefield.example' }),
      await createTicket(app.db, { email: 'another@lodefield.example' }),
    ]
    const merge = async (id: number, into: number) =>
      (await call('POST', `/support/tickets/${id}/merge`, { into })).status
    expect(await merge(one.id, one.id)).toBe(422)
    expect(await merge(one.id, three.id)).toBe(422)
    expect(await merge(one.id, 2_147_483_647)).toBe(404)
    const both = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)])
    expect(both.toSorted()).toEqual([200, 409])
    const owned = await createTicket(app.db, { user_id: (await createUser(app.db)).id, email })
    const others = await createTicket(app.db, { user_id: (await createUser(app.db)).id, email })
    expect(await merge(owned.id, others.id)).toBe(422)
  })
})

describe('feedback', () => {
  const close = async (ticket: { id: number; reference: string }) => {
    await call('PUT', `/support/tickets/${ticket.id}`, { status: 'resolved' })
    return tokenIn((await mailsOf(ticket.reference)).at(-1)?.body ?? '')
  }
  const send = (body: unknown) => app.call('POST', '/support/feedback', { body })

  test('is asked once by mail, stored once, and shown on the ticket and in the average', async () => {
    const ticket = await createTicket(app.db)
    const token = await close(ticket)
    expect(token).toHaveLength(43)
    expect(await app.sql`select from feedback_requests where token_hash = ${token}`).toHaveLength(0)
    expect((await app.call('GET', '/support/feedback')).status).toBe(405)
    for (const score of [0, 6, 1.5, '5']) expect((await send({ token, score })).status).toBe(422)
    const sent = await Promise.all([
      send({ token, score: 4, text: 'Quick' }),
      send({ token, score: 4, text: 'Quick' }),
    ])
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await call('GET', `/support/tickets/${ticket.id}`)).body.feedback).toMatchObject({
      score: 4,
      text: 'Quick',
    })
    const chat = await createChatSession(app.db)
    await call('PUT', `/support/chat-sessions/${chat.id}`, { status: 'closed' })
    const [mail] = await mailsOf(chat.reference)
    expect(mail?.kind).toBe('chat_closed')
    expect((await send({ token: tokenIn(mail?.body ?? ''), score: 1 })).status).toBe(200)
    const { body } = await call('GET', '/support/satisfaction')
    expect([body.answers, body.average, body.asked >= 2]).toEqual([2, '2.5', true])
    await call('PUT', `/support/tickets/${ticket.id}`, { status: 'open' })
    expect(await close(ticket)).toBe('')
  })

  test('is refused after 30 days, with one sentence for every bad link', async () => {
    const token = await close(await createTicket(app.db))
    await app.sql`update feedback_requests set expires_at = now() - interval '1 second' where score is null`
    const [late, unknown] = [await send({ token, score: 5 }), await send({ token: 'A'.repeat(43), score: 5 })]
    expect([late.status, late.body.details]).toEqual([422, unknown.body.details])
  })
})

test('publishes response times with period and number of cases, or that there are too few', async () => {
  const at = (minutes: number) => new Date(Date.now() - 86_400_000 + minutes * 60_000)
  await app.sql`delete from support_tickets`
  for (let n = 1; n <= 21; n += 1) {
    await createTicket(app.db, { category: 'compliance', created_at: at(0), first_answered_at: at(n * 10) })
  }
  await createTicket(app.db, { category: 'technical', created_at: at(0), first_answered_at: at(5) })
  await createTicket(app.db, { category: 'compliance', created_at: at(0) })
  await createTicket(app.db, {
    category: 'compliance',
    created_at: new Date(Date.now() - 91 * 86_400_000),
    first_answered_at: at(0),
  })
  const { status, body } = await app.call('GET', '/support/response-times')
  expect([status, body.period_days, body.cases_min]).toEqual([200, 90, 20])
  const tickets = body.response_times.filter(({ kind }: { kind: string }) => kind === 'ticket')
  expect(tickets).toEqual([
    { kind: 'ticket', department: 'compliance', cases: 21, median_minutes: 110 },
    { kind: 'ticket', department: 'tech_support', cases: 1, median_minutes: null },
  ])
})
