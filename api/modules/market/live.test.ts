import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app'
import { startFakeSources } from './testing-price-sources.ts'

let app: TestApp | undefined
let sources: ReturnType<typeof startFakeSources> | undefined
afterEach(async () => {
  await app?.close()
  await sources?.stop()
})

/** No server listens there. */
const NOWHERE = 'http://127.0.0.1:9'
const addresses = [
  '/market-data',
  '/crypto-prices',
  '/sparklines',
  '/chart-data/XAU/24h',
  '/market-intelligence',
]

async function startLive(url?: string) {
  sources = startFakeSources(Date.now)
  const to = url ?? sources.url
  app = await startTestApp({ MARKET_FEED: 'live', COINGECKO_URL: to, METALS_URL: to })
  return { ...app, sources }
}

test('real prices appear in every response, with their provenance', async () => {
  const { call } = await startLive()
  await expect.poll(async () => (await call('GET', '/market-data')).status).toBe(200)
  const { body } = await call('GET', '/market-data')
  expect(body).toMatchObject({
    source: 'live',
    stale: false,
    gold: { symbol: 'XAU', price: 2329.800049, change: null },
    palladium: { price: 1005.5 },
    btc: { price: 69840, change: 3.12502 },
  })
  const coins = await call('GET', '/crypto-prices')
  expect(coins.headers.get('x-market-source')).toBe('live')
  expect(coins.headers.get('x-market-stale')).toBe('false')
  expect(coins.body.map(({ id }: { id: string }) => id)).toEqual([
    'bitcoin',
    'ethereum',
    'solana',
    'ripple',
    'cardano',
    'figure-heloc',
  ])
  expect(coins.body[5]).toMatchObject({ market_cap: null, market_cap_rank: null, total_volume: null })
  const lines = await call('GET', '/sparklines')
  expect(lines.headers.get('x-market-source')).toBe('live')
  expect(lines.body).toHaveLength(4 + coins.body.length)
  const linesOf = (name: string) => lines.body.find(({ id }: { id: string }) => id === name)?.prices
  expect(linesOf('gold').at(-1)).toBe(2329.800049)
  expect(linesOf('bitcoin').at(-1)).toBe(69840)
  const chart = await call('GET', '/chart-data/XAU/24h')
  expect(chart.body.at(-1)).toMatchObject({ price: 2329.800049, volume: null })
  expect((await call('GET', '/market-intelligence')).body).toMatchObject({ source: 'live', stale: false })
  expect((await call('GET', '/ready')).body).toMatchObject({
    market: 'live',
    market_sources: {
      polls: true,
      sources: [{ name: 'gold-api', state: 'answering' }, { name: 'coingecko' }],
    },
  })
})

test('the 24-hour change of an asset is the same in every response', async () => {
  const { call } = await startLive()
  await expect.poll(async () => (await call('GET', '/market-data')).status).toBe(200)
  const { body: ticker } = await call('GET', '/market-data')
  const { body: coins } = await call('GET', '/crypto-prices')
  const { body: intelligence } = await call('GET', '/market-intelligence')
  const changeOf = async (symbol: string) =>
    (await call('GET', `/chart-data/${symbol}/24h`)).headers.get('x-market-change-24h')
  for (const symbol of ['BTC', 'ETH']) {
    const coin = coins.find((each: { symbol: string }) => each.symbol === symbol.toLowerCase())
    const trend = intelligence.trends.find(({ asset }: { asset: string }) => asset === coin.name)
    expect(await changeOf(symbol)).toBe(String(coin.price_change_percentage_24h))
    expect(ticker[symbol.toLowerCase()].change).toBe(coin.price_change_percentage_24h)
    // A trend needs two prices.
    if (trend) expect(trend.change).toBe(coin.price_change_percentage_24h)
  }
  // The previous day's price is not stored yet.
  expect([await changeOf('XAU'), ticker.gold.change]).toEqual([null, null])
})

test('a response is rebuilt as soon as prices change', async () => {
  const { call, sql } = await startLive()
  await expect.poll(async () => (await call('GET', '/market-data')).status).toBe(200)
  await sql`update quotes set price = 70000 from assets where assets.id = asset_id and slug = 'bitcoin'`
  await sql`select pg_notify('prices_changed', 'crypto')`
  await expect.poll(async () => (await call('GET', '/market-data')).body.btc.price).toBe(70000)
})

test('a visitor receives price events without an access token, over a limited number of connections', async () => {
  const { fetch: fetchApi, call, sql } = await startLive()
  await expect.poll(async () => (await call('GET', '/crypto-prices')).status).toBe(200)
  const listen = () => Promise.resolve(fetchApi(new Request('http://localhost/api/v1/events/prices')))
  const response = await listen()
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const reader = response.body?.getReader()
  const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
  expect(await read()).toBe(':\n\n')
  await sql`select pg_notify('prices_changed', 'crypto')`
  let received = ''
  await expect.poll(async () => (received += await read())).toContain('event: prices\ndata: 1\n\n')

  const more = await Promise.all(Array.from({ length: 100 }, listen))
  expect(more.filter(({ status }) => status === 200)).toHaveLength(99)
  expect(more.at(-1)?.status).toBe(429)
  await Promise.all([reader, ...more.map(({ body }) => body)].map((stream) => stream?.cancel()))
})

test('visitors never cause a call to a source', async () => {
  const { call, sources } = await startLive()
  await expect.poll(async () => (await call('GET', '/market-data')).status).toBe(200)
  const prices = () => sources.calls.filter((path) => !path.includes('market_chart')).length
  const before = prices()
  await Promise.all(Array.from({ length: 40 }, (_, turn) => call('GET', addresses[turn % 4] ?? '')))
  expect(prices()).toBe(before)
})

test('without a network the first start is quick, logs one line per source and responds 503', async () => {
  const { call, logLines } = await startLive(NOWHERE)
  const failures = () => logLines.filter((line) => line.includes('a market source fails'))
  await expect.poll(() => failures().length).toBe(2)
  for (const path of addresses) {
    const response = await call('GET', path)
    expect(response.status, path).toBe(503)
    expect(response.body.code).toBe('market_unavailable')
  }
  expect((await call('GET', '/ready')).body).toMatchObject({ status: 'ready', market: 'unavailable' })
  expect(failures()).toHaveLength(2)
})

test('stored prices are served, marked as stale, when no source responds', async () => {
  const { call, sql } = await startLive(NOWHERE)
  await sql`
    with named as (insert into assets (slug, symbol, name, kind) values
      ('gold', 'XAU', 'Gold', 'metal'), ('silver', 'XAG', 'Silver', 'metal'),
      ('bitcoin', 'BTC', 'Bitcoin', 'crypto'), ('ethereum', 'ETH', 'Ethereum', 'crypto') returning id)
    insert into quotes (asset_id, feed, price, source, as_of)
    select id, 'live', 1000 + id, 'test', now() - interval '3 hours' from named`
  await sql`select pg_notify('prices_changed', 'crypto')`
  await expect.poll(async () => (await call('GET', '/market-data')).status).toBe(200)
  const { body } = await call('GET', '/market-data')
  expect(body).toMatchObject({ source: 'live', stale: true })
  expect(Date.now() - Date.parse(body.as_of)).toBeGreaterThan(3 * 3_600_000 - 1)
  expect((await call('GET', '/crypto-prices')).headers.get('x-market-stale')).toBe('true')
  expect((await call('GET', '/ready')).body.market).toBe('stale')
})

test.each(['off', 'simulated'])('MARKET_FEED=%s calls no source', async (feed) => {
  sources = startFakeSources(Date.now)
  app = await startTestApp({ MARKET_FEED: feed, COINGECKO_URL: sources.url, METALS_URL: sources.url })
  expect((await app.call('GET', '/market-data')).status).toBe(feed === 'off' ? 503 : 200)
  expect((await app.call('GET', '/ready')).body.market).toBe(feed)
  expect(sources.calls).toEqual([])
  expect(await app.sql`select 1 from feed_leases`).toHaveLength(0)
})
