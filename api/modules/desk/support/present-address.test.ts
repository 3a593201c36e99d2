/** The team replies to the current address of an account, whatever address it wrote from. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCallRequest, createChatSession, createTicket } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `${app.adm}/support${path}`, { body, headers: admin.headers })
const newEmail = () => `${crypto.randomUUID()}@mailbox.example`
const recipientsOf = async (reference: string) =>
  (await app.mails({ reference })).map(({ kind, recipient }) => [kind, recipient])

/** An account that has changed its email since it wrote. */
async function moved() {
  const former = newEmail()
  const present = newEmail()
  const { user } = await app.signIn({ email: former })
  return {
    author: { user_id: user.id, email: former },
    former,
    present,
    move: () => app.sql`update users set email = ${present} where id = ${user.id}`,
  }
}

describe('emails to an account that has changed its address', () => {
  test('about a ticket: reply, status with the survey, and merge', async () => {
    const { author, former, present, move } = await moved()
    const [answered, done, merged, into] = [
      await createTicket(app.db, author),
      await createTicket(app.db, author),
      await createTicket(app.db, author),
      await createTicket(app.db, { ...author, email: present }),
    ]
    const visitors = await createTicket(app.db, { email: former })
    await move()
    for (const { id } of [answered, visitors]) {
      const reply = { message: 'USD 1,500.00 has arrived.', status: 'resolved' }
      expect((await call('POST', `/tickets/${id}/replies`, reply)).status).toBe(201)
    }
    expect((await call('PUT', `/tickets/${done.id}`, { status: 'closed' })).status).toBe(200)
    expect((await call('POST', `/tickets/${merged.id}/merge`, { into: into.id })).status).toBe(200)
    expect(await recipientsOf(answered.reference)).toEqual([['ticket_reply', present]])
    expect(await recipientsOf(done.reference)).toEqual([['ticket_status', present]])
    expect(await recipientsOf(into.reference)).toEqual([['ticket_merged', present]])
    // A visitor has no account whose address could have changed.
    expect(await recipientsOf(visitors.reference)).toEqual([['ticket_reply', former]])
    const [mail] = await app.mails({ reference: done.reference })
    expect(mail?.body).toContain('#token=')
  })

  test('about a call, and the survey after a chat', async () => {
    const { author, present, move } = await moved()
    const request = await createCallRequest(app.db, author)
    const [closed, answered] = [
      await createChatSession(app.db, author),
      await createChatSession(app.db, author),
    ]
    await move()
    await call('PUT', `/call-schedules/${request.id}`, { status: 'confirmed' })
    await call('PUT', `/chat-sessions/${closed.id}`, { status: 'closed' })
    await call('POST', `/chat-sessions/${answered.id}/messages`, { message: 'Done.', status: 'closed' })
    expect(await recipientsOf(request.reference)).toEqual([['call_status', present]])
    expect(await recipientsOf(closed.reference)).toEqual([['chat_closed', present]])
    expect(await recipientsOf(answered.reference)).toEqual([['chat_closed', present]])
  })
})

test('shows both addresses in the panel, and finds by either', async () => {
  const { author, former, present, move } = await moved()
  const rows = [
    ['tickets', 'tickets', 'ticket', await createTicket(app.db, author)],
    ['call-schedules', 'call_schedules', 'call_schedule', await createCallRequest(app.db, author)],
    ['chat-sessions', 'chat_sessions', 'chat_session', await createChatSession(app.db, author)],
  ] as const
  await move()
  for (const [path, list, key, { id }] of rows) {
    const shown = { id, email: former, account_email: present }
    expect((await call('GET', `/${path}/${id}`)).body[key]).toMatchObject(shown)
    for (const search of [former, present]) {
      expect((await call('GET', `/${path}?search=${search}`)).body[list]).toMatchObject([shown])
      const file = await call('GET', `/${path}/export?search=${search}`)
      expect(file.text).toContain(present)
      expect(file.headers.get('x-total-count')).toBe('1')
    }
  }
  const visitors = await createTicket(app.db)
  expect((await call('GET', `/tickets/${visitors.id}`)).body.ticket.account_email).toBeNull()
})
