/** Series pages at `/tokens/{code}`: what the build made, and which series the server shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cacheInvalidations } from '#common/cache-invalidation'
import { createToken } from '#db/seed/factories'
import { createPublicSeriesCodes } from '#modules/catalog/tokens/public-series-codes'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createMinimalSite } from './minimal-site.ts'

const site = createMinimalSite()
let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp({}, site)
  ;({ headers } = await app.signInAdmin())
})
afterAll(async () => {
  await app.close()
  site.remove()
})

async function open(path: string) {
  const response = await app.fetch(new Request(`http://localhost${path}`))
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}
const status = async (path: string) => (await open(path)).status

async function setActive(symbol: string, is_active: boolean) {
  const [token] = await app.sql<{ id: number }[]>`select id from tokens where symbol = ${symbol}`
  const path = `${app.adm}/tokens/${token?.id}/status`
  expect((await app.call('PATCH', path, { headers, body: { is_active } })).status).toBe(200)
}

describe('the page of a series', () => {
  beforeAll(async () => {
    await app.sql`delete from tokens where symbol in ('$WITGOLD', '$NEWORE')`
    await createToken(app.db, { symbol: '$WITGOLD' })
  })

  test('is the one made by the build', async () => {
    expect(await open('/tokens/witgold')).toMatchObject({ status: 200, text: 'Sheet' })
    expect(await open('/tokens/witgold/updates.xml')).toMatchObject({ status: 200, text: 'Feed' })
  })

  test('is a generic one for a token that was added in the panel after the build', async () => {
    expect(await open('/tokens/newore')).toMatchObject({ status: 404, text: 'No such series' })
    const [category] = await app.sql<{ name: string }[]>`select name from token_categories limit 1`
    const words = {
      name: 'New ore',
      category: category?.name,
      location: 'Here',
      description: 'Ore of a new kind',
    }
    const body = { symbol: '$NEWORE', icon: 'Gem', color: 'Gray', ...words }
    const added = await app.call('POST', `${app.adm}/tokens`, { headers, body })
    expect(added.status, added.text).toBe(201)
    expect(await open('/tokens/newore')).toMatchObject({ status: 200, text: 'Plain page of a series' })
    expect(await status('/tokens/newore/updates.xml')).toBe(404)
  })

  test('is not found while its token is hidden, nor is its feed, however the path is written', async () => {
    await setActive('$WITGOLD', false)
    for (const path of [
      '/tokens/witgold',
      '/tokens/witgold.html',
      '/tokens/witgold/',
      '/tokens/WITGOLD',
      '/tokens/witgold/updates.xml',
    ]) {
      expect(await status(path), path).toBe(404)
    }
    for (const path of ['/tokens/%77itgold', '/%74okens/witgold', '/tokens%2Fwitgold']) {
      expect(await open(path), path).not.toMatchObject({ status: 200 })
    }
    await setActive('$WITGOLD', true)
    expect(await status('/tokens/witgold')).toBe(200)
  })

  test.each([
    '/tokens/$WITGOLD',
    '/tokens/%24witgold',
    '/tokens/WitGold',
    '/tokens/witgold/',
    '/tokens/witgold.html',
  ])('is what %s leads to', async (path) => {
    expect(await open(path)).toMatchObject({ status: 308, location: '/tokens/witgold' })
  })

  test.each(['/tokens/unknown', '/tokens/404', '/tokens/plain', '/tokens/witgold/other'])(
    'is Page Not Found at %s',
    async (path) => {
      expect(await status(path)).toBe(404)
    },
  )
})

describe('the codes of public series', () => {
  test('are the previous ones while the database does not respond, and unknown before the first', async () => {
    const failures: unknown[] = []
    const down = () => Promise.reject(new Error('down'))
    const next: { read: () => Promise<ReadonlySet<string>> } = { read: down }
    const codes = createPublicSeriesCodes(
      (error) => failures.push(error),
      () => next.read(),
    )
    expect(await codes()).toBeUndefined()
    next.read = async () => new Set(['witgold'])
    cacheInvalidations.onNotification('tokens')
    expect(await codes()).toEqual(new Set(['witgold']))
    next.read = down
    cacheInvalidations.onNotification('tokens')
    expect(await codes()).toEqual(new Set(['witgold']))
    expect(failures).toHaveLength(2)
  })
})
