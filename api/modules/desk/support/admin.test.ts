import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCallRequest, createChatSession, createTicket } from '#db/seed/factories'
import { callStatuses, chatStatuses, ticketStatuses } from '#shared/enums/support'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call(method, `${app.adm}/support${path}`, { body, headers: { ...admin.headers, ...headers } })
const mailsOf = (reference: string) => app.mails({ reference })
const auditOf = (entity: string, id: number) =>
  app.sql`select action, before, after from audit_log where entity = ${entity} and entity_id = ${String(id)} order by id`

describe('tickets', () => {
  test('are listed by status and found by reference, name, email, subject and message', async () => {
    const ticket = await createTicket(app.db, {
      name: 'Ilse Varga',
      email: 'ilse@lodefield.example',
      subject: 'Assay of lot 7',
      message: 'Where is the certificate?',
    })
    const closed = await createTicket(app.db, { status: 'closed', name: 'Ilse Closed' })
    const idsOf = async (query: string) =>
      (await call('GET', `/tickets?${query}`)).body.tickets.map(({ id }: { id: number }) => id)
    for (const search of [ticket.reference, 'ilse varga', 'ILSE@', 'assay lot', 'certificate']) {
      expect(await idsOf(`search=${encodeURIComponent(search)}`), search).toEqual([ticket.id])
    }
    expect(await idsOf('search=ilse&status=closed')).toEqual([closed.id])
    expect((await call('GET', '/tickets?status=odd')).status).toBe(422)
    expect((await call('GET', '/tickets?limit=1')).body.pagination).toMatchObject({ limit: 1, page: 1 })
  })

  test('take each status, and notify the author by email', async () => {
    const ticket = await createTicket(app.db)
    for (const status of [...ticketStatuses.slice(1), 'open'] as const) {
      const response = await call('PUT', `/tickets/${ticket.id}`, { status })
      expect([response.status, response.body.ticket.status]).toEqual([200, status])
    }
    const mails = await mailsOf(ticket.reference)
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual(
      Array.from({ length: 4 }, () => ['ticket_status', ticket.email]),
    )
    expect(mails[0]?.body).toContain('is now in progress.')
    const entries = await auditOf('ticket', ticket.id)
    expect(entries).toHaveLength(4)
    expect(entries[0]).toMatchObject({
      action: 'ticket.update',
      before: { id: ticket.id, reference: ticket.reference, status: 'open' },
      after: { status: 'in_progress' },
    })
    expect((await call('PUT', `/tickets/${ticket.id}`, { status: 'lost' })).status).toBe(422)
    expect((await call('PUT', '/tickets/2147483647', { status: 'open' })).status).toBe(404)
  })

  test('reject a status based on a stale version', async () => {
    const ticket = await createTicket(app.db)
    const updated_at = ticket.updated_at.toISOString()
    const edits = await Promise.all(
      ['resolved', 'closed'].map((status) => call('PUT', `/tickets/${ticket.id}`, { status, updated_at })),
    )
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('store a repeated reply once, in the outbox and on the desk', async () => {
    const ticket = await createTicket(app.db, { subject: 'A\tquestion' })
    const headers = { 'idempotency-key': `answer-${ticket.id}` }
    const body = { message: 'The certificate is on its way.\nRegards' }
    const responses = await Promise.all(
      [1, 2].map(() => call('POST', `/tickets/${ticket.id}/replies`, body, headers)),
    )
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(responses[0]?.body).toMatchObject({
      reply: { ...body, author: admin.admin.username, mail: 'pending' },
      mail_configured: false,
    })
    const { body: read } = await call('GET', `/tickets/${ticket.id}`)
    expect(read.replies).toEqual([responses[0]?.body.reply])
    expect(read.ticket).toMatchObject({ id: ticket.id, reply_count: 1 })
    const [mail, ...others] = await mailsOf(ticket.reference)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'ticket_reply', recipient: ticket.email, status: 'pending' })
    expect(mail?.subject).toMatch(new RegExp(`^\\[${ticket.reference}\\] `))
    expect(mail?.body).toContain(body.message)
    // The text is not logged.
    expect(JSON.stringify(await auditOf('ticket', ticket.id))).not.toMatch(/certificate|@/)
    for (const message of ['', ' ', 'x'.repeat(5001)]) {
      expect((await call('POST', `/tickets/${ticket.id}/replies`, { message })).status).toBe(422)
    }
    expect((await call('POST', '/tickets/2147483647/replies', body)).status).toBe(404)
  })

  test('are replied to and resolved in one step, with a single email that says so', async () => {
    const ticket = await createTicket(app.db)
    const body = { message: 'It is in the report.', status: 'resolved' }
    expect((await call('POST', `/tickets/${ticket.id}/replies`, body)).status).toBe(201)
    expect((await call('GET', `/tickets/${ticket.id}`)).body.ticket).toMatchObject({
      status: 'resolved',
      reply_count: 1,
    })
    const [mail, ...others] = await mailsOf(ticket.reference)
    expect(others).toEqual([])
    expect(mail?.body).toContain('Your ticket is now resolved.')
    expect(await auditOf('ticket', ticket.id)).toMatchObject([
      { action: 'ticket.reply', before: { status: 'open' }, after: { status: 'resolved' } },
    ])
    const odd = await call('POST', `/tickets/${ticket.id}/replies`, { message: 'x', status: 'confirmed' })
    expect(odd.status).toBe(422)
  })

  test('of a deleted investor cannot be replied to', async () => {
    const ticket = await createTicket(app.db, { email: 'deleted@deleted.invalid' })
    const response = await call('POST', `/tickets/${ticket.id}/replies`, { message: 'Hello' })
    expect([response.status, response.body.code]).toEqual([409, 'conflict'])
    await call('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    expect(await mailsOf(ticket.reference)).toEqual([])
  })

  test('are closed in bulk, all or none', async () => {
    const rows = [await createTicket(app.db), await createTicket(app.db)]
    const ids = rows.map(({ id }) => id)
    expect(
      (await call('POST', '/tickets/bulk', { ids: [...ids, 2_147_483_647], status: 'closed' })).status,
    ).toBe(404)
    expect((await call('GET', `/tickets/${ids[0]}`)).body.ticket.status).toBe('open')
    const { body } = await call('POST', '/tickets/bulk', { ids, status: 'closed' })
    expect(body).toEqual({ updated: 2 })
    for (const id of ids) expect((await call('GET', `/tickets/${id}`)).body.ticket.status).toBe('closed')
  })
})

describe('call requests', () => {
  test('are found, take each status, and email the visitor when confirmed or cancelled', async () => {
    const row = await createCallRequest(app.db, {
      company: 'Harbour Fund',
      email: 'harbour@lodefield.example',
    })
    const found = await call('GET', `/call-schedules?search=${row.reference}&status=pending`)
    expect(found.body.call_schedules).toMatchObject([
      { id: row.id, company: 'Harbour Fund', preferred_date: '2099-01-05', preferred_time: '09:00' },
    ])
    expect((await call('GET', '/call-schedules?search=harbour fund')).body.pagination.total).toBe(1)
    for (const status of [...callStatuses].reverse()) {
      const { body } = await call('PUT', `/call-schedules/${row.id}`, { status })
      expect(body.call_schedule.status).toBe(status)
    }
    expect((await mailsOf(row.reference)).map(({ body }) => /is (\w+)\./.exec(body)?.[1])).toEqual([
      'cancelled',
      'confirmed',
    ])
    expect(await auditOf('call_schedule', row.id)).toHaveLength(4)
    const stale = { status: 'cancelled', updated_at: row.created_at.toISOString() }
    expect((await call('PUT', `/call-schedules/${row.id}`, stale)).status).toBe(409)
    expect((await call('PUT', `/call-schedules/${row.id}`, { status: 'open' })).status).toBe(422)
    expect((await call('GET', '/call-schedules/2147483647')).status).toBe(404)
    const many = await call('POST', '/call-schedules/bulk', { ids: [row.id], status: 'cancelled' })
    expect(many.body).toEqual({ updated: 1 })
    expect((await call('GET', `/call-schedules/${row.id}`)).body.call_schedule.status).toBe('cancelled')
  })
})

describe('chats', () => {
  test('need a reply only while the visitor wrote last, and can be closed with a reply', async () => {
    const waiting = async () =>
      (await app.call('GET', `${app.adm}/stats`, { headers: admin.headers })).body.stats.open_chats
    const before = await waiting()
    const session_id = `chat-${Date.now()}-${crypto.randomUUID()}`
    const write = (message: string) =>
      app.call('POST', '/support/live-chat', {
        body: { name: 'Otto', email: 'otto@x.example', message, session_id },
      })
    await write('Hello?')
    expect(await waiting()).toBe(before + 1)
    await call('POST', `/chat-sessions/${session_id}/messages`, { message: 'Hello.' })
    expect(await waiting()).toBe(before)
    await write('Thank you. One more thing.')
    expect(await waiting()).toBe(before + 1)
    await call('POST', `/chat-sessions/${session_id}/messages`, { message: 'Done.', status: 'closed' })
    expect((await call('GET', `/chat-sessions/${session_id}`)).body.chat_session.status).toBe('closed')
    expect(await waiting()).toBe(before)
    await write('And another.')
    expect(await waiting()).toBe(before + 1)
  })

  test('are found, read and replied to, and the visitor reads the reply', async () => {
    const chat = await createChatSession(app.db, { name: 'Otto', message: 'Is anybody there?' })
    const list = await call('GET', '/chat-sessions?search=anybody')
    expect(list.body.chat_sessions).toMatchObject([
      {
        id: chat.id,
        session_id: chat.session_id,
        name: 'Otto',
        message: 'Is anybody there?',
        last_author: 'user',
        message_count: 1,
        status: 'open',
      },
    ])
    const headers = { 'idempotency-key': `chat-${chat.id}` }
    const responses = await Promise.all(
      [1, 2].map(() =>
        call('POST', `/chat-sessions/${chat.session_id}/messages`, { message: 'Yes.' }, headers),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(responses[0]?.body.message).toMatchObject({ author: 'agent', message: 'Yes.' })
    const seen = await app.call('GET', `/support/live-chat/${chat.session_id}`)
    expect(seen.body.messages.map((m: { author: string; message: string }) => [m.author, m.message])).toEqual(
      [
        ['user', 'Is anybody there?'],
        ['agent', 'Yes.'],
      ],
    )
    for (const id of [chat.session_id, chat.id]) {
      const { body } = await call('GET', `/chat-sessions/${id}`)
      expect(body.chat_session).toMatchObject({ id: chat.id, last_author: 'agent', message_count: 2 })
      expect(body.messages).toEqual(seen.body.messages)
    }
    // The session id is the key to the chat.
    expect(JSON.stringify(await auditOf('chat_session', chat.id))).not.toMatch(/chat-\d|Yes\./)
  })

  test('take each status, and a reply reopens them', async () => {
    const chat = await createChatSession(app.db)
    for (const status of [...chatStatuses].reverse()) {
      const { body } = await call('PUT', `/chat-sessions/${chat.id}`, { status })
      expect(body.chat_session.status).toBe(status)
    }
    expect((await call('POST', '/chat-sessions/bulk', { ids: [chat.id], status: 'closed' })).body).toEqual({
      updated: 1,
    })
    await call('POST', `/chat-sessions/${chat.session_id}/messages`, { message: 'One more thing' })
    expect((await call('GET', `/chat-sessions/${chat.id}`)).body.chat_session.status).toBe('open')
    expect((await call('PUT', `/chat-sessions/${chat.id}`, { status: 'resolved' })).status).toBe(422)
    const stale = { status: 'closed', updated_at: new Date(0).toISOString() }
    expect((await call('PUT', `/chat-sessions/${chat.session_id}`, stale)).status).toBe(409)
    for (const id of ['2147483', '0', 'x', '99999999999', `chat-${Date.now()}-${'a'.repeat(22)}`]) {
      expect((await call('GET', `/chat-sessions/${id}`)).status, id).toBe(404)
      expect((await call('POST', `/chat-sessions/${id}/messages`, { message: 'x' })).status, id).toBe(404)
    }
  })
})
