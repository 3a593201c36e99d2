/** Who may call what: every guarded endpoint of investors against every wrong caller. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '#db/seed/factories'
import { signAccessToken } from '#plugins/access-token'
import { served } from '#plugins/serve'
import { startTestApp, type TestApp } from '#testing'

let app: TestApp
let signed: Awaited<ReturnType<TestApp['signIn']>>
const callers: Record<string, () => Promise<Record<string, string>>> = {
  nobody: async () => ({}),
  'two bearers': async () => ({ authorization: `Bearer ${signed.token}, Bearer ${signed.token}` }),
  'another scheme': async () => ({ authorization: `Basic ${signed.token}` }),
  'no token': async () => ({ authorization: 'Bearer ' }),
  garbage: async () => ({ authorization: 'Bearer not.a.token' }),
  'a changed claim': async () => {
    const [header, payload, signature] = signed.token.split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
    return bearer(`${header}.${encode({ ...claims, sub: String(signed.user.id + 1) })}.${signature}`)
  },
  'a last letter changed': async () => {
    const last = signed.token.at(-1) === 'A' ? 'B' : 'A'
    return bearer(signed.token.slice(0, -1) + last)
  },
  'another spelling of the signature': async () => bearer(respell(signed.token)),
  'another secret': async () => bearer(tokenOf({}, 'another secret, long enough to be one')),
  'no algorithm': async () => {
    const [, payload] = signed.token.split('.')
    return bearer(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)
  },
  'another algorithm': async () => {
    const [, payload] = signed.token.split('.')
    const text = `${encode({ alg: 'HS512', typ: 'JWT' })}.${payload}`
    return bearer(`${text}.${createHmac('sha512', app.config.TOKEN_SECRET).update(text).digest('base64url')}`)
  },
  'an expired token': async () => bearer(tokenOf({}, app.config.TOKEN_SECRET, Date.now() - 901_000)),
  'a revoked session': async () => {
    const other = await app.signIn()
    await app.call('POST', '/auth/logout', { headers: other.headers })
    return other.headers
  },
  'a disabled investor': async () => {
    const other = await app.signIn()
    await app.sql`update users set is_active = false where id = ${other.user.id}`
    await expect
      .poll(async () => (await app.call('GET', '/csrf-token', { headers: other.headers })).status)
      .toBe(403)
    return other.headers
  },
  'an administrator': async () => {
    const session = await createSession(app.db, { role: 'admin' })
    return bearer(tokenOf({ role: 'admin', id: session.admin_id ?? 0, sessionId: session.id }))
  },
}
const expected: Record<string, [number, string]> = {
  'an expired token': [401, 'session_expired'],
  'a revoked session': [401, 'session_expired'],
  'a disabled investor': [403, 'account_disabled'],
  'an administrator': [403, 'forbidden'],
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const tokenOf = (
  changes: Partial<Parameters<typeof signAccessToken>[0]>,
  secret = app.config.TOKEN_SECRET,
  now = Date.now(),
) =>
  signAccessToken(
    { role: 'investor', id: signed.user.id, sessionId: signed.session.id, ...changes },
    secret,
    now,
  )

/** The same bytes in other letters: the last of 43 holds two bits that mean nothing. */
function respell(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  return token.slice(0, -1) + alphabet[last ^ 1]
}

beforeAll(async () => {
  app = await startTestApp()
  signed = await app.signIn()
})
afterAll(() => app.close())

describe.each(Object.keys(callers))('%s', (name) => {
  test('may call nothing of an investor', async () => {
    const headers = (await callers[name]?.()) ?? {}
    const guarded = [...served.values()].filter(({ access }) => access === 'investor')
    expect(guarded.length).toBeGreaterThan(10)
    for (const { method, path } of guarded) {
      const answer = await app.call(method, path.replace(/:\w+/g, '1'), { headers })
      expect([answer.status, answer.body?.code], `${method} ${path}`).toEqual(
        expected[name] ?? [401, 'unauthenticated'],
      )
      expect(answer.body).toEqual({
        error: expect.any(String),
        code: answer.body.code,
        request_id: answer.headers.get('x-request-id'),
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })
})

test('a token that was accepted is refused once it has run out', async () => {
  const headers = bearer(tokenOf({}, app.config.TOKEN_SECRET, Date.now() - 898_000))
  const call = async () => (await app.call('GET', '/csrf-token', { headers })).status
  expect(await call()).toBe(200)
  await expect.poll(call, { timeout: 5_000 }).toBe(401)
})

test('a bearer that is optional is still checked when it is sent', async () => {
  const optional = [...served.values()].filter((endpoint) => endpoint.bearer === 'optional')
  expect(optional.length).toBeGreaterThan(0)
  for (const { method, path } of optional) {
    expect((await app.call(method, path, { headers: bearer('not.a.token') })).status).toBe(401)
    expect((await app.call(method, path)).status).not.toBe(401)
  }
})
