import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signAccessToken } from '#common/access-token'
import { API_BASE } from '#contract/request-url'
import { loginRecords } from '#db/schema/identity/accounts'
import {
  createCallRequest,
  createChatSession,
  createDocument,
  createFactor,
  createNotification,
  createPortfolio,
  createSession,
  createTicket,
  createToken,
  createUser,
} from '#db/seed/factories'
import { createValuation } from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { countStreams } from './live-events.ts'

let app: TestApp
let server: Bun.Server<unknown>
beforeAll(async () => {
  app = await startTestApp()
  server = app.listen({ idleTimeout: 1 }).server
})
afterAll(() => app.close())

type Signed = Awaited<ReturnType<TestApp['signIn']>>

/** Opens a stream over a real connection and collects the names of its events, without heartbeats. */
async function listen({ headers }: Pick<Signed, 'headers'>) {
  const stopping = new AbortController()
  const response = await fetch(`${server.url.origin}${API_BASE}/events`, {
    headers,
    signal: stopping.signal,
  })
  const events: string[] = []
  const alive = Promise.withResolvers<void>()
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1]
        if (name) events.push(name)
        else alive.resolve()
      }
    }
    events.push('end')
  })().catch(() => events.push('cut'))
  if (response.ok) await alive.promise
  return { response, events, stop: () => stopping.abort(), reading }
}

/** Requests events over a connection that stays open until the server closes it. */
async function connect(method: string, headers: Signed['headers']) {
  const status = Promise.withResolvers<string>()
  const closed = Promise.withResolvers<void>()
  const lines = [
    `${method} ${API_BASE}/events HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(server.port),
    socket: {
      open: (socket) => void socket.write(`${lines.join('\r\n')}\r\n\r\n`),
      data: (_socket, chunk) => status.resolve(chunk.toString('latin1', 9, 12)),
      close: () => closed.resolve(),
    },
  })
  return { status: Number(await status.promise), closed: closed.promise }
}

describe('a stream', () => {
  test('sends an investor the names of what changed, and sends them to no other', async () => {
    const [one, two] = [await app.signIn(), await app.signIn()]
    const [first, second] = [await listen(one), await listen(two)]
    expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(first.response.headers.get('cache-control')).toBe('no-store')
    expect(first.response.headers.get('x-request-id')).toMatch(/\S/)
    await createNotification(app.db, { user_id: one.user.id })
    await createPortfolio(app.db, { user_id: one.user.id })
    await createNotification(app.db, { user_id: two.user.id })
    await expect.poll(() => first.events).toEqual(['notifications', 'portfolio'])
    await expect.poll(() => second.events).toEqual(['notifications'])
    first.stop()
    second.stop()
  })

  test('tells an investor about changes to the own account, and about the end of another session', async () => {
    const [signed, elsewhere] = [await app.signIn(), await app.signIn()]
    const user_id = signed.user.id
    const other = await createSession(app.db, { user_id })
    const changes: [string, () => Promise<unknown>][] = [
      ['a session that ends', () => app.sql`update sessions set revoked_at = now() where id = ${other.id}`],
      [
        'a sign-in',
        () => app.db.insert(loginRecords).values({ user_id, email: signed.user.email, success: true }),
      ],
      ['a factor', () => createFactor(app.db, { user_id })],
      [
        'an email',
        () => app.sql`update users set email = ${`moved-${user_id}@lodefield.example`} where id = ${user_id}`,
      ],
    ]
    const [stream, silent] = [await listen(signed), await listen(elsewhere)]
    for (const [index, [about, change]] of changes.entries()) {
      await change()
      await expect.poll(() => stream.events, { message: about }).toEqual(Array(index + 1).fill('account'))
    }
    expect(silent.events).toEqual([])
    stream.stop()
    silent.stop()
  })

  test('contains no changed values', async () => {
    const signed = await app.signIn()
    const response = await fetch(`${server.url.origin}${API_BASE}/events`, { headers: signed.headers })
    const reader = response.body?.getReader()
    await reader?.read()
    await createNotification(app.db, { user_id: signed.user.id, title: 'Secret title' })
    const { value } = (await reader?.read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toBe('event: notifications\ndata: 1\n\n')
    await reader?.cancel()
  })

  test('ends with `session` when its session ends, for whatever reason', async () => {
    const signed = await app.signIn()
    const other = await listen(await app.signIn())
    const streams = [await listen(signed), await listen(signed)]
    await app.sql`update sessions set revoked_at = now(), revoked_reason = 'signed_out' where id = ${signed.session.id}`
    for (const { events } of streams) await expect.poll(() => events).toEqual(['session', 'end'])
    expect(other.events).toEqual([])
    other.stop()
  })

  test('ends with a sign-out before the response to it', async () => {
    const signed = await app.signIn()
    const stream = await listen(signed)
    await app.call('POST', '/auth/logout', { headers: signed.headers })
    await stream.reading
    expect(stream.events).toEqual(['session', 'end'])
  })

  test('outlasts the idle timeout of the server, unlike other connections', async () => {
    const [signed, leaving] = [await app.signIn(), await app.signIn()]
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(signed)))
    const idle = [
      await connect('HEAD', signed.headers),
      // Above the limit.
      await connect('GET', signed.headers),
      await connect('GET', leaving.headers),
    ]
    expect(idle.map(({ status }) => status)).toEqual([200, 429, 200])
    await app.call('POST', '/auth/logout', { headers: leaving.headers })
    await Promise.all(idle.map(({ closed }) => closed))
    await createNotification(app.db, { user_id: signed.user.id })
    for (const { events } of streams) await expect.poll(() => events).toEqual(['notifications'])
    for (const { stop } of streams) stop()
  })

  test('continues after the connection to the database was lost', async () => {
    const signed = await app.signIn()
    const stream = await listen(signed)
    await app.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lodefield notices' and datname = current_database()`
    await expect
      .poll(async () => {
        await createNotification(app.db, { user_id: signed.user.id })
        return stream.events
      })
      .toContain('notifications')
    stream.stop()
  })
})

test('streams whose client has left are removed', async () => {
  await expect.poll(countStreams).toBe(0)
  const streams = await Promise.all(Array.from({ length: 8 }, async () => listen(await app.signIn())))
  expect(countStreams()).toBe(8)
  for (const { stop } of streams) stop()
  await expect.poll(countStreams).toBe(0)
})

test('allows an investor ten streams, and another when one is closed', async () => {
  const signed = await app.signIn()
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(signed)))
  const refused = await app.call('GET', '/events', { headers: signed.headers })
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('rate_limited')
  expect(refused.headers.get('retry-after')).toBe('30')
  streams[0]?.stop()
  await expect.poll(countStreams).toBe(9)
  const another = await listen(signed)
  expect(another.response.status).toBe(200)
  for (const { stop } of [...streams, another]) stop()
  await expect.poll(countStreams).toBe(0)
})

test('opens no stream for HEAD', async () => {
  const signed = await app.signIn()
  const response = await app.call('HEAD', '/events', { headers: signed.headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(countStreams()).toBe(0)
})

test('opens no stream for a session that has ended', async () => {
  const signed = await app.signIn()
  await app.call('POST', '/auth/logout', { headers: signed.headers })
  expect((await app.call('GET', '/events', { headers: signed.headers })).status).toBe(401)
})

test('opens no stream for an administrator or a visitor', async () => {
  const user = await createUser(app.db)
  const admin = signAccessToken(
    { role: 'admin', id: user.id, sessionId: crypto.randomUUID() },
    app.config.TOKEN_SECRET,
  )
  const response = await app.call('GET', '/events', { headers: { authorization: `Bearer ${admin}` } })
  expect([401, 403]).toContain(response.status)
  expect((await app.call('GET', '/events')).status).toBe(401)
})

describe('the stream of administrators', () => {
  test('announces changes of the desk, and is denied to investors', async () => {
    const admin = await app.signInAdmin()
    const url = `${server.url.origin}${API_BASE}${app.adm}/events`
    const response = await fetch(url, { headers: admin.headers })
    const reader = response.body?.getReader()
    await reader?.read()
    const receive = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
    const steps: [() => Promise<unknown>, string][] = [
      [() => createTicket(app.db), 'support'],
      [() => createChatSession(app.db), 'support'],
      [() => createCallRequest(app.db), 'support'],
      [() => createUser(app.db), 'users'],
    ]
    for (const [change, name] of steps) {
      await change()
      // Earlier events may still be in flight: a chat is two statements, announced together or separately.
      await expect.poll(receive, { timeout: 10_000 }).toContain(`event: ${name}\ndata: 1\n\n`)
    }
    await app.sql`update sessions set revoked_at = now(), revoked_reason = 'signed_out' where id = ${admin.session.id}`
    await expect.poll(receive).toContain('event: session')
    const investor = await app.signIn()
    expect((await fetch(url, { headers: investor.headers })).status).toBe(403)
  })
})

// Last, because events for all investors are replayed to new listeners.
test('tells every investor that tokens, series or public documents changed, after the cached response is invalidated', async () => {
  const streams = [await listen(await app.signIn()), await listen(await app.signIn())]
  const before = (await app.call('GET', '/tokens')).body
  const { symbol } = await createToken(app.db)
  for (const { events } of streams) await expect.poll(() => events).toContain('tokens')
  expect(before.map((token: { symbol: string }) => token.symbol)).not.toContain(symbol)
  const after = (await app.call('GET', '/tokens')).body
  expect(after.map((token: { symbol: string }) => token.symbol)).toContain(symbol)
  await createDocument(app.db)
  for (const { events } of streams) await expect.poll(() => events).toContain('documents')
  await createValuation(app.db)
  for (const { events } of streams) await expect.poll(() => events).toContain('series')
  // Changes that no investor's screen shows are not announced.
  await app.sql`update settings set site_name = site_name`
  await createPortfolio(app.db)
  await createToken(app.db)
  for (const { events, stop } of streams) {
    await expect.poll(() => events.filter((name) => name === 'tokens').length).toBeGreaterThan(1)
    expect(new Set(events)).toEqual(new Set(['tokens', 'series', 'documents']))
    stop()
  }
})
