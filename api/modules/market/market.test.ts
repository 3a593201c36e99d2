import { afterEach, describe, expect, test } from 'vitest'
import { chartIntervals } from '#contract/market/chart-intervals'
import {
  type ChartPoint,
  type ChartRange,
  type CryptoPrice,
  chartRanges,
  type Sparkline,
} from '#contract/market/market'
import { startTestApp, type TestApp, type TestResponse } from '#testing/test-app'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const startSimulated = async () => {
  app = await startTestApp({ MARKET_FEED: 'simulated' })
  return app
}

const addresses = [
  '/market-data',
  '/crypto-prices',
  '/sparklines',
  '/chart-data/BTC/24h',
  '/market-intelligence',
]

/** Repeats calls until no tick of the feed has passed between the first and the last. */
async function callTogether(from: TestApp, paths: readonly string[]): Promise<Map<string, TestResponse>> {
  for (;;) {
    const tick = () => Math.floor(Date.now() / 5_000)
    const before = tick()
    const responses = new Map<string, TestResponse>()
    for (const path of paths) responses.set(path, await from.call('GET', path))
    if (tick() === before) return responses
  }
}

const readTogether = async (from: TestApp, paths: readonly string[]) =>
  new Map([...(await callTogether(from, paths))].map(([path, { body }]) => [path, body]))

describe('GET /market-data', () => {
  test('returns the simulated feed, and marks it as simulated', async () => {
    const { call } = await startSimulated()
    const { status, body } = await call('GET', '/market-data')
    expect(status).toBe(200)
    expect(body).toMatchObject({ source: 'simulated', stale: false })
    expect(Math.abs(Date.parse(body.as_of) - Date.now())).toBeLessThan(10_000)
    for (const asset of ['gold', 'silver', 'platinum', 'palladium', 'btc', 'eth']) {
      expect(body[asset].price).toBeGreaterThan(0)
      expect(Number.isFinite(body[asset].change)).toBe(true)
    }
    expect((await call('GET', '/ready')).body).toEqual({
      status: 'ready',
      database: 'up',
      market: 'simulated',
    })
  })
})

test.each(['live', 'off'])(
  'without a source (%s) every call is 503 with Retry-After, never an invented price',
  async (feed) => {
    // No server listens there.
    const nowhere = 'http://127.0.0.1:9'
    app = await startTestApp({ MARKET_FEED: feed, COINGECKO_URL: nowhere, METALS_URL: nowhere })
    for (const path of addresses) {
      const response = await app.call('GET', path)
      expect(response.status, path).toBe(503)
      expect(response.body.code).toBe('market_unavailable')
      expect(response.headers.get('retry-after')).toBe('30')
      expect(response.headers.get('x-market-source')).toBeNull()
    }
  },
)

describe('GET /crypto-prices', () => {
  test('is a bare list of at least fifty coins, by market cap, with every field', async () => {
    const { call } = await startSimulated()
    const { status, body } = await call('GET', '/crypto-prices')
    const coins = body as CryptoPrice[]
    expect(status).toBe(200)
    expect(coins.length).toBeGreaterThanOrEqual(50)
    expect(coins.map(({ symbol }) => symbol)).toEqual(
      expect.arrayContaining(['btc', 'eth', 'xrp', 'ada', 'sol']),
    )
    expect(coins.map(({ market_cap_rank }) => market_cap_rank)).toEqual(coins.map((_, index) => index + 1))
    for (const coin of coins) {
      expect(Object.keys(coin).sort()).toEqual([
        'current_price',
        'id',
        'image',
        'last_updated',
        'market_cap',
        'market_cap_rank',
        'name',
        'price_change_percentage_24h',
        'symbol',
        'total_volume',
      ])
      expect(coin.current_price).toBeGreaterThan(0)
      // Images come from this origin only, so that browsers call no other.
      expect(coin.image).toMatch(/^$|^\/[^/]/)
      expect(new Date(coin.last_updated).toISOString()).toBe(coin.last_updated)
    }
  })
})

describe('GET /sparklines', () => {
  test('has seven days of every metal and coin, ending with the current price', async () => {
    const bodies = await readTogether(await startSimulated(), [
      '/sparklines',
      '/market-data',
      '/crypto-prices',
    ])
    const lines: Sparkline[] = bodies.get('/sparklines')
    const coins: CryptoPrice[] = bodies.get('/crypto-prices')
    expect(lines.map(({ id }) => id).toSorted()).toEqual(
      ['gold', 'silver', 'platinum', 'palladium', ...coins.map(({ id }) => id)].toSorted(),
    )
    for (const { prices } of lines) expect(prices).toHaveLength(43)
    const lastOf = (name: string) => lines.find(({ id }) => id === name)?.prices.at(-1)
    expect(lastOf('gold')).toBe(bodies.get('/market-data').gold.price)
    for (const { id, current_price } of coins) expect(lastOf(id)).toBe(current_price)
  })

  test('has every fourth price of the hourly chart', async () => {
    const bodies = await readTogether(await startSimulated(), ['/sparklines', '/chart-data/XAU/7d'])
    const chart: ChartPoint[] = bodies.get('/chart-data/XAU/7d')
    const everyFourth = chart.filter(({ time }) => Date.parse(time) % 14_400_000 === 0)
    const gold = (bodies.get('/sparklines') as Sparkline[]).find(({ id }) => id === 'gold')
    expect(everyFourth.length).toBeGreaterThanOrEqual(41)
    expect(gold?.prices.slice(-1 - everyFourth.length, -1)).toEqual(everyFourth.map(({ price }) => price))
  })
})

describe('GET /chart-data/{symbol}/{range}', () => {
  test.each(chartRanges)('%s has its points, oldest first, at their distance', async (range) => {
    const { call } = await startSimulated()
    const { points, step } = chartIntervals[range]
    const { status, body } = await call('GET', `/chart-data/SOL/${range}`)
    expect(status).toBe(200)
    expect(body).toHaveLength(points)
    const times = (body as ChartPoint[]).map(({ time }) => Date.parse(time))
    const distances = new Set(times.slice(1, -1).map((time, index) => time - (times[index] as number)))
    expect([...distances]).toEqual([step])
    const last = (times.at(-1) as number) - (times.at(-2) as number)
    expect(last).toBeGreaterThan(0)
    expect(last).toBeLessThanOrEqual(step)
    for (const { price, volume } of body as ChartPoint[]) {
      expect(price).toBeGreaterThan(0)
      expect(volume).toBeGreaterThan(0)
    }
  })

  test.each(['XAU', 'BTC', 'SOL'])(
    'no range of %s leaves out the high or the low of a shorter one',
    async (symbol) => {
      const paths = chartRanges.map((range) => `/chart-data/${symbol}/${range}`)
      const responses = await callTogether(await startSimulated(), paths)
      const spans = [...responses.values()].map(({ headers, body }) => {
        const [high, low] = [Number(headers.get('x-market-high')), Number(headers.get('x-market-low'))]
        const prices = (body as ChartPoint[]).map(({ price }) => price)
        expect(high).toBeGreaterThanOrEqual(Math.max(...prices))
        expect(low).toBeLessThanOrEqual(Math.min(...prices))
        expect(low).toBeGreaterThan(0)
        return { high, low }
      })
      for (const [at, { high, low }] of spans.slice(1).entries()) {
        expect(high).toBeGreaterThanOrEqual(spans[at]?.high ?? Number.NaN)
        expect(low).toBeLessThanOrEqual(spans[at]?.low ?? Number.NaN)
      }
    },
  )

  test('returns the documented number of points', () => {
    const counts = Object.entries(chartIntervals).map(([range, { points, step }]) => [
      range,
      points,
      step / 60_000,
    ])
    expect(counts).toEqual([
      ['1h', 60, 1],
      ['24h', 288, 5],
      ['7d', 168, 60],
      ['30d', 180, 240],
      ['1y', 365, 1_440],
    ] satisfies [ChartRange, number, number][])
  })

  test.each(['XAU', 'XAG'])('%s reports no volume', async (metal) => {
    const { call } = await startSimulated()
    const { body } = await call('GET', `/chart-data/${metal}/1h`)
    expect((body as ChartPoint[]).every(({ volume }) => volume === null)).toBe(true)
  })

  test.each(['BTC', 'ETH', 'ADA', 'XRP', 'USDT'])('finds %s', async (symbol) => {
    const { call } = await startSimulated()
    expect((await call('GET', `/chart-data/${symbol}/1h`)).status).toBe(200)
  })

  test.each([
    '/NONE/24h',
    '/BTC/2h',
    '/BTC/24H',
    '/btc/24h',
    '/BTC/',
    '/constructor/1h',
    '/B%00/1h',
    '/%2e%2e/1h',
  ])('%s returns no chart', async (path) => {
    const { call } = await startSimulated()
    const { status, body } = await call('GET', `/chart-data${path}`)
    expect(status).toBe(path.includes('%00') ? 400 : 404)
    expect(body.code).toBe(path.includes('%00') ? 'malformed_request' : 'not_found')
  })
})

describe('GET /market-intelligence', () => {
  test('describes the figures, each sentence with a number', async () => {
    const { call } = await startSimulated()
    const { status, body } = await call('GET', '/market-intelligence')
    expect(status).toBe(200)
    expect(body).toMatchObject({ source: 'simulated', stale: false })
    expect(['bullish', 'bearish', 'neutral']).toContain(body.sentiment)
    expect(body.trends.map(({ asset }: { asset: string }) => asset)).toEqual([
      'Gold',
      'Silver',
      'Platinum',
      'Palladium',
      'Bitcoin',
      'Ethereum',
      'XRP',
      'Cardano',
      'Solana',
    ])
    for (const { trend, confidence } of body.trends) {
      expect(['up', 'down', 'sideways']).toContain(trend)
      expect(confidence).toBeGreaterThanOrEqual(0)
      expect(confidence).toBeLessThanOrEqual(100)
    }
    expect(body.insights.length).toBeGreaterThan(3)
    for (const insight of body.insights) expect(insight).toMatch(/\d.*\.$/)
  })
})

describe('market responses', () => {
  test('agree on every price and change', async () => {
    const server = await startSimulated()
    const bodies = await readTogether(server, [...addresses, '/chart-data/XAU/1y'])
    const data = bodies.get('/market-data')
    const coins: CryptoPrice[] = bodies.get('/crypto-prices')
    const bitcoin = coins.find(({ id }) => id === 'bitcoin')
    expect(bitcoin).toMatchObject({
      current_price: data.btc.price,
      price_change_percentage_24h: data.btc.change,
      last_updated: data.as_of,
    })
    expect(bodies.get('/chart-data/BTC/24h').at(-1)).toEqual({
      time: data.as_of,
      price: data.btc.price,
      volume: bitcoin?.total_volume,
    })
    expect(bodies.get('/chart-data/XAU/1y').at(-1).price).toBe(data.gold.price)
    expect(bodies.get('/market-intelligence').trends[4]).toMatchObject({
      asset: 'Bitcoin',
      change: data.btc.change,
    })
  })

  test.each(['/crypto-prices', '/sparklines', '/chart-data/XAU/24h'])(
    'of %s state their source in headers, also from the cache and as 304',
    async (path) => {
      const { call } = await startSimulated()
      const first = await call('GET', path)
      const again = await call('GET', path)
      const known = await call('GET', path, {
        headers: { 'if-none-match': again.headers.get('etag') ?? '' },
      })
      for (const { headers } of [first, again, known]) {
        expect(headers.get('x-market-source')).toBe('simulated')
        expect(headers.get('x-market-stale')).toBe('false')
        expect(Math.abs(Date.parse(headers.get('last-modified') ?? '') - Date.now())).toBeLessThan(12_000)
        expect(headers.get('cache-control')).toBe(
          path === '/sparklines'
            ? 'public, max-age=60, stale-while-revalidate=600'
            : 'public, max-age=5, stale-while-revalidate=30',
        )
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      }
    },
  )

  test('have their headers in the OpenAPI description', async () => {
    const { call } = await startSimulated()
    const { body } = await call('GET', '/openapi.json')
    const { headers } = body.paths['/crypto-prices'].get.responses['200']
    expect(Object.keys(headers).sort()).toEqual(['last-modified', 'x-market-source', 'x-market-stale'])
  })
})
