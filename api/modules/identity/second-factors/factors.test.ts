import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '#db/seed/factories'
import { createAuthenticator } from '#testing/authenticator'
import { startTestApp, type TestApp } from '#testing/test-app'
import { generateRecoveryCodes } from './recovery-codes.ts'
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
  app = await startTestApp()
})
afterAll(() => app.close())

const list = async (investor: { get: (path: string) => Promise<{ body: unknown }> }) =>
  (await investor.get('/user/factors')).body

describe('one-time codes', () => {
  test('count once confirmed, and only the first ones come with ten recovery codes', async () => {
    const investor = await createSignedInInvestor(app)
    const begun = await investor.post('/user/factors/totp')
    expect(begun.body).toEqual({
      id: expect.any(Number),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/.*secret=/),
    })
    expect(await list(investor)).toEqual({
      factors: [],
      recovery_codes_left: 0,
      recovery_codes_kept: true,
      passkeys_available: true,
    })
    const { id, secret } = begun.body
    const confirmed = await investor.post('/user/factors/totp/confirm', { id, code: generateCode(secret) })
    expect(confirmed.body).toEqual({ success: true, recovery_codes: expect.any(Array) })
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
    for (const code of confirmed.body.recovery_codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    }
    expect(await list(investor)).toEqual({
      factors: [
        { id, kind: 'totp', name: 'Authenticator app', created_at: expect.any(String), last_used_at: null },
      ],
      recovery_codes_left: 10,
      recovery_codes_kept: false,
      passkeys_available: true,
    })
    expect((await setUpAuthenticator(investor)).recoveryCodes).toEqual([])
  })

  test('are not confirmed by a wrong code, by another account, or twice', async () => {
    const investor = await createSignedInInvestor(app)
    const other = await createSignedInInvestor(app)
    const { id, secret } = (await investor.post('/user/factors/totp')).body
    const wrong = await investor.post('/user/factors/totp/confirm', { id, code: generateWrongCode(secret) })
    expect([wrong.status, wrong.body.details]).toEqual([
      422,
      [{ path: '/code', message: expect.any(String) }],
    ])
    const stolen = await other.post('/user/factors/totp/confirm', { id, code: generateCode(secret) })
    expect(stolen.status).toBe(404)
    const confirm = () => investor.post('/user/factors/totp/confirm', { id, code: generateCode(secret) })
    const both = await Promise.all([confirm(), confirm()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('are stored so that the database alone makes none', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret, recoveryCodes } = await setUpAuthenticator(investor)
    const stored = JSON.stringify([
      await app.sql`select * from factors where user_id = ${investor.user.id}`,
      await app.sql`select * from recovery_codes where user_id = ${investor.user.id}`,
    ])
    expect(stored).not.toContain(secret)
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
  })

  test("of one account are useless in another account's row", async () => {
    const [investor, thief] = [await createSignedInInvestor(app), await createSignedInInvestor(app)]
    const own = await setUpAuthenticator(investor)
    const foreign = await setUpAuthenticator(thief)
    await app.sql`update factors set secret = (select secret from factors where id = ${foreign.id}) where id = ${own.id}`
    await app.sql`update sessions set confirmed_at = null where id = ${investor.session.id}`
    const { status } = await investor.post('/user/step-up', {
      method: 'totp',
      code: generateCode(foreign.secret, 1),
    })
    expect(status).toBe(500)
  })
})

describe('passkeys', () => {
  test('are added with a name, and listed', async () => {
    const investor = await createSignedInInvestor(app)
    const { options } = (await investor.post('/user/factors/passkey/options')).body
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: investor.user.email },
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
      excludeCredentials: [],
    })
    const { factor } = await addPasskey(investor, app)
    expect(factor).toEqual({
      id: expect.any(Number),
      kind: 'passkey',
      name: 'Laptop',
      created_at: expect.any(String),
      last_used_at: null,
    })
    const again = (await investor.post('/user/factors/passkey/options')).body.options
    expect(again.excludeCredentials).toHaveLength(1)
  })

  const make = (change: Partial<Parameters<typeof createAuthenticator>[0]> = {}) =>
    createAuthenticator({ origin: app.config.PUBLIC_ORIGIN, ...change })

  test.each([
    ['made for another site', () => make({ origin: 'http://phishing.example' })],
    ['made without fingerprint, face or PIN', () => make({ verifiesUser: false })],
  ])('%s are rejected', async (_, authenticator) => {
    const investor = await createSignedInInvestor(app)
    const { options } = (await investor.post('/user/factors/passkey/options')).body
    const credential = authenticator().create(options)
    const { status, body } = await investor.post('/user/factors/passkey', { credential, name: 'Phone' })
    expect([status, body.details?.[0].path]).toEqual([422, '/credential'])
  })

  test('give the reason if created without fingerprint, face or PIN', async () => {
    const investor = await createSignedInInvestor(app)
    const { options } = (await investor.post('/user/factors/passkey/options')).body
    const credential = make({ verifiesUser: false }).create(options)
    const { body } = await investor.post('/user/factors/passkey', { credential, name: 'Key' })
    expect(body.details[0].message).toContain('did not ask for your fingerprint, face or PIN')
  })

  test('answer their challenge once, in the session that asked', async () => {
    const investor = await createSignedInInvestor(app)
    const { options } = (await investor.post('/user/factors/passkey/options')).body
    const credential = make().create(options)
    const other = await createSignedInInvestor(app)
    expect((await other.post('/user/factors/passkey', { credential, name: 'A' })).status).toBe(422)
    expect((await investor.post('/user/factors/passkey', { credential, name: 'A' })).status).toBe(201)
    expect((await investor.post('/user/factors/passkey', { credential, name: 'A' })).status).toBe(422)
  })

  test('are not accepted if their challenge is old or never existed', async () => {
    const investor = await createSignedInInvestor(app)
    const { options } = (await investor.post('/user/factors/passkey/options')).body
    await app.sql`update challenges set expires_at = now() where user_id = ${investor.user.id}`
    const late = { credential: make().create(options), name: 'A' }
    expect((await investor.post('/user/factors/passkey', late)).status).toBe(422)
    const invented = { credential: make().create({ ...options, challenge: 'A'.repeat(43) }), name: 'A' }
    expect((await investor.post('/user/factors/passkey', invented)).status).toBe(422)
  })

  test('belong to one account', async () => {
    const [investor, other] = [await createSignedInInvestor(app), await createSignedInInvestor(app)]
    const { authenticator } = await addPasskey(investor, app)
    const { options } = (await other.post('/user/factors/passkey/options')).body
    const second = await other.post('/user/factors/passkey', {
      credential: authenticator.create(options),
      name: 'Copied',
    })
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  })
})

test('say that they need a domain if the site is reached by an IP address', async () => {
  await app.close()
  app = await startTestApp({ PUBLIC_ORIGIN: 'https://192.0.2.1' })
  const investor = await createSignedInInvestor(app)
  const { status, body } = await investor.post('/user/factors/passkey/options')
  expect([status, body.code, body.error]).toEqual([409, 'conflict', expect.stringContaining('IP address')])
  expect((await app.call('POST', '/auth/passkey/options')).status).toBe(409)
  expect(await list(investor)).toMatchObject({ passkeys_available: false })
  await app.close()
  app = await startTestApp()
})

describe('removing a factor', () => {
  test('leaves the others, and with the last one the recovery codes go', async () => {
    const investor = await createSignedInInvestor(app)
    const { id } = await setUpAuthenticator(investor)
    const { factor } = await addPasskey(investor, app)
    expect((await investor.remove(`/user/factors/${id}`)).body).toEqual({ success: true })
    expect(await list(investor)).toMatchObject({ factors: [{ id: factor.id }], recovery_codes_left: 10 })
    expect((await investor.remove(`/user/factors/${id}`)).status).toBe(404)
    await investor.remove(`/user/factors/${factor.id}`)
    expect(await list(investor)).toMatchObject({ factors: [], recovery_codes_left: 0 })
  })

  test('is not possible for another account', async () => {
    const [investor, other] = [await createSignedInInvestor(app), await createSignedInInvestor(app)]
    const { id } = await setUpAuthenticator(investor)
    expect((await other.remove(`/user/factors/${id}`)).status).toBe(404)
    expect(await list(investor)).toMatchObject({ factors: [{ id }] })
  })
})

test('recovery codes do not look numbered, but each reveals its position', async () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const drawn = new Set<string>()
  for (const _ of [1, 2, 3]) {
    const firsts = (await generateRecoveryCodes()).shown.map((code) => code.charAt(0))
    expect(firsts.map((letter) => alphabet.indexOf(letter) % 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    drawn.add(firsts.join(''))
  }
  expect(drawn.size).toBeGreaterThan(1)
})

describe('new recovery codes', () => {
  test('replace the old ones, and need a factor', async () => {
    const investor = await createSignedInInvestor(app)
    expect((await investor.post('/user/factors/recovery-codes')).status).toBe(409)
    const { recoveryCodes } = await setUpAuthenticator(investor)
    const { body } = await investor.post('/user/factors/recovery-codes')
    expect(body.recovery_codes).toHaveLength(10)
    const stepUp = (code?: string) => investor.post('/user/step-up', { method: 'recovery', code })
    expect((await stepUp(recoveryCodes[0])).status).toBe(422)
    expect((await stepUp(body.recovery_codes[0])).status).toBe(200)
    expect(await list(investor)).toMatchObject({ recovery_codes_left: 9 })
  })
})

describe('recovery codes not confirmed as saved', () => {
  const unkept = (body: { user: object }) =>
    (body.user as { recovery_codes_unkept?: true }).recovery_codes_unkept

  test('are reported by the list and the next sign-in until they are confirmed', async () => {
    const investor = await createSignedInInvestor(app)
    const { secret } = await setUpAuthenticator(investor)
    const signIn = async (step: number) => {
      const asked = await app.call('POST', '/auth/user/login', {
        body: { email: investor.user.email, password: PASSWORD },
      })
      const { challenge } = asked.body.second_factor
      const body = { challenge, method: 'totp', code: generateCode(secret, step) }
      return unkept((await app.call('POST', '/auth/second-factor', { body })).body)
    }
    expect(await list(investor)).toMatchObject({ recovery_codes_kept: false })
    expect(await signIn(1)).toBe(true)
    expect((await investor.post('/user/factors/recovery-codes/kept')).body).toEqual({ success: true })
    expect(await list(investor)).toMatchObject({ recovery_codes_kept: true })
    await app.sql`update factors set last_step = last_step - 2 where user_id = ${investor.user.id}`
    expect(await signIn(1)).toBeUndefined()
    await investor.post('/user/factors/recovery-codes')
    expect(await list(investor)).toMatchObject({ recovery_codes_kept: false })
  })

  test("do not exist without a factor; an administrator's confirmation is recorded once", async () => {
    const investor = await createSignedInInvestor(app)
    expect(await list(investor)).toMatchObject({ recovery_codes_kept: true })
    const signed = await app.signInAdmin()
    const admin = createSessionCalls(app, signed)
    const profile = `${app.adm}/profile`
    await setUpAuthenticator(admin, profile)
    for (let n = 0; n < 2; n++) await admin.post(`${profile}/factors/recovery-codes/kept`)
    const entries = await app.sql`
      select from audit_log where admin_id = ${signed.admin.id} and action = 'admin.keep_recovery_codes'`
    expect(entries).toHaveLength(1)
    expect((await admin.get(`${profile}/factors`)).body.recovery_codes_kept).toBe(true)
  })
})

test('a factor revokes the confirmation of other sessions, which proved less', async () => {
  const investor = await createSignedInInvestor(app)
  await createSession(app.db, { user_id: investor.user.id, confirmed_at: new Date() })
  await setUpAuthenticator(investor)
  const confirmed = await app.sql`select id from sessions
    where user_id = ${investor.user.id} and confirmed_at is not null`
  expect(confirmed).toEqual([{ id: investor.session.id }])
})

test('each change is told to the investor, and recorded for an administrator', async () => {
  const investor = await createSignedInInvestor(app)
  const { id } = await setUpAuthenticator(investor)
  await investor.post('/user/factors/recovery-codes')
  await investor.remove(`/user/factors/${id}`)
  const titles =
    await app.sql`select title from notifications where user_id = ${investor.user.id} order by id`
  expect(titles.map(({ title }) => title)).toEqual([
    'Authenticator app set up',
    'Recovery codes regenerated',
    'Authenticator app removed',
  ])
  const { activity } = (await investor.get('/user/activity')).body
  expect(activity).toMatchObject([
    { kind: 'factor_removed', detail: 'Authenticator app' },
    { kind: 'recovery_codes_replaced', detail: '' },
    { kind: 'factor_added', detail: 'Authenticator app' },
  ])

  const signed = await app.signInAdmin()
  const admin = createSessionCalls(app, signed)
  const profile = `${app.adm}/profile`
  const own = await setUpAuthenticator(admin, profile)
  await admin.post(`${profile}/factors/recovery-codes`)
  await admin.remove(`${profile}/factors/${own.id}`)
  const entries = await app.sql`
    select action, entity_id, before, after from audit_log where admin_id = ${signed.admin.id} order by id`
  expect(entries).toMatchObject([
    { action: 'admin.add_factor', after: { factor_id: own.id, kind: 'totp' } },
    { action: 'admin.replace_recovery_codes' },
    { action: 'admin.remove_factor', before: { factor_id: own.id, kind: 'totp' } },
  ])
})

test("an investor's calls need the CSRF token", async () => {
  const investor = await createSignedInInvestor(app)
  const { headers } = investor
  for (const path of [
    '/user/factors/totp',
    '/user/factors/recovery-codes',
    '/user/factors/passkey/options',
  ]) {
    const { status, body } = await app.call('POST', path, { headers })
    expect([path, status, body.code]).toEqual([path, 403, 'csrf'])
  }
})
