import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '#testing/authenticator'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createSignedInInvestor, generateWrongCode, PASSWORD, setUpAuthenticator } from './testing-factors.ts'

const BARE = 'https://lodefield.example'
const WWW = 'https://www.lodefield.example'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_ORIGIN: WWW })
})
afterAll(() => app.close())

/** Adds a passkey at an address of the site and signs with it there. */
async function addAndSign(origin: string) {
  const investor = await createSignedInInvestor(app)
  const authenticator = createAuthenticator({ origin })
  const { options } = (await investor.post('/user/factors/passkey/options')).body
  const credential = authenticator.create(options)
  const added = await investor.post('/user/factors/passkey', { credential, name: 'Laptop' })
  const asked = (await app.call('POST', '/auth/passkey/options', { body: {} })).body.options
  return { options, asked, added, credential: authenticator.sign(asked) }
}

test('a passkey of www belongs to the bare domain, and is added and used at both addresses', async () => {
  for (const origin of [BARE, WWW]) {
    const { options, asked, added, credential } = await addAndSign(origin)
    expect([options.rp.id, asked.rpId, added.status]).toEqual(['lodefield.example', 'lodefield.example', 201])
    const { status } = await app.call('POST', '/auth/passkey', { body: { credential } })
    expect(status).toBe(200)
  }
  const { added } = await addAndSign('https://shop.lodefield.example')
  expect(added.status).toBe(422)
})

test('a passkey without fingerprint, face or PIN is rejected at sign-in with the reason', async () => {
  const authenticator = createAuthenticator({ origin: WWW, verifiesUser: false })
  const investor = await createSignedInInvestor(app)
  authenticator.create((await investor.post('/user/factors/passkey/options')).body.options)
  const { options } = (await app.call('POST', '/auth/passkey/options', { body: {} })).body
  const { status, body } = await app.call('POST', '/auth/passkey', {
    body: { credential: authenticator.sign(options) },
  })
  expect(status).toBe(401)
  expect(body.error).toContain('did not ask for your fingerprint, face or PIN')
})

test('a wrong code at sign-in comes with advice to check the clock', async () => {
  const investor = await createSignedInInvestor(app)
  const { secret } = await setUpAuthenticator(investor)
  const { body } = await app.call('POST', '/auth/user/login', {
    body: { email: investor.user.email, password: PASSWORD },
  })
  const { challenge } = body.second_factor
  const wrong = await app.call('POST', '/auth/second-factor', {
    body: { challenge, method: 'totp', code: generateWrongCode(secret) },
  })
  expect([wrong.status, wrong.body.error]).toEqual([401, expect.stringContaining('the time on your device')])
})
