/** Snapshot pages at `/proof/{id}`: the build makes one page for all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDayFromNow } from '#db/seed/series-factories'
import { takeSnapshot } from '#modules/holdings/proof/take-snapshot'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createMinimalSite } from './minimal-site.ts'

const TODAY = getDayFromNow(0)
const site = createMinimalSite()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, site)
  await takeSnapshot('daily')
  await takeSnapshot('command')
})
afterAll(async () => {
  await app.close()
  site.remove()
})

const open = async (path: string, method = 'GET') => {
  const response = await app.fetch(new Request(`http://localhost${path}`, { method }))
  return { status: response.status, text: await response.text() }
}

test.each([TODAY, `${TODAY}.1`, `${TODAY}/`])('the page of snapshot %s exists', async (id) => {
  expect(await open(`/proof/${id}`)).toEqual({ status: 200, text: 'Page of a snapshot' })
  expect(await open(`/proof/${id}`, 'HEAD')).toEqual({ status: 200, text: '' })
})

test.each([
  '2020-01-01',
  '2020-01-01.json',
  `${TODAY}.2`,
  `${TODAY}.01`,
  `${TODAY}.html`,
  `${TODAY}/more`,
  '9999-99-99',
  'anything',
  '404',
])('there is no snapshot %s', async (id) => {
  expect(await open(`/proof/${id}`)).toEqual({ status: 404, text: 'No such snapshot' })
})

test('other proof pages are those of the build', async () => {
  expect(await open('/proof/verify')).toEqual({ status: 200, text: 'Verify' })
})
