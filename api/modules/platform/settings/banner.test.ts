import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const put = (banner: unknown, more: object = {}) =>
  app.call('PUT', `${app.adm}/banner`, { body: { banner, ...more }, headers: admin.headers })
const shown = async () => (await app.call('GET', '/banner')).body
const announced = {
  text: 'The platform is being maintained.',
  from: '2099-03-01T20:00:00.000Z',
  to: '2099-03-01T22:00:00.000Z',
}

test('an announcement is shown to everybody until it is removed', async () => {
  expect(await shown()).toEqual({ banner: null })
  expect(await put(announced)).toMatchObject({ status: 200, body: { banner: announced } })
  const response = await app.call('GET', '/banner')
  expect(response.body).toEqual({ banner: announced })
  expect(response.headers.get('cache-control')).toContain('max-age=10')
  expect((await put(null)).body).toEqual({ banner: null, updated_at: null })
  expect(await shown()).toEqual({ banner: null })
})

test('an announcement is gone when its time is over, and stays in the panel', async () => {
  const over = { ...announced, from: '2020-03-01T20:00:00.000Z', to: '2020-03-01T22:00:00.000Z' }
  await put(over)
  expect(await shown()).toEqual({ banner: null })
  const { body } = await app.call('GET', `${app.adm}/banner`, { headers: admin.headers })
  expect(body.banner).toEqual(over)
})

test('an announcement with times in the wrong order, or changed by another since, is refused', async () => {
  expect(await put({ ...announced, to: announced.from })).toMatchObject({
    status: 422,
    body: { details: [{ path: '/banner/to' }] },
  })
  const { body } = await put(announced)
  await put({ ...announced, text: 'Changed by another' })
  expect((await put(null, { updated_at: body.updated_at })).body.code).toBe('stale_write')
})

test('of several that announce where nothing was announced, one does', async () => {
  await put(null)
  const statuses = await Promise.all(
    [1, 2, 3, 4].map(
      async (at) => (await put({ ...announced, text: `Number ${at}` }, { updated_at: null })).status,
    ),
  )
  expect(statuses.sort()).toEqual([200, 409, 409, 409])
  const { body } = await put({ ...announced, text: 'Once more' })
  await put(null)
  expect((await put(announced, { updated_at: body.updated_at })).status, 'it was removed').toBe(409)
})

test.each([
  '0000-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T25:00:00Z',
  '2200-01-01T00:00:00Z',
])('an announcement from %s is refused', async (from) => {
  expect(await put({ ...announced, from })).toMatchObject({
    status: 422,
    body: { details: [{ path: '/banner' }] },
  })
})
