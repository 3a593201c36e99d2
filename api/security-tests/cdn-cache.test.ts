/** Ambiguous requests through nginx, which caches and denies by path: nginx and the server must read the same path. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import { ambiguousRequests } from './ambiguous-requests.ts'
import { createMinimalSite } from './minimal-site.ts'
import { sendRawRequest } from './send-raw-request.ts'
import { nginxSkipReason, startNginxCache } from './start-nginx.ts'

const site = createMinimalSite()
let app: TestApp
let origin: number
let edge: Awaited<ReturnType<typeof startNginxCache>> | undefined
beforeAll(async () => {
  app = await startTestApp({}, site)
  origin = app.listen().port
  if (nginxSkipReason) return
  const denied = [`/${app.adminPath}/`, `/api/v1/${app.adminPath}/`]
  edge = await startNginxCache({ origin, denied })
})
afterAll(async () => {
  await edge?.stop()
  await app.close()
  site.remove()
})

const ask = (port: number, path: string) =>
  sendRawRequest(port, `GET ${path} HTTP/1.1\r\nHost: lodefield.example\r\nConnection: close\r\n\r\n`)

/** Pages, a redirect and a response that caches may store, and a response that they must not. */
const PUBLIC = ['/', '/docs/help', '/contact', '/api/v1/settings', '/api/v1/health']

describe.skipIf(nginxSkipReason !== undefined)(
  `behind a cache${nginxSkipReason ? `: ${nginxSkipReason}` : ''}`,
  () => {
    test('no ambiguous request changes what others get', async () => {
      const port = edge?.port ?? 0
      for (const path of PUBLIC) {
        // The cache is empty: a response stored here would be sent to the next client.
        for (const { bytes } of ambiguousRequests) await sendRawRequest(port, bytes(path))
      }
      for (const path of PUBLIC) {
        const expected = await ask(origin, path)
        for (const attempt of ['first', 'second']) {
          const received = await ask(port, path)
          expect(received.status, `${path} ${attempt}`).toBe(expected.status)
          expect(received.headers.get('location'), path).toBe(expected.headers.get('location'))
          expect(received.headers.get('etag'), path).toBe(expected.headers.get('etag'))
          if (expected.headers.has('etag')) expect(received.body, path).toBe(expected.body)
        }
      }
    })

    test('the cache stores only what it may', async () => {
      const port = edge?.port ?? 0
      for (const path of ['/api/v1/settings', '/contact']) {
        await ask(port, path)
        expect((await ask(port, path)).headers.get('x-edge-cache'), path).toBe('HIT')
      }
    })

    test.each(PUBLIC)('nginx and the server read the same path from a request for %s', async (path) => {
      const port = edge?.port ?? 0
      const { status, headers } = await ask(origin, path)
      let taken = 0
      for (const { what, bytes } of ambiguousRequests) {
        const received = await sendRawRequest(port, bytes(path))
        const isThere = received.status === status && received.headers.get('etag') === headers.get('etag')
        if (!isThere) continue
        taken += 1
        expect(received.headers.get('x-edge-path'), what).toBe(path)
      }
      expect(taken).toBeGreaterThan(5)
    })

    test('no ambiguous request bypasses a rule that denies the panel', async () => {
      const port = edge?.port ?? 0
      const paths = [`/${app.adminPath}/admin`, `/api/v1${app.adm}/tokens/categories`]
      for (const path of paths) {
        // Both exist for a caller with access.
        expect((await ask(origin, path)).status).toBe(200)
        expect((await ask(port, path)).status).toBe(403)
        for (const { what, bytes } of ambiguousRequests) {
          const { status, body } = await sendRawRequest(port, bytes(path))
          expect(status === 0 || status >= 400, `${what}: ${status}`).toBe(true)
          expect(body, what).not.toContain('Panel')
        }
      }
    })
  },
)
