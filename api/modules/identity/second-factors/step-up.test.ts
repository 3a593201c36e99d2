import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getRequiredPermission } from '#contract/permissions'
import { createToken } from '#db/seed/factories'
import { createAttestation, createOffering } from '#db/seed/series-factories'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'
import {
  addPasskey,
  createSessionCalls,
  createSignedInInvestor,
  generateCode,
  generateWrongCode,
  PASSWORD,
  setUpAuthenticator,
} from './testing-factors.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ LOCKOUT_FAILURES: '3', STEP_UP_MINUTES: '10' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from lockouts`
})

const required = (...methods: string[]) => ({
  error: 'Please confirm your identity.',
  code: 'step_up_required',
  request_id: expect.any(String),
  details: methods.map((message) => ({ path: '/method', message })),
})
const forget = (id: string, age = '1 day') =>
  app.sql`update sessions set confirmed_at = now() - ${age}::interval where id = ${id}`

describe('a call that needs a confirmation', () => {
  test('names the password for an account without a factor, then is accepted', async () => {
    const investor = await createSignedInInvestor(app, { isConfirmed: false })
    const refused = await investor.post('/user/factors/totp')
    expect([refused.status, refused.body]).toEqual([403, required('password')])
    const { status, body } = await investor.post('/user/step-up', { method: 'password', password: PASSWORD })
    expect([status, body]).toEqual([200, { success: true, until: expect.any(String) }])
    const minutes = (Date.parse(body.until) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9.8)
    expect(minutes).toBeLessThan(10.1)
    expect((await investor.post('/user/factors/totp')).status).toBe(200)
  })

  test('names the factors of an account that has some, and then takes no password', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    await addPasskey(investor, app)
    await forget(investor.session.id)
    expect((await investor.post('/user/factors/recovery-codes')).body).toEqual(
      required('passkey', 'totp', 'recovery'),
    )
    const withPassword = await investor.post('/user/step-up', { method: 'password', password: PASSWORD })
    expect([withPassword.status, withPassword.body.details[0].path]).toEqual([422, '/method'])
    const right = await investor.post('/user/step-up', { method: 'totp', code: generateCode(secret, 1) })
    expect(right.status).toBe(200)
    const made = await investor.post('/user/factors/recovery-codes')
    expect(made.status).toBe(200)
    const code = made.body.recovery_codes[0]
    expect((await investor.post('/user/step-up', { method: 'recovery', code })).status).toBe(200)
    expect(
      await app.sql`
        select count(*)::int as mails from outbox
        where recipient = ${investor.user.email} and subject = 'Recovery code used'`,
    ).toEqual([{ mails: 1 }])
  })

  test('is accepted for ten minutes after the confirmation, in its session only', async () => {
    const investor = await createSignedInInvestor(app)
    await forget(investor.session.id, '9 minutes 50 seconds')
    expect((await investor.post('/user/factors/totp')).status).toBe(200)
    await forget(investor.session.id, '10 minutes 1 second')
    expect((await investor.post('/user/factors/totp')).status).toBe(403)
    const other = await createSignedInInvestor(app)
    expect((await other.post('/user/factors/totp')).status).toBe(200)
  })

  test('is every call that changes factors, and none that only reads them', () => {
    const needing = [...registeredEndpoints.values()].filter(({ stepUp }) => stepUp === true)
    const paths = (base: string) => [
      `DELETE ${base}/factors/:id`,
      `POST ${base}/factors/passkey`,
      `POST ${base}/factors/passkey/options`,
      `POST ${base}/factors/recovery-codes`,
      `POST ${base}/factors/totp`,
      `POST ${base}/factors/totp/confirm`,
    ]
    expect(needing.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([...paths('/user'), ...paths('/:admin_path/admin/profile')]),
    )
  })
})

describe('a subscription', () => {
  test('needs a confirmation from $10,000.00 on, and none below', async () => {
    const investor = await createSignedInInvestor(app, { isConfirmed: false })
    const { id: token_id, symbol } = await createToken(app.db, { symbol: '$LARGE' })
    await createAttestation(app.db, { token_id, units_held: '1000' })
    await createOffering(app.db, { token_id })
    const submit = (amount: string) =>
      investor.post('/user/subscriptions', { symbol, amount, acknowledged: [] })
    expect((await submit('9999.99')).status).toBe(201)
    for (const amount of ['10000.00', '10000', '10000.01']) {
      const refused = await submit(amount)
      expect([amount, refused.status, refused.body]).toEqual([amount, 403, required('password')])
    }
    const [row] =
      await app.sql`select count(*)::int as stored from subscriptions where token_id = ${token_id}`
    expect(row?.stored).toBe(1)
    await investor.post('/user/step-up', { method: 'password', password: PASSWORD })
    expect((await submit('10000.00')).status).toBe(201)
  })
})

test('subscriptions within 24 hours need a confirmation once they total $10,000.00', async () => {
  const investor = await createSignedInInvestor(app, { isConfirmed: false })
  const { id: token_id, symbol } = await createToken(app.db, { symbol: '$MANY' })
  await createAttestation(app.db, { token_id, units_held: '1000' })
  await createOffering(app.db, { token_id })
  const submit = (amount: string) =>
    investor.post('/user/subscriptions', { symbol, amount, acknowledged: [] })
  expect((await submit('5000.00')).status).toBe(201)
  expect((await submit('4999.99')).status).toBe(201)
  expect((await submit('1000.00')).body).toEqual(required('password'))
  await app.sql`update subscriptions set created_at = now() - interval '25 hours' where token_id = ${token_id}`
  expect((await submit('1000.00')).status).toBe(201)
})

test('concurrent subscriptions need the same confirmation as consecutive ones', async () => {
  const investor = await createSignedInInvestor(app, { isConfirmed: false })
  const { id: token_id, symbol } = await createToken(app.db, { symbol: '$PARALLEL' })
  await createAttestation(app.db, { token_id, units_held: '1000' })
  await createOffering(app.db, { token_id })
  const sent = Array.from({ length: 4 }, () =>
    investor.post('/user/subscriptions', { symbol, amount: '6000.00', acknowledged: [] }),
  )
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 403, 403, 403])
})

describe('the payment account shown to investors', () => {
  const settings = () => `${app.adm}/settings`
  const later = (id: string) =>
    app.sql`update sessions set created_at = now() - interval '1 day', confirmed_at = null where id = ${id}`

  test('is changed after a confirmation, other settings without one', async () => {
    const password_hash = await Bun.password.hash(PASSWORD)
    const { headers, session } = await app.signInAdmin({ password_hash })
    await later(session.id)
    const put = (body: object) => app.call('PUT', settings(), { headers, body })
    const body = { payment_account: 'Bank of Tests, account 42' }
    const refused = await put(body)
    expect([refused.status, refused.body]).toEqual([403, required('password')])
    expect((await put({ site_description: 'Tokens of mines' })).status).toBe(200)
    await app.call('POST', `${app.adm}/profile/step-up`, {
      headers,
      body: { method: 'password', password: PASSWORD },
    })
    const { status, body: stored } = await put(body)
    expect([status, stored.settings.payment_account]).toEqual([200, body.payment_account])
  })

  test('is changed by an administrator with a second factor who has used it', async () => {
    const password_hash = await Bun.password.hash(PASSWORD)
    const signed = await app.signInAdmin({ password_hash })
    const { post, put } = createSessionCalls(app, signed)
    const { secret } = await setUpAuthenticator({ post }, `${app.adm}/profile`)
    // Just signed in, with the password alone.
    await app.sql`update sessions set confirmed_at = null where id = ${signed.session.id}`
    const body = { payment_account: 'Bank of Tests, account 43' }
    expect((await put(settings(), body)).body).toEqual(required('totp', 'recovery'))
    await post(`${app.adm}/profile/step-up`, { method: 'totp', code: generateCode(secret, 1) })
    expect((await put(settings(), body)).status).toBe(200)
  })
})

describe('a confirmation', () => {
  test('with a wrong password, code or passkey is rejected and counted by the lockout', async () => {
    const investor = await createSignedInInvestor(app, { isConfirmed: false })
    const wrong = () => investor.post('/user/step-up', { method: 'password', password: 'Wrong-Vein-7788' })
    for (let failures = 0; failures < 3; failures++) {
      const { status, body } = await wrong()
      expect([status, body.details]).toEqual([422, [{ path: '/password', message: 'Incorrect password' }]])
    }
    const right = await investor.post('/user/step-up', { method: 'password', password: PASSWORD })
    expect([right.status, right.body.code]).toEqual([423, 'locked'])

    const other = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(other)
    const { status, body } = await other.post('/user/step-up', {
      method: 'totp',
      code: generateWrongCode(secret),
    })
    expect([status, body.details[0].path]).toEqual([422, '/code'])
  })

  test('with a passkey answers the challenge of its session, once', async () => {
    const investor = await createSignedInInvestor(app)
    const { authenticator } = await addPasskey(investor, app)
    await forget(investor.session.id)
    const { options } = (await investor.post('/user/step-up/options')).body
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
    const credential = authenticator.sign(options)
    const confirm = () => investor.post('/user/step-up', { method: 'passkey', credential })
    expect((await confirm()).status).toBe(200)
    const again = await confirm()
    expect([again.status, again.body.details[0].path]).toEqual([422, '/credential'])
  })

  test("with another account's passkey is rejected", async () => {
    const [investor, thief] = [await createSignedInInvestor(app), await createSignedInInvestor(app)]
    await addPasskey(investor, app)
    const { authenticator } = await addPasskey(thief, app)
    const { options } = (await investor.post('/user/step-up/options')).body
    const credential = authenticator.sign(options)
    expect((await investor.post('/user/step-up', { method: 'passkey', credential })).status).toBe(422)
  })

  test('with a passkey is possible while the account is locked, and unlocks it', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const { authenticator } = await addPasskey(investor, app)
    for (let failures = 0; failures < 3; failures++) {
      await investor.post('/user/step-up', { method: 'totp', code: generateWrongCode(secret) })
    }
    expect(
      (await investor.post('/user/step-up', { method: 'totp', code: generateCode(secret, 1) })).status,
    ).toBe(423)
    const { options } = (await investor.post('/user/step-up/options')).body
    const credential = authenticator.sign(options)
    expect((await investor.post('/user/step-up', { method: 'passkey', credential })).status).toBe(200)
    expect(
      (await investor.post('/user/step-up', { method: 'totp', code: generateCode(secret, 1) })).status,
    ).toBe(200)
  })

  test('of an administrator works the same without a CSRF token', async () => {
    const password_hash = await Bun.password.hash(PASSWORD)
    const signed = await app.signInAdmin({ password_hash }, false)
    const profile = `${app.adm}/profile`
    const call = (path: string, body?: object) =>
      app.call('POST', `${profile}${path}`, { headers: signed.headers, ...(body && { body }) })
    expect((await call('/factors/totp')).body).toEqual(required('password'))
    expect((await call('/step-up', { method: 'password', password: PASSWORD })).status).toBe(200)
    expect((await call('/factors/totp')).status).toBe(200)
  })
})

describe('if administrators need a second factor', () => {
  let strict: TestApp
  beforeAll(async () => {
    await app.close()
    strict = await startTestApp({ ADMIN_SECOND_FACTOR: 'required' })
    app = strict
  })

  test('one without can only set one up, and then do everything', async () => {
    const password_hash = await Bun.password.hash(PASSWORD)
    const { admin } = await strict.signInAdmin({ password_hash })
    const path = { 'x-admin-path': strict.adminPath }
    const { body } = await strict.call('POST', '/auth/login', {
      body: { username: admin.username, password: PASSWORD },
      headers: path,
    })
    expect(body.user.must_set_up_factor).toBe(true)
    const headers = { authorization: `Bearer ${body.access_token}` }
    const profile = `${strict.adm}/profile`
    for (const [method, address] of [
      ['GET', `${strict.adm}/users`],
      ['GET', `${strict.adm}/stats`],
      ['PUT', profile],
      ['GET', `${strict.adm}/users/export`],
    ] as const) {
      const refused = await strict.call(method, address, { headers, ...(method === 'PUT' && { body: {} }) })
      expect([address, refused.status, refused.body.code]).toEqual([address, 403, 'second_factor_required'])
    }
    expect((await strict.call('GET', profile, { headers })).status).toBe(200)

    const session = { headers, session: { id: 'unused' } }
    const admins = createSessionCalls(strict, session)
    await admins.post(`${profile}/step-up`, { method: 'password', password: PASSWORD })
    await setUpAuthenticator(admins, profile)
    const renewed = await strict.call('POST', '/auth/refresh', {
      body: { refresh_token: body.refresh_token },
      headers: path,
    })
    expect(renewed.body.user.must_set_up_factor).toBeUndefined()
    const users = await strict.call('GET', `${strict.adm}/users`, {
      headers: { authorization: `Bearer ${renewed.body.access_token}` },
    })
    expect(users.status).toBe(200)
  })

  test('no other calls are allowed before that', () => {
    const open = [...registeredEndpoints.values()].filter(
      ({ access, allowedBeforeSetup }) => getRequiredPermission(access) !== undefined && allowedBeforeSetup,
    )
    expect(open.map(({ path }) => path)).toSatisfy((paths: string[]) =>
      paths.every((path) => /^\/:admin_path\/admin\/profile(?:\/(?:factors|step-up).*)?$/.test(path)),
    )
  })

  test('an investor needs none', async () => {
    const investor = await createSignedInInvestor(strict)
    const { body } = await strict.call('POST', '/auth/user/login', {
      body: { email: investor.user.email, password: PASSWORD },
    })
    expect(body.access_token).toEqual(expect.any(String))
  })
})
