/** Recognizable secrets, sent through everything that succeeds and fails: none may appear in the log or a response. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin } from '#db/seed/factories'
import { hashPassword } from '#modules/identity/session/passwords'
import { startTestApp, type TestApp, type TestResponse } from '#testing/test-app'

const PASSWORD = 'Canary-of-a-password-1!'
const WRONG = 'Canary-of-a-guess-1!'

const secrets = {
  TOKEN_SECRET: 'canary-of-the-signature-0123456789abc',
  ADMIN_PATH_SECRET: 'canary-of-the-path-0123456789',
  COINGECKO_API_KEY: 'canary-of-coingecko',
  S3_ACCESS_KEY_ID: 'canary-of-a-bucket-id',
  S3_SECRET_ACCESS_KEY: 'canary-of-a-bucket-key',
}
const MAIL_PASSWORD = 'canary-of-the-mail'
/** A port without a server. */
const NOWHERE = 'http://127.0.0.1:9'

let app: TestApp
let upstream: Bun.Server<unknown>
let calls = 0
let keys = 0

beforeAll(async () => {
  // Echoes everything it was sent, as a proxy in between might.
  upstream = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      calls += 1
      if (JSON.stringify([...request.headers]).includes(secrets.COINGECKO_API_KEY)) keys += 1
      return new Response(`${request.url} ${JSON.stringify(Object.fromEntries(request.headers))}`, {
        status: calls % 2 ? 401 : 200,
      })
    },
  })
  app = await startTestApp({
    ...secrets,
    SMTP_URL: `smtp://canary:${MAIL_PASSWORD}@127.0.0.1:9`,
    MAIL_FROM: 'desk@lodefield.example',
    MARKET_FEED: 'live',
    COINGECKO_URL: `http://127.0.0.1:${upstream.port}`,
    METALS_URL: `http://127.0.0.1:${upstream.port}`,
    S3_ENDPOINT: NOWHERE,
    S3_BUCKET: 'uploads',
  })
})
afterAll(async () => {
  await app.close()
  await upstream.stop(true)
})

test('no secret appears in a log line, or in a response that should not contain it', async () => {
  const responses: TestResponse[] = []
  const handedOut: string[] = []
  const tell = async (...call: Parameters<TestApp['call']>) => {
    const response = await app.call(...call)
    responses.push(response)
    return response
  }
  /** A call that returns tokens, which are secrets from then on. */
  const signIn = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const { body: response, status, text } = await app.call('POST', path, { body, headers })
    expect(status, text).toBeLessThan(300)
    handedOut.push(response.access_token, response.refresh_token)
    return response as { access_token: string; refresh_token: string }
  }
  const bearer = ({ access_token }: { access_token: string }) => ({ authorization: `Bearer ${access_token}` })

  // An investor who mistypes and makes mistakes.
  const person = {
    first_name: 'Ada',
    last_name: 'Reyes',
    email: 'canary@lodefield.example',
    password: PASSWORD,
  }
  const investor = await signIn('/auth/register', person)
  await tell('POST', '/auth/register', { body: person })
  await tell('POST', '/auth/user/login', { body: { email: person.email, password: WRONG } })
  await tell('POST', '/auth/user/login', { body: { email: PASSWORD, password: WRONG } })
  for (const raw of [`{"password":"${PASSWORD}"`, `{"password":["${PASSWORD}"]}`, `"${PASSWORD}"`]) {
    await tell('POST', '/auth/user/login', { raw, headers: { 'content-type': 'application/json' } })
  }
  const renewed = await signIn('/auth/refresh', { refresh_token: investor.refresh_token })
  await tell('POST', '/auth/refresh', { body: { refresh_token: investor.refresh_token } })
  await tell('GET', '/user/profile', { headers: { authorization: `Bearer ${renewed.access_token}x` } })
  await tell('PUT', '/user/portfolio', {
    headers: { ...bearer(renewed), 'x-csrf-token': PASSWORD },
    body: { pending_investments: '$NONE' },
  })

  // An administrator, while mail server and bucket do not respond.
  const admin = await createAdmin(app.db, { password_hash: await hashPassword(PASSWORD) })
  const pathHeader = { 'x-admin-path': app.adminPath }
  await tell('POST', '/auth/login', {
    headers: pathHeader,
    body: { username: admin.username, password: WRONG },
  })
  await tell('POST', '/auth/login', {
    headers: { 'x-admin-path': `${app.adminPath}x` },
    body: { username: admin.username, password: PASSWORD },
  })
  const session = await signIn('/auth/login', { username: admin.username, password: PASSWORD }, pathHeader)
  const headers = bearer(session)
  await tell('PUT', `${app.adm}/profile`, {
    headers,
    body: { username: admin.username, email: admin.email, currentPassword: WRONG, newPassword: PASSWORD },
  })
  const { body: ticket } = await tell('POST', '/support/ticket', {
    body: { name: 'A', email: 'a@lodefield.example', subject: 's', message: 'm' },
    headers: { 'idempotency-key': 'canary-test' },
  })
  await tell('POST', `${app.adm}/support/tickets/${ticket.id}/replies`, {
    headers: { ...headers, 'idempotency-key': 'canary-test' },
    body: { message: 'm' },
  })
  const form = new FormData()
  form.set('file', new File(['%PDF-1.7\nstartxref\n0\n%%EOF'], 'a.pdf'))
  await tell('POST', `${app.adm}/documents/upload`, { headers, raw: form })
  await tell('GET', `${app.adm}/no-such-call`, { headers })
  await tell('PATCH', `${app.adm}/users`, { headers })
  await tell('GET', `${app.adm}/audit-log`, { headers })
  await tell('GET', `${app.adm}/login-tracking/records`, { headers })
  await tell('GET', `${app.adm}/users?search=%00${PASSWORD}`, { headers })
  await tell('GET', `${app.adm}/users`)
  await tell('GET', '/ready')
  await tell('GET', '/market-data')
  await tell('GET', '/openapi.json')
  for (const path of [
    `/${app.adminPath}/admin`,
    `/${app.adminPath}/admin/nothing`,
    `/documents/uploads/a.pdf`,
  ]) {
    const page = await app.fetch(new Request(`http://localhost${path}`, { headers }))
    responses.push({ status: page.status, headers: page.headers, text: await page.text(), body: undefined })
  }
  await tell('POST', '/auth/logout', {
    headers: bearer(renewed),
    body: { refresh_token: renewed.refresh_token },
  })

  // The sources were called with the key, and their echo was rejected.
  await expect.poll(() => keys, { timeout: 10_000 }).toBeGreaterThan(0)
  await expect
    .poll(() => app.logLines.some((line) => line.includes('a market source fails')), { timeout: 10_000 })
    .toBe(true)

  expect(responses.filter(({ status }) => status >= 400).length).toBeGreaterThan(10)
  const written = {
    log: app.logLines.join('\n'),
    responses: responses.map(({ text, headers: sent }) => `${text} ${JSON.stringify([...sent])}`).join('\n'),
  }
  expect(written.log).toContain('/auth/user/login')
  for (const secret of [...Object.values(secrets), MAIL_PASSWORD, PASSWORD, WRONG, ...handedOut]) {
    for (const [where, text] of Object.entries(written)) {
      expect(text.includes(secret), `${secret} in ${where}`).toBe(false)
    }
  }
  // Nor the stored form of a secret, or a header that contains one.
  expect(written.log).not.toMatch(/\$argon2|Bearer |authorization|password_hash/i)
})
