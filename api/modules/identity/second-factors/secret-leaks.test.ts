/** Searches for second factor secrets in everything that is written or sent after they were set up. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import {
  createSessionCalls,
  createSignedInInvestor,
  generateCode,
  generateWrongCode,
  PASSWORD,
  setUpAuthenticator,
} from './testing-factors.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'debug' })
})
afterAll(() => app.close())

test('a TOTP secret, recovery codes and challenges are in no log, response, audit entry or export', async () => {
  const said: string[] = []
  const investor = await createSignedInInvestor(app)
  const { id, secret, recoveryCodes } = await setUpAuthenticator(investor)
  const administrator = await app.signInAdmin({ password_hash: await Bun.password.hash(PASSWORD) })
  const admin = createSessionCalls(app, administrator)
  const profile = `${app.adm}/profile`
  const ofAdmin = await setUpAuthenticator(admin, profile)

  // Everything that succeeds and fails afterwards.
  const hear = async (response: Promise<{ text: string }>) => said.push((await response).text)
  await hear(investor.get('/user/factors'))
  await hear(investor.get('/user/activity'))
  await hear(investor.get('/user/notifications'))
  await hear(investor.post('/user/factors/totp/confirm', { id, code: generateCode(secret, 1) }))
  await hear(investor.post('/user/step-up', { method: 'totp', code: generateWrongCode(secret) }))
  await hear(investor.post('/user/step-up', { method: 'totp', code: generateCode(secret, 1) }))
  await hear(investor.post('/user/step-up', { method: 'recovery', code: recoveryCodes[0] }))
  await hear(investor.post('/user/step-up', { method: 'recovery', code: recoveryCodes[0] }))
  await hear(admin.get(`${profile}/factors`))
  await hear(admin.post(`${profile}/step-up`, { method: 'recovery', code: ofAdmin.recoveryCodes[0] }))
  await hear(admin.get(`${app.adm}/audit-log`))
  await hear(admin.get(`${app.adm}/audit-log/export`))
  await hear(admin.get(`${app.adm}/users/export`))
  await hear(admin.get(`${app.adm}/users/${investor.user.id}`))

  const begun = await app.call('POST', '/auth/user/login', {
    body: { email: investor.user.email, password: PASSWORD },
  })
  const { challenge } = begun.body.second_factor
  const answer = (code: string) =>
    app.call('POST', '/auth/second-factor', { body: { challenge, method: 'recovery', code } })
  await hear(answer('2222-2222-2222'))
  expect((await answer(recoveryCodes[1] ?? '')).status).toBe(200)
  await hear(answer(recoveryCodes[2] ?? ''))

  expect((await investor.post('/user/export')).status).toBe(202)
  const state = async () => (await investor.get('/user/export')).body.export.state
  await expect.poll(state, { timeout: 15_000 }).toBe('ready')
  const { headers } = investor
  const file = await app.fetch(new Request('http://localhost/api/v1/user/export/file', { headers }))
  const entries = Object.values(unzipSync(new Uint8Array(await file.arrayBuffer())))
  const rows = await app.sql`select before, after from audit_log`
  const stored = await app.sql`select * from factors`
  const codes = await app.sql`select * from recovery_codes`
  const challenges = await app.sql`select * from challenges`
  const mails = (await app.mails()).map(({ subject, body, html }) => [subject, body, html])
  const events = await app.sql`select * from account_events`

  const written: Record<string, string> = {
    answers: said.join('\n'),
    log: app.logLines.join('\n'),
    export: entries.map(strFromU8).join('\n'),
    audit: JSON.stringify(rows),
    database: JSON.stringify([stored, codes, challenges, events]),
    mails: JSON.stringify(mails),
  }
  expect(written.log).toContain('/auth/second-factor')
  expect(written.export).toContain('Authenticator app')
  const plain = (code: string) => [code, code.replaceAll('-', '')]
  const secrets = [secret, ofAdmin.secret, challenge, ...recoveryCodes, ...ofAdmin.recoveryCodes].flatMap(
    plain,
  )
  expect(secrets.length).toBeGreaterThan(40)
  for (const word of secrets) {
    for (const [where, text] of Object.entries(written)) {
      expect(text.includes(word), `${word} in the ${where}`).toBe(false)
    }
  }
})
