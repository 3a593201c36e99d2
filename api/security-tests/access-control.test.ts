/**
 * Access: every guarded endpoint against every wrong caller. Endpoints are read from the routes, and each is called in
 * a way that would succeed, so that a missing guard shows.
 */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signAccessToken } from '#common/access-token'
import { getService } from '#common/service-container'
import type { Endpoint } from '#contract/endpoint'
import { getRequiredPermission, hasPermission, type Permission } from '#contract/permissions'
import { createAdmin } from '#db/seed/factories'
import { registeredEndpoints } from '#http/pipeline/route'
import { takeSnapshot } from '#modules/holdings/proof/take-snapshot'
import { hashPassword } from '#modules/identity/session/passwords'
import { adminRoles } from '#shared/enums/accounts'
import { screenEveryone } from '#testing/screen-everyone'
import { startTestApp, type TestApp } from '#testing/test-app'
import {
  buildContent,
  buildHeaders,
  buildPath,
  buildSampleRequest,
  createTargetRows,
  expectedStatusWithoutCode,
  listNonStreamingEndpoints,
  SAMPLE_HASH,
  type TargetRows,
} from './sample-requests.ts'
import { observeWrites, type WriteObserver } from './watch-database-writes.ts'

type Role = 'investor' | 'admin'
interface SignedIn {
  id: number
  sessionId: string
  token: string
  headers: Record<string, string>
}

const WRONG_SEGMENT = 'path-for-guesses-9876543210'
const INSIDE = '192.0.2.10'
const OUTSIDE = '203.0.113.9'

// Some tests make every possible call, one after the other.
vi.setConfig({ testTimeout: 180_000 })

let app: TestApp
let targets: TargetRows
let writes: WriteObserver
let signed: Record<Role, SignedIn>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function signIn(role: Role): Promise<SignedIn> {
  if (role === 'admin') {
    const { admin, session, token, headers } = await app.signInAdmin({ password_hash: SAMPLE_HASH })
    return { id: admin.id, sessionId: session.id, token, headers }
  }
  const { user, session, token, headers } = await app.signIn({
    is_verified: true,
    password_hash: SAMPLE_HASH,
  })
  return { id: user.id, sessionId: session.id, token, headers }
}

const tokenOf = (
  role: Role,
  changes: Partial<Parameters<typeof signAccessToken>[0]> = {},
  secret = app.config.TOKEN_SECRET,
  now = Date.now(),
) =>
  signAccessToken(
    {
      role,
      id: signed[role].id,
      sessionId: signed[role].sessionId,
      ...(role === 'admin' && { adminRoles: ['owner'] as const }),
      ...changes,
    },
    secret,
    now,
  )

/** The same bytes in another spelling: the last of 43 characters has two unused bits. */
function respell(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  return token.slice(0, -1) + alphabet[last ^ 1]
}

/** Calls once the server has received that a session has ended. */
async function ended(headers: Record<string, string>, status: number) {
  const call = async () => (await app.call('GET', '/csrf-token', { headers })).status
  await expect.poll(call).toBe(status)
  return headers
}

interface Refusal {
  /** The wrong caller's headers; `role` is the correct one. */
  headers: (role: Role) => Promise<Record<string, string>> | Record<string, string>
  response: [number, string]
  /** The secret path segment. */
  segment?: string
  address?: string
}

const UNAUTHENTICATED: [number, string] = [401, 'unauthenticated']

const wrongCallers: Record<string, Refusal> = {
  nobody: { headers: () => ({}), response: UNAUTHENTICATED },
  'two access tokens': {
    headers: (role) => ({ authorization: `Bearer ${signed[role].token}, Bearer ${signed[role].token}` }),
    response: UNAUTHENTICATED,
  },
  'another scheme': {
    headers: (role) => ({ authorization: `Basic ${signed[role].token}` }),
    response: UNAUTHENTICATED,
  },
  'no token': { headers: () => ({ authorization: 'Bearer ' }), response: UNAUTHENTICATED },
  garbage: { headers: () => bearer('not.a.token'), response: UNAUTHENTICATED },
  'a changed claim': {
    headers: (role) => {
      const [header, payload, signature] = signed[role].token.split('.')
      const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
      return bearer(`${header}.${encode({ ...claims, sub: String(signed[role].id + 1) })}.${signature}`)
    },
    response: UNAUTHENTICATED,
  },
  'the other role, written into the claims': {
    headers: (role) => {
      const other = role === 'admin' ? 'investor' : 'admin'
      const [header, payload, signature] = signed[other].token.split('.')
      const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
      return bearer(`${header}.${encode({ ...claims, role })}.${signature}`)
    },
    response: UNAUTHENTICATED,
  },
  'a last letter changed': {
    headers: (role) => {
      const { token } = signed[role]
      return bearer(token.slice(0, -1) + (token.at(-1) === 'A' ? 'B' : 'A'))
    },
    response: UNAUTHENTICATED,
  },
  'another spelling of the signature': {
    headers: (role) => bearer(respell(signed[role].token)),
    response: UNAUTHENTICATED,
  },
  'another secret': {
    headers: (role) => bearer(tokenOf(role, {}, 'another secret, long enough to be one')),
    response: UNAUTHENTICATED,
  },
  'no algorithm': {
    headers: (role) => {
      const [, payload] = signed[role].token.split('.')
      return bearer(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)
    },
    response: UNAUTHENTICATED,
  },
  'another algorithm': {
    headers: (role) => {
      const text = `${encode({ alg: 'HS512', typ: 'JWT' })}.${signed[role].token.split('.')[1]}`
      return bearer(
        `${text}.${createHmac('sha512', app.config.TOKEN_SECRET).update(text).digest('base64url')}`,
      )
    },
    response: UNAUTHENTICATED,
  },
  'an expired token': {
    headers: (role) => bearer(tokenOf(role, {}, app.config.TOKEN_SECRET, Date.now() - 901_000)),
    response: [401, 'session_expired'],
  },
  'a session that has ended': {
    headers: async (role) => {
      const { headers } = await signIn(role)
      await app.call('POST', '/auth/logout', { headers: { ...headers, 'x-admin-path': app.adminPath } })
      return ended(headers, 401)
    },
    response: [401, 'session_expired'],
  },
  'a disabled account': {
    headers: async (role) => {
      const { id, headers } = await signIn(role)
      await app.sql`update ${app.sql(role === 'admin' ? 'admins' : 'users')} set is_active = false where id = ${id}`
      return ended(headers, 403)
    },
    response: [403, 'account_disabled'],
  },
  'the other role': {
    headers: (role) => signed[role === 'admin' ? 'investor' : 'admin'].headers,
    response: [403, 'forbidden'],
  },
}

const guardedFor = (role: Role) =>
  [...registeredEndpoints.values()].filter(
    ({ access }) => access === role || (role === 'admin' && getRequiredPermission(access) !== undefined),
  )

/** Calls of a wrong caller that are made at once. */
const AT_ONCE = 8

/** Calls all of these endpoints as a wrong caller, and returns every unexpected response, and what was stored. */
async function attack(endpoints: Endpoint[], role: Role, refusal: Refusal): Promise<unknown[]> {
  const own = await refusal.headers(role)
  await writes.take()
  const wrong: unknown[] = []
  const attempt = async (endpoint: Endpoint) => {
    const call = buildSampleRequest(endpoint, targets)
    const response = await app.call(endpoint.method, buildPath(call, refusal.segment ?? app.adminPath), {
      headers: { ...buildHeaders(endpoint, signed[role].sessionId, app), ...own },
      address: refusal.address ?? INSIDE,
      ...buildContent(call),
    })
    const seen = {
      response: [response.status, response.body?.code],
      fields: Object.keys(response.body ?? {}).sort(),
      request_id: response.body?.request_id === response.headers.get('x-request-id'),
      cache: response.headers.get('cache-control'),
      type: response.headers.get('content-type'),
      sniff: response.headers.get('x-content-type-options'),
    }
    const expected = {
      response: refusal.response,
      fields: ['code', 'error', 'request_id'],
      request_id: true,
      cache: 'no-store',
      type: 'application/json; charset=utf-8',
      sniff: 'nosniff',
    }
    if (!Bun.deepEquals(seen, expected)) wrong.push({ call: call.name, ...seen })
  }
  const left = [...endpoints]
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) await attempt(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const stored = await writes.take()
  return stored.length > 0 ? [...wrong, { stored }] : wrong
}

beforeAll(async () => {
  app = await startTestApp({ ADMIN_ALLOWED_IPS: '192.0.2.0/24' })
  signed = { investor: await signIn('investor'), admin: await signIn('admin') }
  targets = await createTargetRows(app)
  writes = await observeWrites(app)
})
afterAll(() => app.close())

describe.each(Object.entries(wrongCallers))('%s', (_, refusal) => {
  test.each(['investor', 'admin'] as const)('may call nothing of an %s', async (role) => {
    const guarded = guardedFor(role)
    expect(guarded.length).toBeGreaterThan(role === 'admin' ? 50 : 10)
    expect(await attack(guarded, role, refusal)).toEqual([])
  })
})

describe('the admin path', () => {
  const behindIt = () => [...registeredEndpoints.values()].filter(({ access }) => access.startsWith('admin'))
  const own = () => signed.admin.headers
  const closed: Record<string, Refusal> = {
    'another segment, with the right access token': {
      headers: own,
      segment: WRONG_SEGMENT,
      response: [404, 'not_found'],
    },
    'another segment, without one': {
      headers: () => ({}),
      segment: WRONG_SEGMENT,
      response: [404, 'not_found'],
    },
    'the segment in other letters': {
      headers: own,
      segment: 'PATH-for-tests-0123456789',
      response: [404, 'not_found'],
    },
    'another segment, from another network': {
      headers: own,
      segment: WRONG_SEGMENT,
      address: OUTSIDE,
      response: [404, 'not_found'],
    },
    'another network, with the right access token': {
      headers: own,
      address: OUTSIDE,
      response: [403, 'admin_network'],
    },
    'another network, without one': {
      headers: () => ({}),
      address: OUTSIDE,
      response: [403, 'admin_network'],
    },
  }

  test.each(Object.entries(closed))('is closed to %s', async (_, refusal) => {
    expect(behindIt().length).toBeGreaterThan(50)
    expect(await attack(behindIt(), 'admin', refusal)).toEqual([])
  })

  test.each([
    ['another network', OUTSIDE, true, 403, 'admin_network'],
    ['no segment in the header', INSIDE, false, 404, 'not_found'],
    ['neither', OUTSIDE, false, 404, 'not_found'],
  ])('rejects sign-in and token refresh with %s', async (_, address, knows, status, code) => {
    const PASSWORD = 'Quartz-vein-42!'
    const admin = await createAdmin(app.db, { password_hash: await hashPassword(PASSWORD) })
    const body = { username: admin.username, password: PASSWORD }
    const pathHeader = { 'x-admin-path': app.adminPath }
    const { body: session } = await app.call('POST', '/auth/login', {
      body,
      headers: pathHeader,
      address: INSIDE,
    })
    expect(session.refresh_token).toHaveLength(84)
    await writes.take()
    const headers = knows ? pathHeader : {}
    const again = await app.call('POST', '/auth/login', { body, headers, address })
    expect([again.status, again.body.code]).toEqual([status, code])
    const refresh_token = session.refresh_token
    const refresh = await app.call('POST', '/auth/refresh', { body: { refresh_token }, headers, address })
    // Without the header it is an investor's token refresh, and the token is not an investor's.
    expect([refresh.status, refresh.body.code]).toEqual(knows ? [status, code] : [401, 'session_expired'])
    expect(await writes.take()).toEqual([])
    // A rejected refresh has not consumed the token.
    const right = await app.call('POST', '/auth/refresh', {
      body: { refresh_token },
      headers: pathHeader,
      address: INSIDE,
    })
    expect(right.status).toBe(200)
  })

  test('returns the same 404 for another segment as for an unknown path', async () => {
    const guess = await app.call('GET', `/${WRONG_SEGMENT}/admin/users`, { headers: own(), address: INSIDE })
    const nothing = await app.call('GET', `/${WRONG_SEGMENT}/nothing/here`, { address: INSIDE })
    expect(guess.status).toBe(nothing.status)
    expect({ ...guess.body, request_id: '' }).toEqual({ ...nothing.body, request_id: '' })
    expect([...guess.headers.keys()].sort()).toEqual([...nothing.headers.keys()].sort())
  })
})

test('a path shows who may call it', () => {
  const byPath = ({ path, method }: Endpoint) => {
    if (`${method} ${path}` === 'GET /:admin_path/admin/tokens/categories') return 'admin-path'
    if (path.startsWith('/:admin_path/admin/')) return 'admin'
    return path.startsWith('/user/') || path === '/events' ? 'investor' : 'public'
  }
  const kindOf = ({ access }: Endpoint) => access.replace(/^admin:.*/, 'admin')
  const strays = [...registeredEndpoints.values()].filter((endpoint) => kindOf(endpoint) !== byPath(endpoint))
  expect(strays.map(({ method, path, access }) => `${method} ${path}: ${access}`)).toEqual([])
})

describe('the correct caller', () => {
  /** Endpoints that cannot succeed on rows created only in the database. */
  const withoutFile = [
    'GET /:admin_path/admin/documents/:id/file',
    'GET /:admin_path/admin/approvals/:id/file',
    'GET /user/export/file',
  ]

  /** What a call needs to succeed, besides its rows. */
  const addRecoveryCode = (role: Role, id: number) =>
    app.sql`insert into recovery_codes (role, user_id, admin_id, position, code_hash)
      values (${role}, ${role === 'investor' ? id : null}, ${role === 'admin' ? id : null}, 0, 'x')`
  const before: Record<string, (userId: number) => PromiseLike<unknown>> = {
    'POST /user/factors/recovery-codes/kept': (id) => addRecoveryCode('investor', id),
    'POST /:admin_path/admin/profile/factors/recovery-codes/kept': (id) => addRecoveryCode('admin', id),
    // Each of the other administrators has one.
    'POST /:admin_path/admin/administrators/:id/sessions/end': (id) => app.sql`
      insert into sessions (role, admin_id, refresh_token_hash, expires_at)
      select 'admin', admins.id, gen_random_uuid()::text, now() + interval '1 day' from admins
      where admins.id <> ${id}`,
    'POST /user/email/confirmation': (id) =>
      app.sql`update users set email_confirmed = false where id = ${id}`,
    // A verified name is protected.
    'PUT /user/profile': (id) =>
      app.sql`update users set is_verified = false, verified_name = '' where id = ${id}`,
    'DELETE /user/closure': (id) =>
      app.sql`update users set closes_at = now() + interval '1 day' where id = ${id}`,
  }
  /** Calls by someone without any rows. */
  const withoutRows = ['POST /user/closure']
  const isExported = async (headers: Record<string, string>) =>
    (await app.call('GET', '/user/export', { headers })).body.export.state === 'ready'

  test.each(['investor', 'admin'] as const)(
    'passes every guard of an %s',
    async (role) => {
      const refused: unknown[] = []
      const guarded = listNonStreamingEndpoints().filter(
        ({ access }) => access === role || (role === 'admin' && access.startsWith('admin')),
      )
      expect(guarded.length).toBeGreaterThan(role === 'admin' ? 100 : 10)
      const prepare = async (isOwner = true) => {
        const who = await signIn(role)
        const own =
          role === 'investor'
            ? await createTargetRows(app, isOwner ? who.id : undefined)
            : await createTargetRows(app, undefined, who.id)
        return { who, own }
      }
      const reading = await prepare()
      // The proof of the units held by the investor.
      await takeSnapshot('command')
      for (const endpoint of guarded) {
        const name = `${endpoint.method} ${endpoint.path}`
        const { who, own } = endpoint.method === 'GET' ? reading : await prepare(!withoutRows.includes(name))
        await before[name]?.(who.id)
        // One of the calls replaces the watchlist, and no one is paid before being screened against it.
        await screenEveryone(app)
        await writes.take()
        const call = buildSampleRequest(endpoint, own)
        const response = await app.call(endpoint.method, buildPath(call, app.adminPath), {
          headers: { ...buildHeaders(endpoint, who.sessionId, app), ...who.headers },
          address: INSIDE,
          ...buildContent(call),
        })
        const expected =
          expectedStatusWithoutCode[call.name] ?? (withoutFile.includes(call.name) ? 404 : endpoint.status)
        if (response.status !== expected)
          refused.push([call.name, response.status, response.text.slice(0, 200)])
        // A snapshot may continue after the response, and removes the previous tree at its end.
        if (name === 'POST /:admin_path/admin/proof/snapshots') await getService('proof').running
        // A successful write must be noticed: otherwise "nothing stored" above would prove nothing.
        const written = await writes.take()
        // A panel export writes its audit log entry, a statement its activity entry, and so does an evidence file.
        const isExport =
          role === 'admin'
            ? /\/export$|\/reports\/:name$|\/verifications\/:user_id\/files\/:id$/.test(endpoint.path)
            : /\/statement(?!\/csv)/.test(endpoint.path)
        // It is generated after the response.
        if (name === 'POST /user/export') await expect.poll(() => isExported(who.headers)).toBe(true)
        const isMeant = (endpoint.method !== 'GET' || isExport) && !(call.name in expectedStatusWithoutCode)
        if (written.length > 0 !== isMeant) refused.push([call.name, 'written:', written])
      }
      expect(refused).toEqual([])
    },
    // Signs in and creates rows for each of some two hundred calls.
    120_000,
  )
})

describe('administrator roles', () => {
  /** Calls decided by their body: their sample needs more than their access requires. */
  const needsMore: Record<string, Permission> = {
    'POST /:admin_path/admin/notifications/send-direct': 'publish',
    'PUT /:admin_path/admin/approvals/:id': 'money',
    // Messages of others; their authors may change them too.
    'PUT /:admin_path/admin/notifications/:id': 'publish',
    'DELETE /:admin_path/admin/notifications/:id': 'publish',
    'POST /:admin_path/admin/notifications/bulk-delete': 'publish',
  }

  test.each(adminRoles)('%s may call what the table says, and nothing else', async (role) => {
    const { headers, admin } = await app.signInAdmin({ roles: [role], password_hash: SAMPLE_HASH })
    const own = await createTargetRows(app, undefined, admin.id)
    const wrong: unknown[] = []
    const endpoints = listNonStreamingEndpoints().filter(
      ({ access }) => getRequiredPermission(access) !== undefined,
    )
    expect(endpoints.length).toBeGreaterThan(100)
    for (const endpoint of endpoints) {
      const needed =
        needsMore[`${endpoint.method} ${endpoint.path}`] ??
        (getRequiredPermission(endpoint.access) as Permission)
      // Reads and rejected calls leave their rows unchanged.
      const isChanging = endpoint.method !== 'GET' && hasPermission([role], needed)
      const call = buildSampleRequest(
        endpoint,
        isChanging ? await createTargetRows(app, undefined, admin.id) : own,
      )
      await writes.take()
      const { status, body } = await app.call(endpoint.method, buildPath(call, app.adminPath), {
        headers,
        address: INSIDE,
        ...buildContent(call),
      })
      const isRefused = status === 403 && body?.code === 'forbidden'
      // A snapshot is taken after its response.
      const stored = (await writes.take()).filter((what) => !what.includes(' proof_'))
      if (status >= 500 || isRefused === hasPermission([role], needed) || (isRefused && stored.length > 0)) {
        wrong.push([call.name, status, body?.code, stored])
      }
    }
    expect(wrong).toEqual([])
  })

  test('an administrator with several roles may do what any of them may', async () => {
    const { headers } = await app.signInAdmin({ roles: ['support', 'auditor'] })
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await app.call(method, `${app.adm}${path}`, { headers, address: INSIDE, ...(body ? { body } : {}) }))
        .status
    expect(await statusOf('GET', '/audit-log')).toBe(200)
    expect(await statusOf('PUT', `/support/tickets/${targets.ticket.id}`, { status: 'closed' })).toBe(200)
    expect(await statusOf('PUT', `/transactions/${targets.transaction.id}`, { status: 'failed' })).toBe(403)
  })
})

test('the data of another investor are 404, and stay unchanged', async () => {
  const owner = await app.signIn()
  const owned = await createTargetRows(app, owner.user.id)
  const addressed = guardedFor('investor').filter(({ params }) => params)
  expect(addressed.length).toBeGreaterThan(0)
  await writes.take()
  for (const endpoint of addressed) {
    const call = buildSampleRequest(endpoint, owned)
    const request = {
      headers: { ...buildHeaders(endpoint, signed.investor.sessionId, app), ...signed.investor.headers },
      ...buildContent(call),
    }
    const response = await app.call(endpoint.method, buildPath(call, ''), request)
    const nothing = await app.call(endpoint.method, buildPath(call, '', { id: '2147483647' }), request)
    expect([response.status, response.body.code], call.name).toEqual([404, 'not_found'])
    expect(response.body.error, call.name).toBe(nothing.body.error)
    expect(await writes.take(), call.name).toEqual([])
  }
})

test('an accepted token is rejected after it expires', async () => {
  const headers = bearer(tokenOf('investor', {}, app.config.TOKEN_SECRET, Date.now() - 898_000))
  const call = async () => (await app.call('GET', '/csrf-token', { headers })).status
  expect(await call()).toBe(200)
  await expect.poll(call, { timeout: 5_000 }).toBe(401)
})

test('an optional access token is checked when it is sent', async () => {
  const optional = [...registeredEndpoints.values()].filter((endpoint) => endpoint.bearer === 'optional')
  expect(optional.length).toBeGreaterThan(0)
  for (const { method, path } of optional) {
    expect((await app.call(method, path, { headers: bearer('not.a.token') })).status).toBe(401)
    expect((await app.call(method, path)).status).not.toBe(401)
  }
})
