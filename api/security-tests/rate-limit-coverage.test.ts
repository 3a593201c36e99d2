/** Every request counts towards a limit: pages, unknown paths, wrong methods, rejected requests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createMinimalSite } from './minimal-site.ts'

/** General calls and pages that one caller may request at the scale of these tests. */
const [GENERAL, PAGES] = [12, 120]

const site = createMinimalSite()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '0.02' }, site)
})
afterAll(async () => {
  await app.close()
  site.remove()
})

/** The statuses of `count` requests from one IP address. */
async function statusesOf(count: number, address: string, path: string, method = 'GET') {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) {
    const headers = { 'x-forwarded-for': address }
    statuses.push((await app.fetch(new Request(`http://localhost${path}`, { method, headers }))).status)
  }
  return statuses
}

let made = 0
describe('the general limit counts', () => {
  test.each([
    ['an unknown page', 'GET', '/no-such-page', 404],
    ['an unknown call', 'GET', '/api/v1/no-such-call', 404],
    ['an unknown upload', 'GET', '/documents/uploads/no-such-file.pdf', 404],
    ['a wrong method on a page', 'POST', '/docs/help', 405],
    ['a wrong method on a call', 'DELETE', '/api/v1/settings', 405],
    ['a redirect', 'GET', '/contact', 308],
    ['a slash too many', 'GET', '/docs/help/', 308],
    ['a path that cannot be decoded', 'GET', '/docs//help', 400],
    ['a path that is too long', 'GET', `/${'x'.repeat(2_100)}`, 414],
    ['a query that cannot be decoded', 'GET', '/api/v1/settings?a=%zz', 400],
  ])('%s', async (_, method, path, status) => {
    made += 1
    const address = `198.51.100.${made}`
    const statuses = await statusesOf(GENERAL + 2, address, path, method)
    expect(statuses).toEqual([...Array(GENERAL).fill(status), 429, 429])
  })
})

test('existing pages have their own limit, ten times as high', async () => {
  const statuses = await statusesOf(PAGES + 1, '198.51.100.201', '/docs/help')
  expect(statuses.slice(0, PAGES)).toEqual(Array(PAGES).fill(200))
  const headers = { 'x-forwarded-for': '198.51.100.201' }
  const refused = await app.fetch(new Request('http://localhost/', { headers }))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  // Calls are counted separately from pages.
  expect(await statusesOf(1, '198.51.100.201', '/api/v1/settings')).toEqual([200])
})

test('a flood of unknown paths is logged once rather than once per call', async () => {
  const before = app.logLines.length
  await statusesOf(GENERAL + 50, '198.51.100.202', '/no-such-page')
  const lines = app.logLines.slice(before).map((line) => JSON.parse(line))
  expect(lines.filter(({ code }) => code === 'rate_limited')).toHaveLength(1)
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(GENERAL)
})

describe('the limit of exports', () => {
  /** The status of one export with `headers` from one IP address. */
  const exportFrom = async (address: string, headers: Record<string, string> = {}) => {
    const path = '/api/v1/user/transactions/export'
    const request = new Request(`http://localhost${path}`, {
      headers: { ...headers, 'x-forwarded-for': address },
    })
    const { status } = await app.fetch(request)
    return status
  }

  test('counts each account separately behind one IP address', async () => {
    const [one, other] = [await app.signIn(), await app.signIn()]
    const address = '198.51.100.203'
    expect(await exportFrom(address, one.headers)).toBe(200)
    expect(await exportFrom(address, one.headers)).toBe(429)
    expect(await exportFrom('198.51.100.204', one.headers)).toBe(429)
    expect(await exportFrom(address, other.headers)).toBe(200)
  })

  test('does not count rejected callers, who have the general limit', async () => {
    const address = '198.51.100.205'
    const statuses = []
    for (let i = 0; i < GENERAL - 1; i++) statuses.push(await exportFrom(address))
    expect(statuses).toEqual(Array(GENERAL - 1).fill(401))
    const { headers } = await app.signIn()
    expect(await exportFrom(address, headers)).toBe(200)
    expect(await exportFrom(address)).toBe(429)
  })
})
