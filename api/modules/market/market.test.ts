import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing'

let app: TestApp | undefined
afterEach(() => app?.close())
afterAll(() => app?.close())

describe('GET /market-data', () => {
  test('answers the simulated feed, and says that it is simulated', async () => {
    app = await startTestApp({ MARKET_FEED: 'simulated' })
    const { status, body } = await app.call('GET', '/market-data')
    expect(status).toBe(200)
    expect(body).toMatchObject({ source: 'simulated', stale: false })
    expect(Math.abs(Date.parse(body.as_of) - Date.now())).toBeLessThan(10_000)
    for (const asset of ['gold', 'silver', 'platinum', 'palladium', 'btc', 'eth']) {
      expect(body[asset].price).toBeGreaterThan(0)
      expect(Number.isFinite(body[asset].change)).toBe(true)
    }
    expect((await app.call('GET', '/ready')).body).toEqual({
      status: 'ready',
      database: 'up',
      market: 'simulated',
    })
  })

  test.each(['live', 'off'])(
    'without a source (%s) it is 503 with Retry-After, never an invented price',
    async (feed) => {
      app = await startTestApp({ MARKET_FEED: feed })
      const answer = await app.call('GET', '/market-data')
      expect(answer.status).toBe(503)
      expect(answer.body.code).toBe('market_unavailable')
      expect(answer.headers.get('retry-after')).toBe('30')
    },
  )
})
