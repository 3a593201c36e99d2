import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPath } from '#contract/admin-endpoint'
import { permissions } from '#contract/permissions'
import { API_BASE } from '#contract/request-url'
import { rateLimitRules } from '#http/pipeline/rate-limit'
import { registeredEndpoints } from '#http/pipeline/route'
import { isKnownAuditTarget } from '#modules/platform/audit/audit-targets'
import { listContractEndpoints } from '#testing/contract-endpoints'
import { startTestApp, type TestApp } from '#testing/test-app'

const promised = (await listContractEndpoints()).map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** The amounts, prices and units anywhere in what an endpoint takes. */
function findDecimals(schema: unknown): { pattern: string; errorMessage?: string }[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('decimal' in schema && schema.decimal === true) return [schema as unknown as { pattern: string }]
  return Object.values(schema).flatMap(findDecimals)
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the contract', () => {
  test('promises endpoints, each once', () => {
    expect(promised.length).toBeGreaterThan(10)
    expect(new Set(promised.map(nameOf)).size).toBe(promised.length)
  })

  test('serves every promised endpoint, and no other', () => {
    const routes = app.routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, path }) => ({ method, path: path.slice(API_BASE.length) }))
    expect(routes.map(nameOf).sort()).toEqual(promised.map(nameOf).sort())
    expect([...registeredEndpoints.keys()].sort()).toEqual(promised.map(nameOf).sort())
  })

  test('names a row of the audit log in every path of the panel that has one', () => {
    const ofPanel = promised.filter(({ path }) => path.startsWith(adminPath('')))
    expect(ofPanel.filter(({ path }) => !isKnownAuditTarget(path)).map(nameOf)).toEqual([])
  })

  test('takes no amount in powers of ten or with a currency, and says in a sentence what it takes', () => {
    const decimals = promised.flatMap((endpoint) =>
      [endpoint.body, endpoint.query].flatMap((schema) =>
        findDecimals(schema).map((found) => ({ endpoint, found })),
      ),
    )
    expect(decimals.length).toBeGreaterThan(20)
    for (const { endpoint, found } of decimals) {
      expect(found.errorMessage, nameOf(endpoint)).toMatch(/ must be a number/)
      for (const typed of ['1e5', '1E5', '1,000.00', '$5', '0x10', '+5', ' 5', ''])
        expect(new RegExp(found.pattern).test(typed), `${nameOf(endpoint)}: ${typed}`).toBe(false)
    }
  })

  test.each(promised.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s declares its access, its rate limit and its body limit',
    (_, endpoint) => {
      const admins = Object.keys(permissions).map((permission) => `admin:${permission}`)
      expect(['public', 'investor', 'admin-path', ...admins]).toContain(endpoint.access)
      expect(Object.keys(rateLimitRules)).toContain(endpoint.limit)
      expect(endpoint.bodyLimit > 0).toBe(endpoint.body !== undefined)
      // A form with a file is allowed the size of its file, and little more.
      expect(endpoint.bodyLimit).toBeLessThanOrEqual((endpoint.upload?.maxFile ?? 0) + 64 * 1024)
      expect(endpoint.upload?.maxFile ?? 0).toBeLessThanOrEqual(200 * 1024 * 1024)
      expect(endpoint.summary).not.toBe('')
    },
  )

  test('names what is confirmed, from the fields of the body, wherever a confirmation is needed', () => {
    const needing = promised.filter(({ stepUp }) => stepUp)
    expect(needing.length).toBeGreaterThan(10)
    for (const endpoint of promised) {
      expect(endpoint.confirms !== undefined, nameOf(endpoint)).toBe(endpoint.stepUp !== undefined)
      const fields = Object.keys((endpoint.body as { properties?: object } | undefined)?.properties ?? {})
      for (const [, name] of endpoint.confirms?.matchAll(/\{(\w+)\}/g) ?? []) expect(fields).toContain(name)
    }
  })

  test('the two OpenAPI descriptions contain every endpoint and its errors', async () => {
    const { body: open } = await app.call('GET', '/openapi.json')
    const { headers } = await app.signInAdmin()
    const { body: panel } = await app.call('GET', `${app.adm}/openapi.json`, { headers })
    for (const { method, path, access, adminPathHeader } of promised) {
      const isOfPanel = access.startsWith('admin') || adminPathHeader === 'required'
      const find = ({ paths }: typeof open) => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const operation = find(isOfPanel ? panel : open)
      expect(operation, `${method} ${path}`).toBeDefined()
      expect(operation.responses['429']).toBeDefined()
      expect(find(isOfPanel ? open : panel), `${method} ${path} in the other description`).toBeUndefined()
    }
    expect([open.openapi, panel.openapi]).toEqual(['3.1.0', '3.1.0'])
  })

  test('the public OpenAPI description does not mention the panel', async () => {
    const { body } = await app.call('GET', '/openapi.json')
    expect(JSON.stringify(body.paths)).not.toContain('/admin')
    const named = body.tags.map(({ name }: { name: string }) => name)
    const operations: { tags: string[] }[] = Object.values(body.paths).flatMap((path) =>
      Object.values(path as object),
    )
    for (const { tags } of operations) expect(named).toContain(tags[0])
  })

  test('the description of the panel is for administrators only', async () => {
    const path = `${app.adm}/openapi.json`
    expect((await app.call('GET', path)).status).toBe(401)
    const { headers } = await app.signIn()
    expect((await app.call('GET', path, { headers })).status).toBe(403)
    expect((await app.call('GET', '/wrong-path-0123456789/admin/openapi.json')).status).toBe(404)
  })
})

describe('an unknown path or method', () => {
  test.each([
    ['GET', '/nothing'],
    ['GET', '/docs/no-such-page'],
    ['GET', '/legal/no-such-page'],
    ['GET', '/documents/no-such-file'],
    ['GET', '/docs/UPPER'],
    ['GET', '/support/live-chat/chat-1-guess'],
  ])('%s %s is 404 in the error format', async (method, path) => {
    const response = await app.call(method, path)
    expect(response.status).toBe(404)
    expect(response.body).toMatchObject({ code: 'not_found', error: expect.any(String) })
    expect(response.body.request_id).toBe(response.headers.get('x-request-id'))
  })

  test.each([
    ['DELETE', '/settings', 'GET, HEAD'],
    ['POST', '/docs/terms', 'GET, HEAD'],
    ['GET', '/support/ticket', 'POST'],
    ['PUT', '/support/live-chat', 'POST'],
    ['OPTIONS', '/settings', 'GET, HEAD'],
  ])('%s %s is 405 and lists the allowed methods', async (method, path, allow) => {
    const response = await app.call(method, path)
    expect(response.status).toBe(405)
    expect(response.body.code).toBe('method_not_allowed')
    expect(response.headers.get('allow')).toBe(allow)
  })

  test('is 400 when the path cannot be decoded', async () => {
    // The last one is requested again once the response of its path is cached.
    await app.call('GET', '/settings')
    for (const path of [
      '/docs/%zz',
      '/docs/%',
      '/docs/a%00b',
      '/docs/..%2F..%2Fetc%2Fpasswd',
      '/docs/%74erms',
      '/docs//terms',
      '/docs/%ff',
      '/reports?a=%ff',
      '/settings?a=%zz',
    ]) {
      const response = await app.call('GET', path)
      expect(response.status, path).toBe(400)
      expect(response.body.code).toBe('malformed_request')
    }
  })

  test('ignores a header that overrides the method', async () => {
    const response = await app.call('GET', '/settings', { headers: { 'x-http-method-override': 'DELETE' } })
    expect(response.status).toBe(200)
  })
})

describe('every response', () => {
  test('carries the security headers, from memory and as 304 too', async () => {
    const first = await app.call('GET', '/settings')
    const again = await app.call('GET', '/settings')
    const known = await app.call('GET', '/settings', {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(known.status).toBe(304)
    for (const { headers } of [first, again, known]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).not.toBeNull()
    }
  })

  test.each([
    ['GET', '/ready'],
    ['GET', '/nothing'],
    ['POST', '/support/ticket'],
    ['GET', '/documents/nothing'],
  ])('%s %s carries the security headers and a request id', async (method, path) => {
    const { headers } = await app.call(method, path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).not.toBeNull()
    expect(headers.get('permissions-policy')).not.toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/)
    expect(headers.get('content-type')).toContain('charset=utf-8')
  })

  test('is 304 when the caller has it already', async () => {
    const first = await app.call('GET', '/contact-departments')
    const tag = first.headers.get('etag') ?? ''
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await app.call('GET', '/contact-departments', { headers: { 'if-none-match': given } })
      expect(again.status).toBe(304)
      expect(again.text).toBe('')
    }
    const other = await app.call('GET', '/contact-departments', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
  })
})
