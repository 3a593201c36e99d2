/**
 * Checks the statements in `SECURITY.md` and `security/` about headers, limits and rejected requests against a
 * listening server. Each statement is repeated here verbatim, so that a changed one must be checked again.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createMinimalSite } from './minimal-site.ts'
import { sendRawRequest } from './send-raw-request.ts'

const root = join(import.meta.dirname, '../..')
const ORIGIN = 'https://lodefield.example'
const UPLOAD = 'claims-page.html'

const site = createMinimalSite(ORIGIN)
let app: TestApp
let port: number
let bearer: string
type Received = Awaited<ReturnType<typeof sendRawRequest>>
/** One response of each kind, by description. */
const samples = new Map<string, Received>()

let callers = 0
/** Sends a request from a unique IP address. */
function ask(line: string, fields: string[] = [], body = ''): Promise<Received> {
  callers += 1
  const from = `X-Forwarded-For: 198.51.100.${callers}`
  const head = [`${line} HTTP/1.1`, 'Host: lodefield.example', 'Connection: close', from, ...fields]
  return sendRawRequest(port, `${head.join('\r\n')}\r\n\r\n${body}`)
}

const json = (text: string) => ['Content-Type: application/json', `Content-Length: ${text.length}`]

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '0.05', PUBLIC_ORIGIN: ORIGIN }, site)
  port = app.listen().port
  bearer = `Authorization: Bearer ${(await app.signIn()).token}`
  const page = '<!doctype html><title>Uploaded</title>'
  await mkdir(app.uploads, { recursive: true })
  await writeFile(join(app.uploads, UPLOAD), page)
  const file = { filename: UPLOAD, file_type: 'html' as const, file_size: page.length, is_public: true }
  await createDocument(app.db, file)

  const settings = await ask('GET /api/v1/settings')
  const known = `If-None-Match: ${settings.headers.get('etag')}`
  for (const [what, status, response] of [
    ['a page', 200, ask('GET /docs/help')],
    ['the headers of a page', 200, ask('HEAD /docs/help')],
    ['a page that is known', 304, ask('GET /docs/help', ['If-None-Match: *'])],
    ['an unknown page', 404, ask('GET /no-such-page')],
    ['a redirect', 308, ask('GET /contact')],
    ['a wrong method on a page', 405, ask('POST /docs/help')],
    ['the panel', 200, ask(`GET /${app.adminPath}/admin`)],
    ['an upload', 200, ask(`GET /documents/uploads/${UPLOAD}`)],
    ['an unknown upload', 404, ask('GET /documents/uploads/no-such-file.pdf')],
    ['a shared response', 200, ask('GET /api/v1/settings', ['Accept-Encoding: br'])],
    ['a shared response that is known', 304, ask('GET /api/v1/settings', [known])],
    ['a private response', 200, ask('GET /api/v1/user/profile', [bearer])],
    ['the API reference', 200, ask('GET /api/v1/reference')],
    ['two Hosts', 400, ask('GET /docs/help', ['Host: other.example'])],
    ['a path in another spelling', 400, ask('GET /docs//help')],
    ['a path that is too long', 414, ask(`GET /${'x'.repeat(2_048)}`)],
    ['nobody signed in', 401, ask('GET /api/v1/user/profile')],
    ['an unknown call', 404, ask('GET /api/v1/no-such-call')],
    ['a wrong method on a call', 405, ask('DELETE /api/v1/settings')],
    ['a preflight', 405, ask('OPTIONS /api/v1/settings', ['Origin: https://evil.example'])],
    ['a body that is too large', 413, ask('POST /api/v1/support/ticket', [...json('x'.repeat(70_000))])],
    ['a form', 415, ask('POST /api/v1/support/ticket', ['Content-Length: 1'], 'a')],
    ['a body that breaks the rules', 422, ask('POST /api/v1/support/ticket', json('{}'), '{}')],
  ] as const) {
    const received = await response
    expect(received.status, what).toBe(status)
    samples.set(what, received)
  }
})
afterAll(async () => {
  await app.close()
  site.remove()
})

/** Checks each sample; a failure is identified by its request. */
function forEverySample(check: (response: Received, what: string) => void): void {
  expect(samples.size).toBeGreaterThan(20)
  for (const [what, response] of samples) check(response, what)
}

/** The statuses of successive calls from one IP address. */
async function statusesFrom(address: string, count: number, path: string): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let i = 0; i < count; i++) {
    const fields = `Host: a\r\nConnection: close\r\nX-Forwarded-For: ${address}`
    statuses.add((await sendRawRequest(port, `GET ${path} HTTP/1.1\r\n${fields}\r\n\r\n`)).status)
  }
  return statuses
}

const policyOf = ({ headers }: Received) => headers.get('content-security-policy') ?? ''

const claims: [file: string, sentence: string, check: () => Promise<void> | void][] = [
  [
    'SECURITY.md',
    'one valid `Host`, one reading of its path, a path of at most 2,048 characters',
    async () => {
      expect((await ask(`GET /${'x'.repeat(2_047)}`)).status).toBe(404)
      expect((await ask(`GET /${'x'.repeat(2_048)}`)).status).toBe(414)
      for (const path of ['/docs/help', `/documents/uploads/${UPLOAD}`, '/api/v1/settings']) {
        expect((await ask(`GET ${path}`)).status, path).toBe(200)
        expect((await ask(`GET ${path}`, ['Host: other.example'])).status, path).toBe(400)
        expect((await ask(`GET /x/..${path}`)).status, path).toBe(400)
      }
    },
  ],
  [
    'SECURITY.md',
    'are rejected with 400 or 414 and `no-store`',
    () => {
      for (const what of ['two Hosts', 'a path in another spelling', 'a path that is too long']) {
        expect(samples.get(what)?.headers.get('cache-control'), what).toBe('no-store')
      }
    },
  ],
  [
    'SECURITY.md',
    'Every request counts against a rate limit, including rejected ones.',
    async () => {
      const paths = ['/api/v1/health', '/api/v1/settings', '/no-such-page', '/docs//help', '/contact']
      for (const [at, path] of paths.entries()) {
        expect(await statusesFrom(`203.0.113.${at + 1}`, 31, path), path).toContain(429)
      }
      expect(await statusesFrom('203.0.113.100', 301, '/docs/help')).toEqual(new Set([200, 429]))
    },
  ],
  [
    'SECURITY.md',
    'Every response of the application has the security headers.',
    () =>
      forEverySample((response, what) => {
        for (const name of ['content-security-policy', 'permissions-policy', 'referrer-policy']) {
          expect(response.headers.get(name), `${what}: ${name}`).not.toBeNull()
        }
        expect(response.headers.get('x-content-type-options'), what).toBe('nosniff')
        expect(response.headers.get('cross-origin-opener-policy'), what).toBe('same-origin')
      }),
  ],
  [
    'SECURITY.md',
    'a bare 400, 431 (more than 16 kB of request line and headers) or 505, and the connection is closed',
    async () => {
      for (const [bytes, status] of [
        ['GET / HTTP/1.1\r\n\r\n', 400],
        [`GET /?${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
        [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
        ['GET / HTTP/3.0\r\nHost: a\r\n\r\n', 505],
      ] as const) {
        // Read until the connection is closed.
        const { status: received, headers, body } = await sendRawRequest(port, bytes)
        expect(received).toBe(status)
        expect([...headers.keys()]).toEqual(['connection'])
        expect(body).toBe('')
      }
    },
  ],
  [
    'security/threat-model.md',
    'ambiguous requests are refused before any other code reads them',
    async () => expect((await ask('GET /api/v1/user/profile', ['Host: b.example', bearer])).status).toBe(400),
  ],
  [
    'security/threat-model.md',
    'no cookies; CSRF token on money; no CORS',
    async () => {
      forEverySample(({ headers }, what) => {
        const names = [...headers.keys()].filter((name) => /^(set-cookie|access-control-)/.test(name))
        expect(names, what).toEqual([])
      })
      const body = JSON.stringify({ pending_investments: 'GOLD' })
      const refused = await ask('PUT /api/v1/user/portfolio', [bearer, ...json(body)], body)
      expect([refused.status, JSON.parse(refused.body).code]).toEqual([403, 'csrf'])
    },
  ],
  [
    'security/threat-model.md',
    "`frame-ancestors 'none'`",
    () =>
      forEverySample((response, what) =>
        expect(policyOf(response), what).toContain("frame-ancestors 'none'"),
      ),
  ],
  [
    'security/threat-model.md',
    'redirects stay on the site, and unknown paths get none',
    async () => {
      expect(samples.get('a redirect')?.headers.get('location')).toBe('/docs/help')
      for (const path of [
        '/no-such-page/',
        '/no-such-page.html',
        '/access/no-such-page/',
        '/api/v1/settings/',
      ]) {
        const { status, headers } = await ask(`GET ${path}`)
        expect([status, headers.get('location')], path).toEqual([404, null])
      }
    },
  ],
  [
    'security/threat-model.md',
    'CSP: scripts of this site only, inline ones by hash; uploaded pages and icons sandboxed',
    () => {
      forEverySample((response, what) => {
        const parts = policyOf(response).split('; ')
        const scripts = parts.find((part) => part.startsWith('script-src')) ?? "script-src 'none'"
        if (!parts.includes("default-src 'none'")) expect(scripts, what).not.toBe("script-src 'none'")
        expect(scripts, what).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:|\*/)
      })
      expect(policyOf(samples.get('an upload') as Received)).toMatch(/^sandbox; default-src 'none'/)
    },
  ],
  [
    'security/asvs.md',
    'a year, subdomains included, wherever the origin is `https:`',
    () =>
      forEverySample(({ headers }, what) =>
        expect(headers.get('strict-transport-security'), what).toBe('max-age=31536000; includeSubDomains'),
      ),
  ],
  [
    'security/asvs.md',
    '`object-src` and `base-uri` none; the API reference and uploaded pages may have inline styles',
    () =>
      forEverySample((response, what) => {
        const parts = policyOf(response).split('; ')
        expect(parts, what).toContain("base-uri 'none'")
        expect(parts.includes("object-src 'none'") || parts.includes("default-src 'none'"), what).toBe(true)
        const inline = ['the API reference', 'an upload']
        expect(policyOf(response).includes("'unsafe-inline'"), what).toBe(inline.includes(what))
      }),
  ],
  [
    'security/asvs.md',
    "on every response of the application, errors and files too; requests that the runtime's parser refuses get a bare 400, 431 or 505",
    () => forEverySample(({ headers }, what) => expect(headers.get('referrer-policy'), what).not.toBeNull()),
  ],
  [
    'security/asvs.md',
    'type and charset on every response that has a body',
    () =>
      forEverySample(({ headers, body }, what) => {
        if (body !== '') expect(headers.get('content-type'), what).toMatch(/; charset=utf-8$/)
      }),
  ],
  [
    'security/asvs.md',
    'private responses are `no-store`',
    () => {
      for (const what of [
        'a private response',
        'nobody signed in',
        'the panel',
        'a body that breaks the rules',
      ]) {
        expect(samples.get(what)?.headers.get('cache-control'), what).toBe('no-store')
      }
    },
  ],
]

test.each(claims)('%s: %s', async (file, sentence, check) => {
  const text = await readFile(join(root, file), 'utf8')
  expect(text).toContain(sentence)
  await check()
})

describe('every statement has a check', () => {
  const NAMED =
    /`Host`|`no-store`|\bheaders\b|\bcookies\b|\bCORS\b|\bCSP\b|frame-ancestors|\b4\d\d\b|\bcounted\b/

  test.each(['SECURITY.md', 'security/threat-model.md'])('%s', async (file) => {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n').filter((line) => NAMED.test(line))
    const checked = claims.filter(([of]) => of === file).map(([, sentence]) => sentence)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter((line) => !checked.some((sentence) => line.includes(sentence)))).toEqual([])
  })
})
