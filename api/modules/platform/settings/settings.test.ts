import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the settings contain exactly those of document and seed', async () => {
  const { status, body } = await app.call('GET', '/settings')
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual([
    'company_address',
    'date_format',
    'primary_color',
    'secondary_color',
    'site_description',
    'site_name',
  ])
  expect(body).toMatchObject({
    site_name: 'Lodefield',
    primary_color: '#f97316',
    secondary_color: '#ea580c',
    date_format: 'MM/DD/YY',
  })
})

test('a change appears in the data and in the colors', async () => {
  const before = await app.call('GET', '/settings')
  await app.call('GET', '/theme.css')
  await app.sql`update settings set primary_color = '#1f5f8b', site_name = 'Northgate Minerals'`
  await expect
    .poll(async () => (await app.call('GET', '/settings')).body.site_name, { timeout: 8_000 })
    .toBe('Northgate Minerals')
  await expect
    .poll(async () => (await app.call('GET', '/theme.css')).text, { timeout: 8_000 })
    .toContain('--primary:#1f5f8b')
  const after = await app.call('GET', '/settings', {
    headers: { 'if-none-match': before.headers.get('etag') ?? '' },
  })
  expect(after.status).toBe(200)
})

test('the colors are a style sheet, also where a browser has them already', async () => {
  const { headers } = await app.call('GET', '/theme.css')
  expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
  const etag = headers.get('etag') ?? ''
  const again = await app.call('GET', '/theme.css', { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('content-type')]).toEqual([304, 'text/css; charset=utf-8'])
})

test('the notice of a demonstration is hidden while a real series is open for investment', async () => {
  const rule = '[data-demonstration]{display:none}'
  const isHidden = async () => (await app.call('GET', '/theme.css')).text.includes(rule)
  expect(await isHidden()).toBe(false)
  await app.sql`update series set is_illustrative = false where token_id = (select min(id) from tokens where is_active)`
  await expect.poll(isHidden, { timeout: 8_000 }).toBe(true)
  await app.sql`update tokens set is_active = false where id in (select token_id from series where not is_illustrative)`
  await expect.poll(isHidden, { timeout: 8_000 }).toBe(false)
})

test.each(['/settings', '/theme.css'])(
  '%s may be cached by a browser, for half a minute at most, as the panel promises',
  async (path) => {
    const { headers } = await app.call('GET', path)
    const control = headers.get('cache-control') ?? ''
    const [, fresh, stale] = /^public, max-age=(\d+), stale-while-revalidate=(\d+)$/.exec(control) ?? []
    expect(Number(fresh), control).toBeGreaterThan(0)
    expect(Number(fresh) + Number(stale), control).toBeLessThanOrEqual(30)
  },
)
