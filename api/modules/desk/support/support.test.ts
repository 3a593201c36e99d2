import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  await app.sql`truncate support_tickets, call_schedules, chat_sessions, chat_messages, idempotency_keys restart identity cascade`
})

const ticket = {
  name: 'Noor Haddad',
  email: 'noor@example.org',
  subject: 'Custody of $WITGOLD',
  message: 'Who holds the backing assets?\nAnd where?',
  category: 'investment',
  priority: 'high',
}
const call = {
  name: 'Noor Haddad',
  email: 'noor@example.org',
  phone: '+1 (415) 555-0100',
  company: '',
  purpose: 'Due diligence',
  preferred_date: '2099-01-05',
  preferred_time: '09:00',
  timezone: 'EST',
  notes: '',
}
const chat = { name: 'Noor', email: '', message: 'Hello', message_type: 'user' }
const sessionId = () =>
  `chat-${Date.now()}-${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')}`

const count = async (table: string): Promise<number> => {
  const [row] = await app.sql`select count(*)::int as n from ${app.sql(table)}`
  return row?.n
}

describe('a support ticket', () => {
  test('is stored as written, and its reference is returned', async () => {
    const response = await app.call('POST', '/support/ticket', { body: ticket })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      success: true,
      id: 1,
      reference: 'T-000001',
      message: "Ticket submitted successfully! We'll contact you soon.",
    })
    expect(await app.sql`select * from support_tickets`).toMatchObject([{ ...ticket, id: 1, status: 'open' }])
  })

  test('defaults to general and medium', async () => {
    const { category: _, priority: __, ...plain } = ticket
    await app.call('POST', '/support/ticket', { body: plain })
    expect(await app.sql`select category, priority from support_tickets`).toMatchObject([
      { category: 'general', priority: 'medium' },
    ])
  })

  test('is trimmed and normalized, and unknown fields are not stored', async () => {
    const body = { ...ticket, name: '  Zoe\u0308  ', id: 99, status: 'closed', __proto__: { admin: true } }
    const response = await app.call('POST', '/support/ticket', { body })
    expect(response.body.id).toBe(1)
    expect(await app.sql`select name, status from support_tickets`).toMatchObject([
      { name: 'Zo\u00eb', status: 'open' },
    ])
  })

  test.each([
    ['name', undefined, 'Name is required'],
    ['name', '   ', 'Name is required'],
    ['name', 'x'.repeat(101), 'Name must be 100 characters or fewer'],
    ['name', 'a\u0000b', 'Name contains characters that are not allowed'],
    ['name', 'line\nbreak', 'Name contains characters that are not allowed'],
    ['email', 'not an address', 'Enter a valid email address, such as name@example.com'],
    ['email', `${'a'.repeat(250)}@example.org`, 'Email must be 254 characters or fewer'],
    ['subject', 's'.repeat(201), 'Subject must be 200 characters or fewer'],
    ['message', 'm'.repeat(5001), 'Message must be 5000 characters or fewer'],
    ['message', '\ud800', 'Message contains characters that are not allowed'],
    ['message', 5, 'Message must be text of up to 5000 characters'],
    ['category', 'refund', 'Select one of general, technical, investment, compliance'],
    ['priority', ['high'], 'Select one of low, medium, high, urgent'],
  ])('with %s = %j is rejected and not stored', async (field, value, message) => {
    const response = await app.call('POST', '/support/ticket', { body: { ...ticket, [field]: value } })
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({ code: 'validation', details: [{ path: `/${field}`, message }] })
    expect(await count('support_tickets')).toBe(0)
  })

  test('names all rejected fields at once', async () => {
    const response = await app.call('POST', '/support/ticket', { body: { category: 'general' } })
    expect(response.body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      '/email',
      '/message',
      '/name',
      '/subject',
    ])
  })
})

describe('a call request', () => {
  test('is stored, and its reference is returned', async () => {
    const response = await app.call('POST', '/support/call-schedule', { body: call })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      reference: 'C-000001',
      message: "Call request submitted successfully! We'll contact you to confirm.",
    })
    const [row] = await app.sql`select *, preferred_date::text as day from call_schedules`
    expect(row).toMatchObject({
      day: '2099-01-05',
      preferred_time: '09:00',
      timezone: 'EST',
      status: 'pending',
    })
  })

  test('accepts a time later today in the chosen zone, and none before', async () => {
    // 12:30 in Los Angeles is 15:30 in New York: no daylight saving in January.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2036-01-15T20:30:00Z') })
    const at = async (preferred_date: string, preferred_time: string, timezone: string) => {
      const body = { ...call, preferred_date, preferred_time, timezone }
      const { status, body: response } = await app.call('POST', '/support/call-schedule', { body })
      return status === 422 ? response.details : status
    }
    const passed = (zone: string) => [
      {
        path: '/preferred_time',
        message: `This time has already passed in ${zone}. Select a later time or date`,
      },
    ]
    expect(await at('2036-01-14', '17:00', 'PST')).toEqual([
      { path: '/preferred_date', message: 'Select today or a later date' },
    ])
    expect(await at('2036-01-15', '12:00', 'PST')).toEqual(passed('PST'))
    expect(await at('2036-01-15', '13:00', 'PST')).toBe(201)
    expect(await at('2036-01-15', '13:00', 'EST')).toEqual(passed('EST'))
    expect(await at('2036-01-15', '17:00', 'GMT')).toEqual(passed('GMT'))
    expect(await at('2036-01-16', '09:00', 'GMT')).toBe(201)
    expect(await count('call_schedules')).toBe(2)
  })

  test.each([
    ['preferred_date', '2026-02-30', 'Enter a valid date (YYYY-MM-DD)'],
    ['preferred_date', '01/02/2099', 'Enter a valid date (YYYY-MM-DD)'],
    [
      'preferred_time',
      '08:00',
      'Select one of 09:00, 10:00, 11:00, 12:00, 13:00, 14:00, 15:00, 16:00, 17:00',
    ],
    ['timezone', 'CET', 'Select one of PST, EST, CST, MST, GMT'],
    ['phone', 'call me', 'Enter a phone number of 5 to 32 characters: digits, spaces and + - ( ) .'],
    ['phone', '+----', 'Enter a phone number of 5 to 32 characters: digits, spaces and + - ( ) .'],
    ['purpose', '', 'Purpose is required'],
  ])('with %s = %j is rejected', async (field, value, message) => {
    const response = await app.call('POST', '/support/call-schedule', { body: { ...call, [field]: value } })
    expect(response.status).toBe(422)
    expect(response.body.details).toEqual([{ path: `/${field}`, message }])
    expect(await count('call_schedules')).toBe(0)
  })
})

describe('a chat', () => {
  test('keeps its session, and its messages are returned in order', async () => {
    const session_id = sessionId()
    const first = await app.call('POST', '/support/live-chat', { body: { ...chat, session_id } })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      reference: 'L-000001',
      session_id,
      message: "Message sent! We'll respond shortly.",
    })
    await app.call('POST', '/support/live-chat', { body: { ...chat, session_id, message: 'Still there?' } })
    await app.sql`insert into chat_messages (chat_session_id, author, message) values (1, 'agent', 'Yes')`
    const thread = await app.call('GET', `/support/live-chat/${session_id}`)
    expect(thread.headers.get('cache-control')).toBe('no-store')
    expect(
      thread.body.messages.map((m: { author: string; message: string }) => [m.author, m.message]),
    ).toEqual([
      ['user', 'Hello'],
      ['user', 'Still there?'],
      ['agent', 'Yes'],
    ])
    expect(await count('chat_sessions')).toBe(1)
  })

  test('without a session gets a strong id', async () => {
    const response = await app.call('POST', '/support/live-chat', { body: chat })
    expect(response.body.session_id).toMatch(/^chat-\d{13}-[\w-]{22}$/)
  })

  test('cannot be read by another session id', async () => {
    await app.call('POST', '/support/live-chat', { body: { ...chat, session_id: sessionId() } })
    const other = await app.call('GET', `/support/live-chat/${sessionId()}`)
    expect(other.status).toBe(404)
    expect(other.body.code).toBe('not_found')
  })

  test('gets the next reference, however many messages were written before', async () => {
    const session_id = sessionId()
    const send = async (id: string) =>
      (await app.call('POST', '/support/live-chat', { body: { ...chat, session_id: id } })).body
    const first = await send(session_id)
    for (let message = 0; message < 5; message++) {
      expect((await send(session_id)).reference).toBe(first.reference)
    }
    expect((await send(sessionId())).id).toBe(first.id + 1)
  })

  test.each([
    'chat-1-abc',
    `chat-${Date.now()}-short`,
    'x'.repeat(60),
    `chat-${Date.now()}-${'!'.repeat(22)}`,
    `chat-${Date.now()}-${'k'.repeat(22)}`,
    `chat-${Date.now()}-${'0123456'.repeat(4)}`,
  ])('with the weak session id %s is rejected', async (session_id) => {
    const response = await app.call('POST', '/support/live-chat', { body: { ...chat, session_id } })
    expect(response.status).toBe(422)
    expect(response.body.details[0].path).toBe('/session_id')
    expect(await count('chat_messages')).toBe(0)
  })
})

describe('Idempotency-Key', () => {
  test('stores one row for twenty identical requests with one key, with the same response', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.call('POST', '/support/ticket', { body: ticket, headers: { 'idempotency-key': 'submit-1' } }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(await count('support_tickets')).toBe(1)
  })

  test('rejects the same key with another body', async () => {
    const headers = { 'idempotency-key': 'submit-2' }
    await app.call('POST', '/support/ticket', { body: ticket, headers })
    const other = await app.call('POST', '/support/ticket', {
      body: { ...ticket, subject: 'Other' },
      headers,
    })
    expect(other.status).toBe(422)
    expect(other.body.details).toEqual([{ path: '/headers/idempotency-key', message: other.body.error }])
    expect(await count('support_tickets')).toBe(1)
  })

  test('treats the same key on another path as another key', async () => {
    const headers = { 'idempotency-key': 'submit-3' }
    await app.call('POST', '/support/ticket', { body: ticket, headers })
    expect((await app.call('POST', '/support/call-schedule', { body: call, headers })).status).toBe(201)
  })

  test('stays available after a rejected request', async () => {
    const headers = { 'idempotency-key': 'submit-4' }
    const past = { ...call, preferred_date: '2020-01-01' }
    expect((await app.call('POST', '/support/call-schedule', { body: past, headers })).status).toBe(422)
    expect((await app.call('POST', '/support/call-schedule', { body: call, headers })).status).toBe(201)
  })

  test('expires after a day', async () => {
    const headers = { 'idempotency-key': 'submit-5' }
    await app.call('POST', '/support/ticket', { body: ticket, headers })
    await app.sql`update idempotency_keys set created_at = now() - interval '25 hours'`
    expect((await app.call('POST', '/support/ticket', { body: ticket, headers })).body.id).toBe(2)
  })
})

describe('malformed requests', () => {
  const raw = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.call('POST', '/support/ticket', { raw: body, headers })
  const json = JSON.stringify(ticket)

  test.each([
    ['half a document', '{"name":', 400, 'malformed_request'],
    ['nothing', '', 400, 'malformed_request'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, 'malformed_request'],
    ['a list', '[]', 422, 'validation'],
    ['null', 'null', 422, 'validation'],
    ['30,000 brackets', '['.repeat(30_000), 400, 'malformed_request'],
    ['30,000 nested lists', '['.repeat(30_000) + ']'.repeat(30_000), 422, 'validation'],
    ['200,000 nested lists', '['.repeat(200_000) + ']'.repeat(200_000), 413, 'too_large'],
    ['a 10 MB name', `{"name":"${'x'.repeat(10_000_000)}"}`, 413, 'too_large'],
    ['NaN', json.replace('"high"', 'NaN'), 400, 'malformed_request'],
  ] as const)('%s', async (_, body, status, code) => {
    const response = await raw(body)
    expect(response.status).toBe(status)
    expect(response.body.code).toBe(code)
    expect(await count('support_tickets')).toBe(0)
  })

  test.each([
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/plain'],
    ['application/json; charset=utf-16'],
  ])('a %s body is 415', async (type) => {
    const response = await raw(json, { 'content-type': type })
    expect(response.status).toBe(415)
    expect(response.body.code).toBe('unsupported_type')
  })

  test('an encoded body is 415', async () => {
    const response = await raw(Bun.gzipSync(json), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    expect(response.status).toBe(415)
  })

  test('a chunked body is counted as it arrives', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(16_384))
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) })
    const response = await raw(endless)
    expect(response.status).toBe(413)
  })

  test('of two equal keys in JSON the last one is used', async () => {
    const response = await raw(json.replace('{', '{"name":"First",'))
    expect(response.status).toBe(201)
    expect(await app.sql`select name from support_tickets`).toMatchObject([{ name: 'Noor Haddad' }])
  })

  test('a key called __proto__ changes nothing', async () => {
    const response = await raw(json.replace('{', '{"__proto__":{"priority":"low"},"constructor":1,'))
    expect(response.status).toBe(201)
    expect(await app.sql`select priority from support_tickets`).toMatchObject([{ priority: 'high' }])
    expect(({} as Record<string, unknown>).priority).toBeUndefined()
  })

  test('a GET with a body is rejected', async () => {
    const response = await app.call('GET', '/settings', { headers: { 'content-length': '5' } })
    expect(response.status).toBe(413)
  })
})

describe('the rate limit of the forms', () => {
  test('rejects the twenty-first request within an hour with 429, whichever form it is for', async () => {
    const limited = await startTestApp({ RATE_LIMIT_SCALE: '1' })
    const statuses: number[] = []
    for (let i = 0; i < 20; i++)
      statuses.push((await limited.call('POST', '/support/ticket', { body: ticket })).status)
    expect(statuses).toEqual(Array(20).fill(201))
    const refused = await limited.call('POST', '/support/live-chat', { body: chat })
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    const other = await limited.call('POST', '/support/ticket', { body: ticket, address: '198.51.100.9' })
    expect(other.status).toBe(201)
    await limited.close()
  })
})
