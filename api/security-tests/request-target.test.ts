/** Every ambiguous form of a request, written to a socket: it is read in one way, or rejected and never cached. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import { ambiguousRequests } from './ambiguous-requests.ts'
import { createMinimalSite } from './minimal-site.ts'
import { sendRawRequest } from './send-raw-request.ts'

const site = createMinimalSite()
let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp({}, site)
  port = app.listen().port
})
afterAll(async () => {
  await app.close()
  site.remove()
})

const ask = (path: string) =>
  sendRawRequest(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)

/** A page, a response from memory, a guarded call, the panel's page and one of its calls. */
const paths = () => [
  '/docs/help',
  '/api/v1/settings',
  '/api/v1/user/profile',
  `/${app.adminPath}/admin`,
  `/api/v1${app.adm}/users`,
]

describe.each(ambiguousRequests)('$what', ({ bytes, outcome }) => {
  test(`is ${outcome === 'taken' ? 'read as its path' : `refused (${outcome})`}`, async () => {
    for (const path of paths()) {
      const [expected, received] = [await ask(path), await sendRawRequest(port, bytes(path))]
      if (outcome === 'taken') {
        expect(received.status, path).toBe(expected.status)
        expect(received.headers.get('etag'), path).toBe(expected.headers.get('etag'))
        if (received.status === 200) expect(received.body, path).toBe(expected.body)
      } else if (outcome === 'parser') {
        expect([0, 400, 431, 505], path).toContain(received.status)
        expect(received.body, path).toBe('')
      } else {
        expect(received.status, path).toBe(outcome)
        expect(received.headers.get('location'), path).toBeNull()
        expect(received.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
        expect(received.headers.get('x-request-id'), path).toMatch(/^[\w-]{16}$/)
        if (outcome !== 404) {
          expect(received.headers.get('cache-control'), path).toBe('no-store')
          expect(JSON.parse(received.body), path).toMatchObject({ error: expect.any(String) })
        }
      }
    }
  })
})

test('a path with and without a trailing slash is one page, and two paths of the API', async () => {
  expect((await ask('/docs/help/')).headers.get('location')).toBe('/docs/help')
  expect((await ask('/contact/')).headers.get('location')).toBe('/docs/help')
  expect((await ask('/api/v1/settings/')).status).toBe(404)
  expect((await ask('/')).body).toBe('Home')
})

test('a long path is rejected before any other code reads it', async () => {
  const { status, headers } = await ask(`/docs/${'a'.repeat(2_100)}`)
  expect(status).toBe(414)
  expect(headers.get('cache-control')).toBe('no-store')
})

describe('a request without a route', () => {
  const lineOf = (path: string) =>
    app.logLines.map((line) => JSON.parse(line)).filter((line) => line.path === path && line.status !== 200)

  test('is logged with the request id of its response', async () => {
    for (const [path, status] of [
      ['/no-such-page', 404],
      ['/api/v1/no-such-call', 404],
      ['/documents/uploads/no-such-file.pdf', 404],
    ] as const) {
      const response = await ask(path)
      expect(response.status, path).toBe(status)
      const line = lineOf(path).at(-1)
      expect(line, path).toMatchObject({ method: 'GET', address: '127.0.0.1' })
      expect(line.request_id, path).toBe(response.headers.get('x-request-id'))
    }
  })

  test('is logged without the secret path, in any spelling', async () => {
    const before = app.logLines.length
    await ask(`/${app.adminPath}/admin/no-such-page`)
    await ask(`/api/v1/${app.adminPath}/admin/no-such-call`)
    await ask(`/%70${app.adminPath.slice(1)}/admin`)
    await ask(`/nowhere/../${app.adminPath}/admin`)
    const lines = app.logLines.slice(before)
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(lines.join('')).not.toContain(app.adminPath.slice(1))
  })
})
