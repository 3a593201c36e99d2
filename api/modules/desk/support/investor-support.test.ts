import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTicket } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ticket = {
  name: 'Ada Reyes',
  email: 'ada@lodefield.example',
  subject: 'My wire',
  message: 'Has it arrived?',
}
const callRequest = {
  name: 'Ada Reyes',
  email: 'ada@lodefield.example',
  purpose: 'Custody',
  preferred_date: '2099-03-02',
  preferred_time: '10:00',
  timezone: 'GMT',
}
const chatId = () => `chat-${Date.now()}-${crypto.randomUUID()}`

type Headers = Record<string, string>
const send = (path: string, body: object, headers: Headers) =>
  app.call('POST', `/support/${path}`, { body, headers })
const mine = async (headers: Headers) => (await app.call('GET', '/user/support', { headers })).body
const noticesOf = async (headers: Headers) => {
  const { body } = await app.call('GET', '/user/notifications', { headers })
  return body.notifications.map(({ title, message }: { title: string; message: string }) => [title, message])
}

test('lists what an investor wrote while signed in, and nothing from anyone else', async () => {
  const investor = await app.signIn()
  const other = await app.signIn()
  expect(await mine(investor.headers)).toEqual({ tickets: [], calls: [], chats: [] })
  const sent = await send('ticket', ticket, investor.headers)
  expect(sent.status).toBe(201)
  const asked = await send('call-schedule', callRequest, investor.headers)
  const session_id = chatId()
  for (const message of ['Hello', 'Anybody there?']) {
    await send('live-chat', { name: 'Ada', message, session_id }, investor.headers)
  }
  // A visitor with the same name and address, and someone else.
  await send('ticket', ticket, {})
  await send('ticket', ticket, other.headers)
  const { tickets, calls, chats } = await mine(investor.headers)
  expect(tickets).toEqual([
    expect.objectContaining({
      id: sent.body.id,
      reference: sent.body.reference,
      subject: 'My wire',
      category: 'general',
      status: 'open',
      reply_count: 0,
    }),
  ])
  expect(calls).toEqual([
    expect.objectContaining({
      reference: asked.body.reference,
      preferred_date: '2099-03-02',
      status: 'pending',
    }),
  ])
  expect(chats).toEqual([
    expect.objectContaining({ last_message: 'Anybody there?', message_count: 2, status: 'open' }),
  ])
  const thread = await app.call('GET', `/user/support/chats/${chats[0].id}`, { headers: investor.headers })
  expect(thread.body.messages.map(({ message }: { message: string }) => message)).toEqual([
    'Hello',
    'Anybody there?',
  ])
  for (const path of [`tickets/${sent.body.id}`, `chats/${chats[0].id}`, 'tickets/2147483647']) {
    expect((await app.call('GET', `/user/support/${path}`, { headers: other.headers })).status, path).toBe(
      404,
    )
  }
})

test('takes name and email of a signed-in author from the account, not from the form', async () => {
  const admin = await app.signInAdmin()
  const { user, headers } = await app.signIn({ first_name: 'Atta', last_name: 'Cker' })
  const { name, email } = ticket
  const session_id = chatId()
  const ids = {
    tickets: (await send('ticket', ticket, headers)).body.id,
    'call-schedules': (await send('call-schedule', callRequest, headers)).body.id,
    'chat-sessions': (await send('live-chat', { name, email, message: 'Hello', session_id }, headers)).body
      .id,
  }
  for (const [list, id] of Object.entries(ids)) {
    const { body } = await app.call('GET', `${app.adm}/support/${list}/${id}`, { headers: admin.headers })
    const { ticket: sent, call_schedule, chat_session } = body
    expect(sent ?? call_schedule ?? chat_session, list).toMatchObject({
      user_id: user.id,
      name: 'Atta Cker',
      email: user.email,
    })
  }
})

test('truncates a name that is longer than the forms allow', async () => {
  const { headers } = await app.signIn({ first_name: 'A'.repeat(100), last_name: 'B'.repeat(100) })
  expect((await send('ticket', ticket, headers)).status).toBe(201)
})

test('lets only the account that started a chat read and continue it', async () => {
  const investor = await app.signIn()
  const other = await app.signIn()
  const session_id = chatId()
  const first = await send('live-chat', { name: 'Ada', message: 'Hello', session_id }, investor.headers)
  const read = (headers: Headers, id = session_id) => app.call('GET', `/support/live-chat/${id}`, { headers })
  for (const headers of [{}, other.headers]) {
    expect((await read(headers)).status).toBe(404)
    const forged = await send('live-chat', { name: 'Ada', message: 'Pay to this IBAN', session_id }, headers)
    expect(forged.status).toBe(201)
    expect(forged.body.session_id).not.toBe(session_id)
    expect(forged.body.reference).not.toBe(first.body.reference)
    // This creates a chat of the author's own.
    const { body } = await read(headers, forged.body.session_id)
    expect(body.messages).toMatchObject([{ message: 'Pay to this IBAN' }])
  }
  expect((await read(investor.headers)).body.messages).toMatchObject([{ message: 'Hello' }])
  expect((await mine(investor.headers)).chats).toMatchObject([{ message_count: 1 }])
  expect((await mine(other.headers)).chats).toMatchObject([{ message_count: 1 }])
})

test('starts a new chat for a visitor who signs in, which the former id does not open', async () => {
  const investor = await app.signIn()
  const session_id = chatId()
  const first = await send('live-chat', { name: 'Eve', message: 'Hello', session_id }, {})
  const next = await send('live-chat', { name: 'Eve', message: 'My passport', session_id }, investor.headers)
  expect(next.body).toMatchObject({ listed: true })
  expect(next.body.session_id).not.toBe(session_id)
  expect(next.body.reference).not.toBe(first.body.reference)
  const asGuest = await app.call('GET', `/support/live-chat/${session_id}`)
  expect(asGuest.body.messages).toMatchObject([{ message: 'Hello' }])
  expect((await app.call('GET', `/support/live-chat/${next.body.session_id}`)).status).toBe(404)
  expect((await mine(investor.headers)).chats).toMatchObject([{ message_count: 1 }])
})

test('notifies the investor of replies and status changes', async () => {
  const investor = await app.signIn()
  const admin = await app.signInAdmin()
  const desk = (method: string, path: string, body: object) =>
    app.call(method, `${app.adm}/support/${path}`, { body, headers: admin.headers })
  const { id, reference } = (await send('ticket', ticket, investor.headers)).body
  const asked = (await send('call-schedule', callRequest, investor.headers)).body
  const session_id = chatId()
  const chat = (await send('live-chat', { name: 'Ada', message: 'Hello', session_id }, investor.headers)).body
  expect(
    (await desk('POST', `tickets/${id}/replies`, { message: 'It has.', status: 'resolved' })).status,
  ).toBe(201)
  expect((await desk('PUT', `tickets/${id}`, { status: 'closed' })).status).toBe(200)
  expect((await desk('PUT', `tickets/${id}`, { status: 'closed' })).status).toBe(200)
  expect((await desk('PUT', `call-schedules/${asked.id}`, { status: 'confirmed' })).status).toBe(200)
  expect(
    (await desk('POST', `chat-sessions/${session_id}/messages`, { message: 'Good morning' })).status,
  ).toBe(201)
  expect(await noticesOf(investor.headers)).toEqual([
    [`Reply in your chat ${chat.reference}`, 'Good morning'],
    [`Your call ${asked.reference} is confirmed`, 'March 2, 2099, 10:00 GMT'],
    [`Your ticket ${reference} is closed`, 'My wire'],
    [`Reply to your ticket ${reference}`, 'My wire'],
  ])
  const { messages } = (await app.call('GET', `/user/support/tickets/${id}`, { headers: investor.headers }))
    .body
  expect(messages).toMatchObject([
    { author: 'user', message: 'Has it arrived?' },
    { author: 'agent', message: 'It has.' },
  ])
  const [listed] = (await mine(investor.headers)).tickets
  expect(listed).toMatchObject({ status: 'closed', reply_count: 1 })
})

test('notifies no one of a reply to a visitor or to an investor whose account was deleted', async () => {
  const admin = await app.signInAdmin()
  const investor = await app.signIn()
  const left = (await send('ticket', ticket, investor.headers)).body
  await app.sql`update users set deleted_at = now() where id = ${investor.user.id}`
  const visitor = await createTicket(app.db)
  const count = async () => (await app.sql`select count(*)::int as n from notifications`)[0]?.n
  const before = await count()
  for (const id of [visitor.id, left.id]) {
    const path = `${app.adm}/support/tickets/${id}/replies`
    expect(
      (await app.call('POST', path, { body: { message: 'Hello' }, headers: admin.headers })).status,
    ).toBe(201)
  }
  expect(await count()).toBe(before)
})

test('rejects an access token that is no longer valid, and stores nothing', async () => {
  const response = await send('ticket', { ...ticket, subject: 'Forged' }, { authorization: 'Bearer forged' })
  expect(response.status).toBe(401)
  expect(await app.sql`select id from support_tickets where subject = 'Forged'`).toEqual([])
})

describe('a follow-up on a ticket', () => {
  const write = (path: string, headers: Headers, message: unknown = 'One more thing.') =>
    app.call('POST', `/user/support/${path}`, { body: { message }, headers })
  const withCsrf = async (headers: Headers): Promise<Headers> => ({
    ...headers,
    'x-csrf-token': (await app.call('GET', '/csrf-token', { headers })).body.csrf_token,
  })
  const openTicket = async (headers: Headers): Promise<{ id: number; reference: string; path: string }> => {
    const { id, reference } = (await send('ticket', ticket, headers)).body
    return { id, reference, path: `tickets/${id}/messages` }
  }
  const readAsTeam = async (id: number, headers: Headers) =>
    (await app.call('GET', `${app.adm}/support/tickets/${id}`, { headers })).body
  const countOpen = async (headers: Headers) =>
    (await app.call('GET', `${app.adm}/stats`, { headers })).body.stats.open_tickets
  const authorsOf = async (id: number, headers: Headers) =>
    (await app.call('GET', `/user/support/tickets/${id}`, { headers })).body.messages.map(
      ({ author, message }: { author: string; message: string }) => [author, message],
    )

  test('appears in the thread of the investor and of the team, and does not count as a reply', async () => {
    const investor = await app.signIn()
    const admin = await app.signInAdmin()
    const { id, path } = await openTicket(investor.headers)
    await app.call('POST', `${app.adm}/support/tickets/${id}/replies`, {
      body: { message: 'It has.' },
      headers: admin.headers,
    })
    const sent = await write(path, await withCsrf(investor.headers), ' And the fee?\n')
    expect(sent.status).toBe(201)
    expect(sent.body.message).toMatchObject({ author: 'user', message: 'And the fee?' })
    expect(await authorsOf(id, investor.headers)).toEqual([
      ['user', 'Has it arrived?'],
      ['agent', 'It has.'],
      ['user', 'And the fee?'],
    ])
    const read = await readAsTeam(id, admin.headers)
    expect(read.ticket).toMatchObject({
      reply_count: 1,
      last_author: 'user',
      last_message_at: sent.body.message.created_at,
    })
    expect(read.replies).toMatchObject([
      { by: 'agent', author: admin.admin.username, message: 'It has.', mail: 'pending' },
      { by: 'user', author: 'Test Investor', message: 'And the fee?', mail: null },
    ])
    const [listed] = (await mine(investor.headers)).tickets
    expect(listed).toMatchObject({ reply_count: 1, updated_at: sent.body.message.created_at })
  })

  test.each(['in_progress', 'resolved'])(
    'reopens a ticket that was %s, so that it needs a reply again',
    async (status) => {
      const investor = await app.signIn()
      const admin = await app.signInAdmin()
      const { id, path } = await openTicket(investor.headers)
      await app.sql`update support_tickets set status = ${status} where id = ${id}`
      const before = await countOpen(admin.headers)
      expect((await write(path, await withCsrf(investor.headers))).status).toBe(201)
      expect((await readAsTeam(id, admin.headers)).ticket.status).toBe('open')
      expect(await countOpen(admin.headers)).toBe(before + 1)
    },
  )

  test('is rejected for a closed ticket, with a message', async () => {
    const investor = await app.signIn()
    const { id, path, reference } = await openTicket(investor.headers)
    await app.sql`update support_tickets set status = 'closed' where id = ${id}`
    const { status, body } = await write(path, await withCsrf(investor.headers))
    expect([status, body.code, body.error]).toEqual([
      409,
      'conflict',
      `This ticket is closed. Please open a new one and mention ${reference}.`,
    ])
    expect(await authorsOf(id, investor.headers)).toHaveLength(1)
  })

  test("is rejected for another investor's ticket and for a visitor's", async () => {
    const investor = await app.signIn()
    const other = await app.signIn()
    const { id, path } = await openTicket(investor.headers)
    const visitors = await createTicket(app.db)
    const headers = await withCsrf(other.headers)
    for (const strange of [path, `tickets/${visitors.id}/messages`, 'tickets/2147483647/messages']) {
      expect((await write(strange, headers)).status, strange).toBe(404)
    }
    expect(await authorsOf(id, investor.headers)).toHaveLength(1)
  })

  test('needs a CSRF token and a message of valid length', async () => {
    const investor = await app.signIn()
    const { path } = await openTicket(investor.headers)
    expect(await write(path, investor.headers)).toMatchObject({ status: 403, body: { code: 'csrf' } })
    const headers = await withCsrf(investor.headers)
    for (const message of ['', ' ', 'x'.repeat(5001), 7, undefined]) {
      expect((await write(path, headers, message ?? null)).status, String(message).slice(0, 9)).toBe(422)
    }
  })

  test('is stored once when repeated', async () => {
    const investor = await app.signIn()
    const { id, path } = await openTicket(investor.headers)
    const headers = { ...(await withCsrf(investor.headers)), 'idempotency-key': `follow-up-${id}` }
    const responses = await Promise.all([1, 2].map(() => write(path, headers)))
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(responses[1]?.body).toEqual(responses[0]?.body)
    expect(await authorsOf(id, investor.headers)).toHaveLength(2)
  })

  test("is quoted in the email of the team's next reply", async () => {
    const investor = await app.signIn()
    const admin = await app.signInAdmin()
    const { id, path, reference } = await openTicket(investor.headers)
    await write(path, await withCsrf(investor.headers), 'And the fee?')
    await app.call('POST', `${app.adm}/support/tickets/${id}/replies`, {
      body: { message: 'None.' },
      headers: admin.headers,
    })
    const [mail, ...others] = await app.mails({ reference })
    expect(others).toEqual([])
    expect(mail?.body).toContain('You wrote:\n> And the fee?')
    expect(mail?.body).not.toContain('Has it arrived?')
  })
})
