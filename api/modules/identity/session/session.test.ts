import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createPortfolio, createTransaction } from '#db/seed/factories'
import { disableTimeouts } from '#testing/fake-timeouts'
import { startTestApp, type TestApp } from '#testing/test-app'
import { HASH_WAIT_MAX_MS } from './passwords.ts'
import { createRefreshToken } from './refresh-token.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1000' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from transactions`
  // Not truncated: a sign-in record of the previous test may still be in flight.
  await app.sql`delete from users`
  // Administrators' sessions would remain.
  await app.sql`delete from sessions`
  await app.sql`alter table users alter column id restart`
  await app.sql`delete from lockouts`
})

const PASSWORD = 'Blue-Ridge-4471'
const person = { first_name: 'Noor', last_name: 'Haddad', email: 'Noor@example.org', password: PASSWORD }
const credentials = { email: person.email, password: PASSWORD }

const register = (changes: object = {}) =>
  app.call('POST', '/auth/register', { body: { ...person, ...changes } })
const signIn = (body: object = credentials, headers: Record<string, string> = {}) =>
  app.call('POST', '/auth/user/login', { body, headers })
const refresh = (refresh_token: string) => app.call('POST', '/auth/refresh', { body: { refresh_token } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** Any endpoint that checks the access token if one is sent. */
const use = (token: string) => app.call('GET', '/csrf-token', { headers: bearer(token) })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const signedIn = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/),
  refresh_token: expect.stringMatching(/^[\w-]{84}$/),
  expires_in: 900,
  user: {
    id: 1,
    first_name: 'Noor',
    last_name: 'Haddad',
    email: 'Noor@example.org',
    email_confirmed: false,
    phone: '',
    linkedin: '',
    twitter: '',
    telegram: '',
    country: '',
    is_verified: false,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
  },
  underway: false,
}

describe('registering', () => {
  test('creates the account and signs it in', async () => {
    const response = await register()
    expect(response.status).toBe(201)
    expect(response.body).toEqual(signedIn)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(claimsOf(response.body.access_token)).toEqual({
      sub: '1',
      role: 'investor',
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
    expect((await use(response.body.access_token)).status).toBe(200)
  })

  test('accepts a single name, used as the full name everywhere', async () => {
    const one = { first_name: 'Suharto', last_name: '' }
    const { status, body } = await register(one)
    expect([status, body.user]).toEqual([201, expect.objectContaining(one)])
    const headers = bearer(body.access_token)
    const ticket = { name: 'x', email: 'x@example.org', subject: 'Hello', message: 'Hello' }
    const sent = await app.call('POST', '/support/ticket', { headers, body: ticket })
    expect(sent.status).toBe(201)
    expect((await app.sql`select name from support_tickets`)[0]).toEqual({ name: 'Suharto' })
    const admin = await app.signInAdmin()
    const found = await app.call('GET', `${app.adm}/search?q=suharto`, { headers: admin.headers })
    expect(found.body.results.map(({ title }: { title: string }) => title)).toContain('Suharto')
  })

  test('does not store punctuation as a last name', async () => {
    expect((await register({ last_name: ' - ' })).body.user.last_name).toBe('')
  })

  test('stores an argon2id hash of the password, and no token in clear', async () => {
    const { body } = await register()
    const [row] = await app.sql`select password_hash, refresh_token_hash, sessions::text as session,
      (expires_at - sessions.created_at)::text as life from users join sessions on user_id = users.id`
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=9216,t=4,p=1\$/)
    expect(row?.refresh_token_hash).toBe(
      new Bun.CryptoHasher('sha256').update(body.refresh_token).digest('hex'),
    )
    expect(row?.session).not.toContain(body.refresh_token)
    expect(row?.life).toBe('30 days')
  })

  test('returns 409 for an email that has an account, in any case', async () => {
    await register()
    const again = await register({ email: 'noor@EXAMPLE.org' })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      code: 'conflict',
      error: 'An account with this email already exists',
    })
  })

  test('succeeds for one of twelve simultaneous requests', async () => {
    onTestFinished(disableTimeouts(HASH_WAIT_MAX_MS))
    const responses = await Promise.all(Array.from({ length: 12 }, () => register()))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
    expect(await app.sql`select from users`).toHaveLength(1)
    expect(await app.sql`select from sessions`).toHaveLength(1)
  })

  test('works again once the account was deleted, without the old password', async () => {
    await register()
    await app.sql`update users set deleted_at = now(), email = '', password_hash = '', first_name = '', last_name = ''`
    expect((await signIn()).status).toBe(401)
    const again = await register({ password: 'Other-Ridge-99' })
    expect(again.status).toBe(201)
    expect(again.body.user.id).toBe(2)
    expect((await signIn()).status).toBe(401)
  })

  const weak =
    'Password must be 8 to 128 characters long and contain an uppercase letter, a lowercase letter, a number and a special character'
  test.each([
    ['first_name', '', 'First name is required'],
    ['last_name', undefined, 'Last name is required'],
    ['first_name', 'x'.repeat(101), 'First name must be 100 characters or fewer'],
    ['email', 'not-an-address', 'Enter a valid email address, such as name@example.com'],
    ['password', undefined, 'Password is required'],
    ['password', 'Ab1-xyz', weak],
    ['password', 'alllower1!', weak],
    ['password', 'ALLUPPER1!', weak],
    ['password', 'NoDigits!!', weak],
    ['password', 'NoSpecial11', weak],
    ['password', `Aa1!${'x'.repeat(125)}`, weak],
    ['password', 'noor@Example.org1', undefined],
    ['password', 'N00r@example.org', 'Password must be different from your email address'],
  ])('rejects a wrong %s (%s)', async (field, value, message) => {
    const response = await register({ email: 'n00r@example.org', [field]: value })
    if (message === undefined) {
      expect(response.status).toBe(201)
      return
    }
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({
      code: 'validation',
      error: message,
      details: [{ path: `/${field}`, message }],
    })
    expect(await app.sql`select from users`).toHaveLength(0)
  })

  test('takes only declared fields', async () => {
    const response = await register({ is_verified: true, id: 77, created_at: '1999-01-01T00:00:00Z' })
    expect(response.body.user).toMatchObject({ id: 1, is_verified: false })
  })
})

describe('signing in', () => {
  test.each([
    [false, 'none', 0, 'completed'],
    [false, 'an approved investment', 1, 'pending'],
    [false, 'a booked deposit', 0, 'completed'],
    [true, 'both', 1, 'completed'],
  ] as const)(
    'reports whether the account has completed onboarding: %s with %s',
    async (underway, what, active, status) => {
      const { id } = (await register()).body.user
      if (what !== 'none') {
        await createPortfolio(app.db, { user_id: id, active_investments: active })
        await createTransaction(app.db, { user_id: id, status })
      }
      expect((await signIn()).body.underway).toBe(underway)
    },
  )

  test('opens another session, in any case of the email', async () => {
    const first = await register()
    const response = await signIn({ email: 'NOOR@example.ORG', password: PASSWORD })
    expect(response.status).toBe(200)
    expect(response.body).toEqual(signedIn)
    expect(claimsOf(response.body.access_token).sid).not.toBe(claimsOf(first.body.access_token).sid)
    const [user] = await app.sql`select last_login_at > created_at as later from users`
    expect(user?.later).toBe(true)
  })

  test.each([
    ['a wrong password', { ...credentials, password: `${PASSWORD}x` }],
    ['a password in another case', { ...credentials, password: PASSWORD.toLowerCase() }],
    ['an unknown email', { ...credentials, email: 'nobody@example.org' }],
  ])('with %s returns the same error', async (_, body) => {
    await register()
    const response = await signIn(body)
    expect(response.status).toBe(401)
    expect(response.body).toMatchObject({ code: 'invalid_credentials', error: 'Invalid email or password' })
  })

  test('rejects every password for an account without a usable hash', async () => {
    await app.signIn({ email: person.email })
    expect((await signIn()).status).toBe(401)
    expect((await signIn({ ...credentials, password: '!' })).status).toBe(401)
  })

  test('to a disabled account is 403 with the correct password and 401 with a wrong one', async () => {
    await register()
    await app.sql`update users set is_active = false`
    const right = await signIn()
    expect(right.status).toBe(403)
    expect(right.body.code).toBe('account_disabled')
    expect((await signIn({ ...credentials, password: 'Wrong-Password-1' })).status).toBe(401)
    await app.sql`update users set is_active = true`
    expect((await signIn()).status).toBe(200)
  })

  test.each([
    ['email', { password: PASSWORD }],
    ['password', { email: person.email }],
    ['email', { email: 7, password: PASSWORD }],
  ])('without a usable %s is 422', async (field, body) => {
    const response = await signIn(body)
    expect(response.status).toBe(422)
    expect(response.body.details[0].path).toBe(`/${field}`)
  })
})

describe('refreshing tokens', () => {
  test('returns new tokens of the same session and the current user', async () => {
    const { body } = await register()
    await app.sql`update users set is_verified = true`
    const response = await refresh(body.refresh_token)
    expect(response.status).toBe(200)
    const { underway: _atSignIn, ...renewed } = signedIn
    expect(response.body).toEqual({ ...renewed, user: { ...renewed.user, is_verified: true } })
    expect(response.body.refresh_token).not.toBe(body.refresh_token)
    expect(claimsOf(response.body.access_token).sid).toBe(claimsOf(body.access_token).sid)
    expect((await refresh(response.body.refresh_token)).status).toBe(200)
  })

  test('with a token exchanged before ends the session, including its newest tokens', async () => {
    const { body: first } = await register()
    const other = await signIn()
    const { body: second } = await refresh(first.refresh_token)
    const replayed = await refresh(first.refresh_token)
    expect(replayed.status).toBe(401)
    expect(replayed.body).toMatchObject({
      code: 'session_expired',
      error: 'Session expired. Please sign in again.',
    })
    expect((await refresh(second.refresh_token)).status).toBe(401)
    expect((await use(second.access_token)).status).toBe(401)
    expect((await use(other.body.access_token)).status).toBe(200)
  })

  test('twice concurrently succeeds once and ends the session', async () => {
    const { body } = await register()
    const responses = await Promise.all(Array.from({ length: 6 }, () => refresh(body.refresh_token)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
    const renewed = responses.find(({ status }) => status === 200)
    expect((await refresh(renewed?.body.refresh_token)).status).toBe(401)
    expect((await use(renewed?.body.access_token)).status).toBe(401)
  })

  describe('with a renewal id', () => {
    const [id, other] = ['a'.repeat(43), 'b'.repeat(43)]
    const renew = (refresh_token: string, renewal_id: string | undefined) =>
      app.call('POST', '/auth/refresh', { body: { refresh_token, renewal_id } })

    test('can be repeated: the refresh token is the same, and the session stays open', async () => {
      const { body } = await register()
      const first = await renew(body.refresh_token, id)
      const again = await renew(body.refresh_token, id)
      expect([first.status, again.status]).toEqual([200, 200])
      expect(again.body.refresh_token).toBe(first.body.refresh_token)
      expect(again.body.refresh_token).toMatch(/^[\w-]{84}$/)
      expect((await use(again.body.access_token)).status).toBe(200)
      // The same id with another token is another token refresh.
      const next = await renew(again.body.refresh_token, id)
      expect(next.status).toBe(200)
      expect(next.body.refresh_token).not.toBe(again.body.refresh_token)
    })

    test('gives all of several simultaneous requests the same tokens', async () => {
      const { body } = await register()
      const responses = await Promise.all(Array.from({ length: 6 }, () => renew(body.refresh_token, id)))
      expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1)
    })

    test.each([
      ['with another id', (token: string) => renew(token, other)],
      ['without a snapshot', (token: string) => renew(token, undefined)],
    ])('%s is a second use of the token and ends the session', async (_, replay) => {
      const { body } = await register()
      const first = await renew(body.refresh_token, id)
      expect((await replay(body.refresh_token)).status).toBe(401)
      expect((await renew(first.body.refresh_token, id)).status).toBe(401)
      expect((await use(first.body.access_token)).status).toBe(401)
      // The correct id does not restore the session.
      expect((await renew(body.refresh_token, id)).status).toBe(401)
    })

    test('cannot add an id to a token refresh that had none', async () => {
      const { body } = await register()
      await renew(body.refresh_token, undefined)
      expect((await renew(body.refresh_token, id)).status).toBe(401)
    })

    test('is a second use after 30 seconds, and once the successor was used', async () => {
      const { body } = await register()
      await renew(body.refresh_token, id)
      await app.sql`update sessions set exchanged_at = now() - interval '31 seconds'`
      expect((await renew(body.refresh_token, id)).status).toBe(401)

      const { body: signed } = await signIn()
      const first = await renew(signed.refresh_token, id)
      const second = await renew(first.body.refresh_token, other)
      expect((await renew(signed.refresh_token, id)).status).toBe(401)
      expect((await use(second.body.access_token)).status).toBe(401)
    })

    test('of fewer than 256 bits is 422', async () => {
      const { body } = await register()
      expect((await renew(body.refresh_token, 'short')).status).toBe(422)
      expect((await renew(body.refresh_token, id)).status).toBe(200)
    })
  })

  test('stores nothing of earlier tokens, and detects the second use of each', async () => {
    const { body: signed } = await register()
    const tokens: string[] = [signed.refresh_token]
    for (let renewal = 0; renewal < 20; renewal++) {
      tokens.push((await refresh(tokens.at(-1) ?? '')).body.refresh_token)
    }
    expect(await app.sql`select from sessions`).toHaveLength(1)
    expect(await app.sql`select from retired_refresh_tokens`).toHaveLength(0)
    expect((await refresh(tokens[0] ?? '')).status).toBe(401)
    expect((await refresh(tokens.at(-1) ?? '')).status).toBe(401)
    const [session] = await app.sql`select revoked_reason from sessions`
    expect(session?.revoked_reason).toBe('token_reused')
  })

  describe('with a token from before tokens contained their session', () => {
    const OLD = 'o'.repeat(43)
    const hashOf = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest('hex')
    beforeEach(async () => {
      await register()
      await app.sql`update sessions set refresh_token_hash = ${hashOf(OLD)}`
    })

    test('succeeds, and a second use ends the session', async () => {
      const renewed = await refresh(OLD)
      expect(renewed.status).toBe(200)
      const again = await refresh(renewed.body.refresh_token)
      expect(again.status).toBe(200)
      expect((await refresh(OLD)).status).toBe(401)
      expect((await refresh(again.body.refresh_token)).status).toBe(401)
    })

    test('can be repeated with the same id', async () => {
      const body = { refresh_token: OLD, renewal_id: 'r'.repeat(43) }
      const first = await app.call('POST', '/auth/refresh', { body })
      const again = await app.call('POST', '/auth/refresh', { body })
      expect([first.status, again.status]).toEqual([200, 200])
      expect(again.body.refresh_token).toBe(first.body.refresh_token)
    })
  })

  test('extends the session, up to 90 days after sign-in', async () => {
    const { body } = await register()
    await app.sql`update sessions set created_at = now() - interval '70 days', expires_at = now() + interval '1 minute'`
    const renewed = await refresh(body.refresh_token)
    const [session] =
      await app.sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions`
    expect(session?.days).toBe(20)
    await app.sql`update sessions set expires_at = now() - interval '1 second'`
    expect((await refresh(renewed.body.refresh_token)).status).toBe(401)
  })

  test('ends after 30 days without use, of an administrator after 12 hours', async () => {
    const password_hash = await Bun.password.hash('Quartz-vein-42!')
    const { admin } = await app.signInAdmin({ password_hash })
    await register()
    await app.call('POST', '/auth/login', {
      body: { username: admin.username, password: 'Quartz-vein-42!' },
      headers: { 'x-admin-path': app.adminPath },
    })
    const rows = await app.sql`
      select role, round(extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions
      where refresh_token_hash <> '' and signed_in_with = 'password' order by role`
    expect(rows).toEqual([
      { role: 'admin', hours: 12 },
      { role: 'investor', hours: 720 },
    ])
  })

  test('returns 403 for a disabled account, and 401 after it was enabled again', async () => {
    const { body } = await register()
    await app.sql`update users set is_active = false`
    const disabled = await refresh(body.refresh_token)
    expect(disabled.status).toBe(403)
    expect(disabled.body.code).toBe('account_disabled')
    await app.sql`update users set is_active = true`
    expect((await refresh(body.refresh_token)).status).toBe(401)
  })

  test("with an administrator's token is refused", async () => {
    const token = 'A'.repeat(43)
    const hash = new Bun.CryptoHasher('sha256').update(token).digest('hex')
    await app.sql`with made as (insert into admins (username, email, password_hash) values ('root', 'root@example.org', 'x') returning id)
      insert into sessions (role, admin_id, refresh_token_hash, expires_at) select 'admin', id, ${hash}, now() + interval '1 hour' from made`
    expect((await refresh(token)).status).toBe(401)
    // Nor does a token that contains its session end it there.
    const [session] = await app.sql`select id from sessions where role = 'admin'`
    const named = createRefreshToken(session?.id)
    const namedHash = new Bun.CryptoHasher('sha256').update(named).digest('hex')
    await app.sql`update sessions set refresh_token_hash = ${namedHash} where id = ${session?.id}`
    expect((await refresh(named)).status).toBe(401)
    expect(await app.sql`select from sessions where revoked_at is not null`).toHaveLength(0)
  })

  test('with an unknown token is 401, without one 422', async () => {
    expect((await refresh('B'.repeat(43))).status).toBe(401)
    expect((await refresh('short')).status).toBe(422)
    expect((await app.call('POST', '/auth/refresh', { body: {} })).status).toBe(422)
  })
})

describe('signing out', () => {
  const signOut = (body?: object, headers: Record<string, string> = {}) =>
    app.call('POST', '/auth/logout', { body, headers })

  test('by access token ends the session and no other', async () => {
    const { body } = await register()
    const other = await signIn()
    const response = await signOut(undefined, bearer(body.access_token))
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ success: true })
    expect((await use(body.access_token)).body.code).toBe('session_expired')
    expect((await refresh(body.refresh_token)).status).toBe(401)
    expect((await use(other.body.access_token)).status).toBe(200)
  })

  test('by refresh token alone ends the session', async () => {
    const { body } = await register()
    expect((await signOut({ refresh_token: body.refresh_token })).body).toEqual({ success: true })
    expect((await use(body.access_token)).status).toBe(401)
  })

  test('by an already exchanged refresh token ends the session', async () => {
    const { body } = await register()
    const renewed = await refresh(body.refresh_token)
    await signOut({ refresh_token: body.refresh_token })
    expect((await use(renewed.body.access_token)).status).toBe(401)
  })

  test('with an expired access token ends the session too', async () => {
    const { body } = await register()
    const { signAccessToken } = await import('#common/access-token')
    const { sub, sid } = claimsOf(body.access_token)
    const expired = signAccessToken(
      { role: 'investor', id: Number(sub), sessionId: sid },
      app.config.TOKEN_SECRET,
      Date.now() - 3_600_000,
    )
    expect((await use(expired)).body.code).toBe('session_expired')
    expect((await signOut({}, bearer(expired))).body).toEqual({ success: true })
    expect((await use(body.access_token)).status).toBe(401)
  })

  test('with an access token from a clock that is ahead works up to a minute, and not beyond', async () => {
    const { body } = await register()
    const { signAccessToken } = await import('#common/access-token')
    const { sub, sid } = claimsOf(body.access_token)
    const ahead = (seconds: number) =>
      signAccessToken(
        { role: 'investor', id: Number(sub), sessionId: sid },
        app.config.TOKEN_SECRET,
        Date.now() + seconds * 1000,
      )
    expect((await use(ahead(50))).status).toBe(200)
    expect((await use(ahead(90))).body.code).toBe('session_expired')
  })

  test.each([
    ['nothing', undefined, {}],
    ['an empty body', {}, {}],
    ['garbage', { refresh_token: 'nonsense' }, bearer('x.y.z')],
    ['no bearer', {}, { authorization: 'Basic abc' }],
  ])('with %s is a success', async (_, body, headers) => {
    expect((await signOut(body, headers)).body).toEqual({ success: true })
  })

  test('with a forged token ends nothing', async () => {
    const { body } = await register()
    const { signAccessToken } = await import('#common/access-token')
    const { sub, sid } = claimsOf(body.access_token)
    const forged = signAccessToken({ role: 'investor', id: Number(sub), sessionId: sid }, 'another secret')
    await signOut({}, bearer(forged))
    expect((await use(body.access_token)).status).toBe(200)
  })
})

describe('a CSRF token', () => {
  test('is issued to visitors and to sessions, a new one each time', async () => {
    const { body } = await register()
    const tokens = [
      await app.call('GET', '/csrf-token'),
      await use(body.access_token),
      await use(body.access_token),
    ]
    for (const { status, body, headers } of tokens) {
      expect(status).toBe(200)
      expect(body).toEqual({ csrf_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/) })
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(new Set(tokens.map(({ body }) => body.csrf_token)).size).toBe(3)
  })
})

test('passwords and tokens are never logged', async () => {
  const { body } = await register()
  await signIn({ ...credentials, password: 'Canary-Password-7' })
  const renewed = await refresh(body.refresh_token)
  await refresh(body.refresh_token)
  await app.call('POST', '/auth/logout', {
    body: { refresh_token: renewed.body.refresh_token },
    headers: bearer(renewed.body.access_token),
  })
  await app.call('POST', '/auth/user/login', {
    raw: `{"password":"${PASSWORD}"`,
    headers: { 'content-type': 'application/json' },
  })
  const log = app.logLines.join('\n')
  expect(log).toContain('/auth/user/login')
  const { access_token, refresh_token } = renewed.body
  for (const secret of [
    PASSWORD,
    'Canary-Password-7',
    body.access_token,
    body.refresh_token,
    access_token,
    refresh_token,
  ]) {
    expect(log).not.toContain(secret)
  }
})
