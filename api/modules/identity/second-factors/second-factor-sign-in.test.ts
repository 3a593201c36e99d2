import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import {
  addPasskey,
  createSessionCalls,
  createSignedInInvestor,
  generateCode,
  generateWrongCode,
  PASSWORD,
  setUpAuthenticator,
  type TestInvestor,
} from './testing-factors.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ LOCKOUT_FAILURES: '8', ACCOUNT_LOCKOUT_FAILURES: '12' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from lockouts`
})

const login = ({ user }: Pick<TestInvestor, 'user'>, password = PASSWORD, address?: string) =>
  app.call('POST', '/auth/user/login', { body: { email: user.email, password }, ...(address && { address }) })

const challengeOf = async (investor: TestInvestor): Promise<string> =>
  (await login(investor)).body.second_factor.challenge

const answer = (body: object, headers: Record<string, string> = {}, address?: string) =>
  app.call('POST', '/auth/second-factor', { body, headers, ...(address && { address }) })

const session = {
  access_token: expect.any(String),
  refresh_token: expect.any(String),
  expires_in: 900,
  user: expect.any(Object),
}

describe('sign-in with a second factor', () => {
  test('gives a challenge and no tokens for the correct password, then the session for the correct code', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const first = await login(investor)
    expect([first.status, first.body]).toEqual([
      200,
      {
        second_factor: {
          challenge: expect.stringMatching(/^[\w-]{43}$/),
          methods: ['totp', 'recovery'],
          expires_in: 300,
        },
      },
    ])
    const { challenge } = first.body.second_factor
    const { status, body } = await answer({ challenge, method: 'totp', code: generateCode(secret, 1) })
    expect([status, body]).toEqual([200, { ...session, underway: false }])
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await app.call('GET', '/user/profile', { headers })).body.user.id).toBe(investor.user.id)
    const [current] = (await app.call('GET', '/user/sessions', { headers })).body.sessions
    expect(current).toMatchObject({ current: true, signed_in_with: 'password_and_totp' })
  })

  test('does not mention the second factor for a wrong password', async () => {
    const investor = await createSignedInInvestor(app)
    await setUpAuthenticator(investor)
    const { status, body } = await login(investor, 'Wrong-Vein-7788')
    expect([status, body.code, body.second_factor]).toEqual([401, 'invalid_credentials', undefined])
  })

  test('accepts a passkey', async () => {
    const investor = await createSignedInInvestor(app)
    const { authenticator } = await addPasskey(investor, app)
    const { second_factor } = (await login(investor)).body
    expect(second_factor.methods).toEqual(['passkey'])
    const { challenge } = second_factor
    const { options } = (await app.call('POST', '/auth/second-factor/options', { body: { challenge } })).body
    expect(options.allowCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
    const credential = authenticator.sign(options)
    expect((await answer({ challenge, method: 'passkey', credential })).status).toBe(200)
    const again = await answer({ challenge, method: 'passkey', credential })
    expect([again.status, again.body.code]).toEqual([401, 'session_expired'])
    // The same signature for another challenge.
    const replay = await answer({ challenge: await challengeOf(investor), method: 'passkey', credential })
    expect([replay.status, replay.body.code]).toEqual([401, 'invalid_credentials'])
  })

  test('takes a recovery code, however it is typed, once', async () => {
    const investor = await createSignedInInvestor(app)
    const { recoveryCodes } = await setUpAuthenticator(investor)
    const code = ` ${recoveryCodes[3]?.replaceAll('-', ' ').toLowerCase().replaceAll('0', 'o')} `
    const use = async () => answer({ challenge: await challengeOf(investor), method: 'recovery', code })
    const both = await Promise.all([use(), use()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await use()).body.code).toBe('invalid_credentials')
  })

  test('that fails five times after the right password is told to the owner, once a day', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const told = async () =>
      (
        await app.sql`select id from outbox where recipient = ${investor.user.email} and subject = 'Someone may know your password'`
      ).length
    const failUntilOver = async () => {
      const challenge = await challengeOf(investor)
      const counts: number[] = []
      for (let tries = 1; tries <= 5; tries++) {
        expect((await answer({ challenge, method: 'totp', code: generateWrongCode(secret) })).status).toBe(
          401,
        )
        counts.push(await told())
      }
      await app.sql`delete from lockouts`
      return counts
    }
    expect(await failUntilOver()).toEqual([0, 0, 0, 0, 1])
    expect(await failUntilOver()).toEqual([1, 1, 1, 1, 1])
    const [notice] = await app.sql`
      select title, category from notifications where user_id = ${investor.user.id} order by id desc limit 1`
    expect(notice).toEqual({ title: 'Someone may know your password', category: 'security' })
  })

  test('is reported to the owner if it locks the account after the correct password', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const { email } = investor.user
    for (let tries = 1; tries <= 5; tries++)
      await app.call('POST', '/auth/user/login', { body: { email, password: 'Wrong-Vein-1122' } })
    const challenge = await challengeOf(investor)
    const statuses: number[] = []
    for (let tries = 1; tries <= 5; tries++)
      statuses.push((await answer({ challenge, method: 'totp', code: generateWrongCode(secret) })).status)
    expect(statuses).toEqual([401, 401, 401, 423, 423])
    const told = await app.sql`
      select id from outbox where recipient = ${email} and subject = 'Someone may know your password'`
    expect(told).toHaveLength(1)
  })

  test('consumes only one recovery code if several are sent at once with one challenge', async () => {
    const investor = await createSignedInInvestor(app)
    const { recoveryCodes } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    const send = (code: string) => answer({ challenge, method: 'recovery', code })
    const answers = await Promise.all(recoveryCodes.slice(0, 4).map(send))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    const [row] = await app.sql`
      select count(*)::int as left from recovery_codes where user_id = ${investor.user.id} and used_at is null`
    expect(row?.left).toBe(9)
  })

  test('with a recovery code is reported to the owner and shown in the activity', async () => {
    const investor = await createSignedInInvestor(app)
    const { recoveryCodes } = await setUpAuthenticator(investor)
    const code = recoveryCodes[0] ?? ''
    const { status } = await answer({ challenge: await challengeOf(investor), method: 'recovery', code })
    expect(status).toBe(200)
    const [told] = await app.sql`
      select title, message from notifications where user_id = ${investor.user.id} order by id desc limit 1`
    expect([told?.title, told?.message]).toEqual([
      'Recovery code used',
      expect.stringContaining('You have 9 codes left.'),
    ])
    const [mail] = await app.sql`
      select kind from outbox where recipient = ${investor.user.email} order by id desc limit 1`
    expect(mail?.kind).toBe('factor_changed')
    const newest = async () => (await investor.get('/user/activity')).body.activity[0]
    await expect.poll(newest).toMatchObject({ kind: 'sign_in', detail: 'With a recovery code' })
  })

  test('takes a one-time code once, also when it is sent twice at the same time', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const code = generateCode(secret, 1)
    const challenges = [await challengeOf(investor), await challengeOf(investor)]
    const both = await Promise.all(
      challenges.map((challenge, at) => answer({ challenge, method: 'totp', code }, {}, `192.0.2.${at + 1}`)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('does not accept the code that confirmed the factor', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    const { status } = await answer({ challenge, method: 'totp', code: generateCode(secret) })
    expect(status).toBe(401)
  })

  test('does not accept the code or the passkey of another account', async () => {
    const [investor, thief] = [await createSignedInInvestor(app), await createSignedInInvestor(app)]
    await setUpAuthenticator(investor)
    await addPasskey(investor, app)
    const own = await setUpAuthenticator(thief)
    const { authenticator } = await addPasskey(thief, app)
    const challenge = await challengeOf(investor)
    expect((await answer({ challenge, method: 'totp', code: generateCode(own.secret, 1) })).status).toBe(401)
    expect((await answer({ challenge, method: 'recovery', code: own.recoveryCodes[0] })).status).toBe(401)
    const { options } = (await app.call('POST', '/auth/second-factor/options', { body: { challenge } })).body
    const credential = authenticator.sign(options)
    expect((await answer({ challenge, method: 'passkey', credential })).status).toBe(401)
  })

  test('allows five attempts', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await answer({ challenge, method: 'totp', code: generateWrongCode(secret) })
      expect([status, body.code]).toEqual([401, 'invalid_credentials'])
    }
    const { status, body } = await answer({ challenge, method: 'totp', code: generateCode(secret, 1) })
    expect([status, body.code]).toEqual([401, 'session_expired'])
  })

  test('allows five concurrent attempts', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    const code = generateWrongCode(secret)
    const responses = await Promise.all(
      Array.from({ length: 9 }, () => answer({ challenge, method: 'totp', code })),
    )
    expect(responses.filter(({ body }) => body.code === 'invalid_credentials')).toHaveLength(5)
    expect(responses.filter(({ body }) => body.code === 'session_expired')).toHaveLength(4)
  })

  test('has five minutes', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    await app.sql`update challenges set expires_at = now() - interval '1 millisecond'`
    const { status, body } = await answer({ challenge, method: 'totp', code: generateCode(secret, 1) })
    expect([status, body.code]).toEqual([401, 'session_expired'])
  })

  test.each([
    ['another password', (id: number) => app.sql`update users set password_hash = 'x' where id = ${id}`],
    ['being disabled', (id: number) => app.sql`update users set is_active = false where id = ${id}`],
  ])('ends open challenges with %s', async (_, change) => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    await change(investor.user.id)
    const { status, body } = await answer({ challenge, method: 'totp', code: generateCode(secret, 1) })
    expect([status, body.code]).toEqual([401, 'session_expired'])
  })

  test('is rejected for a disabled account, with the correct password', async () => {
    const investor = await createSignedInInvestor(app)
    await setUpAuthenticator(investor)
    await app.sql`update users set is_active = false where id = ${investor.user.id}`
    expect((await login(investor)).body.code).toBe('account_disabled')
  })

  test('needs the fields of its method', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    const missing = await answer({ challenge, method: 'totp' })
    expect([missing.status, missing.body.details[0].path]).toEqual([422, '/code'])
    expect((await answer({ challenge, method: 'passkey' })).body.details[0].path).toBe('/credential')
    expect((await answer({ challenge, method: 'password', code: PASSWORD })).status).toBe(422)
    expect((await answer({ challenge, method: 'totp', code: generateCode(secret, 1) })).status).toBe(200)
  })
})

describe('failures of the second factor', () => {
  const fail = async (investor: TestInvestor, secret: string, address: string) => {
    const { body } = await login(investor, PASSWORD, address)
    if (!body.second_factor) return body.code
    const { challenge } = body.second_factor
    return (await answer({ challenge, method: 'totp', code: generateWrongCode(secret) }, {}, address)).body
      .code
  }

  test('count towards the lockout, which the correct password alone does not clear', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    for (let failures = 0; failures < 8; failures++) {
      expect(await fail(investor, secret, '192.0.2.7')).toBe('invalid_credentials')
    }
    expect(await fail(investor, secret, '192.0.2.7')).toBe('locked')
    expect(await fail(investor, secret, '192.0.2.9')).toBe('invalid_credentials')
  })

  test('a passkey opens an account that is locked for every network', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const { authenticator } = await addPasskey(investor, app)
    for (let failures = 0; failures < 12; failures++) {
      await fail(investor, secret, `198.51.100.${failures}`)
    }
    expect((await login(investor, PASSWORD, '203.0.113.1')).status).toBe(423)
    const { options } = (await app.call('POST', '/auth/passkey/options')).body
    const entered = await app.call('POST', '/auth/passkey', {
      body: { credential: authenticator.sign(options) },
    })
    expect(entered.status).toBe(200)
    expect((await login(investor, PASSWORD, '203.0.113.1')).status).toBe(200)
  })
})

describe('sign-in with a passkey alone', () => {
  const begin = async (headers: Record<string, string> = {}) =>
    (await app.call('POST', '/auth/passkey/options', { headers })).body.options
  const enter = (credential: object, headers: Record<string, string> = {}) =>
    app.call('POST', '/auth/passkey', { body: { credential }, headers })

  test('opens the session of its account, which counts as confirmed', async () => {
    const investor = await createSignedInInvestor(app)
    const { authenticator } = await addPasskey(investor, app)
    const options = await begin()
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
    const { status, body } = await enter(authenticator.sign(options))
    expect([status, body.user.id]).toEqual([200, investor.user.id])
    const { sid } = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    const [opened] = await app.sql`select confirmed_at, signed_in_with from sessions where id = ${sid}`
    expect(Date.now() - Date.parse(String(opened?.confirmed_at))).toBeLessThan(60_000)
    expect(opened?.signed_in_with).toBe('passkey')
  })

  test('accepts a signature once, and only for its own challenge', async () => {
    const investor = await createSignedInInvestor(app)
    const { authenticator } = await addPasskey(investor, app)
    const options = await begin()
    const credential = authenticator.sign(options)
    const both = await Promise.all([enter(credential), enter(credential)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const invented = await enter(authenticator.sign({ ...options, challenge: 'A'.repeat(43) }))
    expect([invented.status, invented.body.code]).toEqual([401, 'session_expired'])
    const registration = (await investor.post('/user/factors/passkey/options')).body.options
    const crossed = await enter(authenticator.sign({ ...options, challenge: registration.challenge }))
    expect(crossed.status).toBe(401)
  })

  test('rejects an unknown passkey, a changed signature and a removed passkey', async () => {
    const investor = await createSignedInInvestor(app)
    const { authenticator, factor } = await addPasskey(investor, app)
    const credential = authenticator.sign(await begin())
    const changed = structuredClone(credential)
    const bytes = Buffer.from(changed.response.signature, 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    changed.response.signature = bytes.toString('base64url')
    for (const wrong of [changed, { ...authenticator.sign(await begin()), id: 'AAAA', rawId: 'AAAA' }]) {
      const { status, body } = await enter(wrong)
      expect([status, body.code]).toEqual([401, 'invalid_credentials'])
    }
    await investor.remove(`/user/factors/${factor.id}`)
    expect((await enter(authenticator.sign(await begin()))).status).toBe(401)
  })

  test("with an investor's passkey opens no administrator’s session, and vice versa", async () => {
    const path = { 'x-admin-path': app.adminPath }
    const investor = await createSignedInInvestor(app)
    const own = await addPasskey(investor, app)
    const signed = await app.signInAdmin()
    const admin = await addPasskey(createSessionCalls(app, signed), app, `${app.adm}/profile`)
    expect((await enter(own.authenticator.sign(await begin(path)), path)).status).toBe(401)
    expect((await enter(admin.authenticator.sign(await begin()))).status).toBe(401)
    const entered = await enter(admin.authenticator.sign(await begin(path)), path)
    expect([entered.status, entered.body.user.username]).toEqual([200, signed.admin.username])
    const wrongPath = await app.call('POST', '/auth/passkey/options', {
      headers: { 'x-admin-path': 'path-for-guesses-9876543210' },
    })
    expect(wrongPath.status).toBe(404)
  })
})

describe('login records', () => {
  test('contain a success once the second factor was used, and each wrong code', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const challenge = await challengeOf(investor)
    await answer({ challenge, method: 'totp', code: generateWrongCode(secret) })
    await answer({ challenge, method: 'totp', code: generateCode(secret, 1) })
    const records = () => app.sql<{ success: boolean; failure_reason: string }[]>`
      select success, failure_reason from login_records where user_id = ${investor.user.id} order by id`
    await expect.poll(records).toEqual([
      { success: false, failure_reason: 'wrong_code' },
      { success: true, failure_reason: '' },
    ])
  })
})

describe('an administrator', () => {
  const path = () => ({ 'x-admin-path': app.adminPath })

  test('signs in with the second factor, behind the secret path', async () => {
    const password_hash = await Bun.password.hash(PASSWORD)
    const signed = await app.signInAdmin({ password_hash })
    const { secret } = await setUpAuthenticator(createSessionCalls(app, signed), `${app.adm}/profile`)
    const first = await app.call('POST', '/auth/login', {
      body: { username: signed.admin.username, password: PASSWORD },
      headers: path(),
    })
    const { challenge, methods } = first.body.second_factor
    expect(methods).toEqual(['totp', 'recovery'])
    const body = { challenge, method: 'totp', code: generateCode(secret, 1) }
    expect((await answer(body)).body.code).toBe('session_expired')
    expect((await answer(body, { 'x-admin-path': 'path-for-guesses-9876543210' })).status).toBe(404)
    const wrong = await answer({ ...body, code: generateWrongCode(secret) }, path())
    expect(wrong.body.code).toBe('invalid_credentials')
    const entered = await answer(body, path())
    expect([entered.status, entered.body.user]).toEqual([
      200,
      {
        id: signed.admin.id,
        username: signed.admin.username,
        email: signed.admin.email,
        recovery_codes_unkept: true,
      },
    ])
    const entries = await app.sql`
      select action, admin_id, after from audit_log where entity_id = ${String(signed.admin.id)} and action like 'session.%' order by id`
    expect(entries).toMatchObject([
      { action: 'session.refused', after: { reason: 'wrong_code' } },
      { action: 'session.sign_in', admin_id: signed.admin.id },
    ])
  })
})
