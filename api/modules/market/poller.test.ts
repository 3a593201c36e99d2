import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '#common/logger'
import { deleteAllRows } from '#db/test-database'
import { startTestApp, type TestApp } from '#testing/test-app'
import { createLiveFeed } from './live-feed.ts'
import { createPoller, type Poller } from './poller.ts'
import { createCoinGecko } from './providers/coingecko.ts'
import { createGoldApi } from './providers/gold-api.ts'
import { type SourceFailure, startFakeSources } from './testing-price-sources.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let now = 0
const clock = () => now
let app: TestApp
let sources: ReturnType<typeof startFakeSources>
let pollers: Poller[]
let lines: { msg: string; level: number }[]

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  now = Date.parse('2026-11-20T12:00:00Z')
  await deleteAllRows(app.sql, ['assets', 'feed_leases'])
  sources = startFakeSources(clock)
  pollers = []
  lines = []
})
afterEach(async () => {
  for (const poller of pollers) await poller.close()
  await sources.stop()
})

/** `patience` is the timeout of a source, in milliseconds; a busy machine must not look like a slow source. */
function startPoller(patience?: number): Poller {
  const poller = createPoller({
    sources: [
      createGoldApi({ url: sources.url, ...(patience && { timeout: patience }) }),
      createCoinGecko({ url: sources.url, key: '', ...(patience && { timeout: patience }) }),
    ],
    log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }),
    clock,
    random: () => 0,
  })
  pollers.push(poller)
  return poller
}

const countLogged = (text: string) => lines.filter(({ msg }) => msg === text).length
const marketCalls = () => sources.calls.filter((call) => !call.includes('market_chart'))
const readPrices = async () => {
  const rows = await app.sql<{ slug: string; price: number }[]>`
    select slug, price from quotes join assets on assets.id = asset_id order by slug`
  return Object.fromEntries(rows.map(({ slug, price }) => [slug, price]))
}
const readStale = async () => {
  const feed = createLiveFeed(clock)
  await feed.load()
  return feed.snapshot()?.quotes.map(({ stale }) => stale)
}

describe('a poll', () => {
  test('stores the prices of the sources, and points at every distance', async () => {
    await startPoller().tick()
    expect(await readPrices()).toEqual({
      bitcoin: 69840,
      cardano: 0.590443,
      ethereum: 3450.57,
      'figure-heloc': 1.02,
      gold: 2329.800049,
      palladium: 1005.5,
      platinum: 927.900024,
      ripple: 0.593812,
      silver: 27.514999,
      solana: 179.84,
    })
    const points = await app.sql`
      select resolution, time, price, volume, source from price_points
      join assets on assets.id = asset_id where slug = 'bitcoin' and price = 69840 order by resolution`
    expect(points.map(({ resolution }) => resolution)).toEqual([60, 300, 3600, 14_400, 86_400])
    expect(points[0]).toMatchObject({ price: 69840, volume: 18_957_899_045, source: 'coingecko' })
    // A value that a source omits is unknown, never 0.
    const [nullable] = await app.sql`
      select change_24h, market_cap, total_volume from quotes join assets on assets.id = asset_id where slug = 'figure-heloc'`
    expect(nullable).toEqual({ change_24h: null, market_cap: null, total_volume: null })
  })

  test('follows the interval of each source', async () => {
    const poller = startPoller()
    for (let minute = 0; minute < 10; minute++, now += MINUTE) await poller.tick()
    const of = (text: string) => marketCalls().filter((call) => call.includes(text)).length
    expect(of('/price/XAU')).toBe(10)
    expect(of('/coins/markets')).toBe(2)
  })

  test('keeps its interval after a restart', async () => {
    const before = startPoller()
    await before.tick()
    await before.close()
    const calls = marketCalls().length
    now += 30_000
    await startPoller().tick()
    expect(marketCalls()).toHaveLength(calls)
  })

  test("computes the change of metals from the previous day's price", async () => {
    const poller = startPoller()
    await poller.tick()
    const change = async () =>
      (
        await app.sql`select change_24h from quotes join assets on assets.id = asset_id where slug = 'gold'`
      )[0]?.change_24h
    expect(await change()).toBeNull()
    now += 24 * HOUR
    sources.factor = 1.05
    await poller.tick()
    expect(await change()).toBe(5)
  })
})

describe('a source that', () => {
  const faults: [SourceFailure, RegExp | Record<string, number>][] = [
    ['slow', /did not respond within 1000 ms/],
    ['rate_limit', /responded 429/],
    ['error', /responded 500/],
    ['html', /not return JSON/],
    ['nothing', /not return JSON/],
    ['nulls', { missing: 6 }],
    ['zero', { zero: 6 }],
    ['negative', { negative: 6 }],
    ['words', { not_a_number: 6 }],
    ['jump', { jump: 6 }],
    ['ahead', { future: 6 }],
    ['behind', { old: 6 }],
  ]
  test.each(faults)('fails (%s) changes no stored price, and is logged once', async (fault, expected) => {
    const poller = startPoller(fault === 'slow' ? 1_000 : undefined)
    await poller.tick()
    const before = await readPrices()
    now += 6 * MINUTE
    sources.fault = fault
    for (let step = 0; step < 3; step++, now += 30_000) await poller.tick()
    expect(await readPrices()).toEqual(before)
    const [stored] =
      await app.sql`select count(*)::int as points from price_points where time > '2026-11-20T12:05:00Z'`
    expect(stored?.points).toBe(0)
    expect(countLogged('a market source fails')).toBe(2)
    const coins = poller.describe().sources.find(({ name }) => name === 'coingecko')
    expect(coins?.failures).toBeGreaterThan(0)
    if (expected instanceof RegExp) {
      expect(JSON.stringify(lines)).toMatch(expected)
    } else {
      const [[reason, count] = []] = Object.entries(expected)
      expect((coins?.dropped[reason as 'zero'] ?? 0) % (count ?? 0)).toBe(0)
      expect(Object.keys(coins?.dropped ?? {})).toEqual([reason])
      expect(countLogged('prices dropped')).toBe(2)
    }
    // The last price remains and eventually becomes stale.
    now += 15 * MINUTE
    expect(new Set(await readStale())).toEqual(new Set([true]))
  })

  test('sends invalid prices on the first day stores nothing', async () => {
    sources.fault = 'negative'
    await startPoller().tick()
    expect(await readPrices()).toEqual({})
  })

  test('recovers after an hour is polled within minutes, and was polled rarely until then', async () => {
    const poller = startPoller()
    await poller.tick()
    sources.fault = 'error'
    const calls = () => marketCalls().filter((call) => call.includes('/coins/markets')).length
    const before = calls()
    for (const end = now + HOUR; now < end; now += 30_000) await poller.tick()
    expect(calls() - before).toBeLessThanOrEqual(14)
    expect(poller.describe().sources.map(({ state }) => state)).toEqual(['open', 'open'])
    expect(new Set(await readStale())).toEqual(new Set([true]))
    sources.fault = undefined
    sources.factor = 1.1
    for (const end = now + 6 * MINUTE; now < end; now += 30_000) await poller.tick()
    expect(await readPrices()).toMatchObject({ bitcoin: 69840 * 1.1 })
    expect(await readStale()).not.toContain(true)
    expect(countLogged('a market source fails')).toBe(2)
    expect(countLogged('a market source responds again')).toBe(2)
  })
})

describe('two pollers on one database', () => {
  // A second ago: the machine's clock may be set back a little.
  const expireLease = () => app.sql`update feed_leases set expires_at = now() - interval '1 second'`

  test('call each source once', async () => {
    const [one, two] = [startPoller(), startPoller()]
    for (let minute = 0; minute < 5; minute++, now += MINUTE) await Promise.all([one.tick(), two.tick()])
    expect(marketCalls().filter((call) => call === '/price/XAU')).toHaveLength(5)
    expect([one, two].filter((poller) => poller.describe().polls)).toHaveLength(1)
  })

  test('take over within a minute if one dies, and reject its late writes', async () => {
    const [dead, heir] = [startPoller(), startPoller()]
    await dead.tick()
    await heir.tick()
    expect(heir.describe().polls).toBe(false)
    const [left] =
      await app.sql`select extract(epoch from expires_at - now())::int as seconds from feed_leases`
    expect(left?.seconds).toBeGreaterThan(20)
    expect(left?.seconds).toBeLessThan(50)
    await expireLease()
    now += MINUTE
    await heir.tick()
    expect(heir.describe().polls).toBe(true)
    const calls = marketCalls().length
    now += 10 * MINUTE
    await dead.tick()
    expect(dead.describe().polls).toBe(false)
    expect(marketCalls()).toHaveLength(calls)
  })

  test('hand over immediately when one stops', async () => {
    const [leaving, heir] = [startPoller(), startPoller()]
    await leaving.tick()
    await leaving.close()
    await heir.tick()
    expect(heir.describe().polls).toBe(true)
  })
})

describe('the history before the first poll', () => {
  const countPoints = async (slug: string) => {
    const rows = await app.sql<{ resolution: number; points: number }[]>`
      select resolution, count(*)::int as points from price_points join assets on assets.id = asset_id
      where slug = ${slug} group by resolution order by resolution`
    return Object.fromEntries(rows.map(({ resolution, points }) => [resolution, points]))
  }
  const historyCalls = () => sources.calls.filter((call) => call.includes('market_chart'))
  const tickFor = async (poller: Poller, ticks: number) => {
    for (let tick = 0; tick < ticks; tick++, now += 5_000) await poller.tick()
  }

  test('is requested once, the most important assets first, and fills every range of the charts', async () => {
    const poller = startPoller()
    await tickFor(poller, 15)
    expect(historyCalls()).toHaveLength(15)
    expect(new Set(historyCalls().map((call) => call.split('/')[2]))).toEqual(
      new Set(['bitcoin', 'ethereum', 'ripple', 'cardano', 'solana']),
    )
    const points = await countPoints('bitcoin')
    expect(points[300]).toBeGreaterThanOrEqual(288)
    expect(points[3600]).toBeGreaterThanOrEqual(2160)
    expect(points[14_400]).toBeGreaterThanOrEqual(540)
    expect(points[86_400]).toBeGreaterThanOrEqual(365)
    const feed = createLiveFeed(clock)
    await feed.load()
    const month = await feed.history({ symbol: 'BTC', points: 179, step: 4 * HOUR, before: now })
    expect(month).toHaveLength(179)
    const steps = new Set(month.slice(1).map(({ time }, index) => time - (month[index]?.time ?? 0)))
    expect([...steps]).toEqual([4 * HOUR])
  })

  test('is continued where an earlier run stopped', async () => {
    const before = startPoller()
    await tickFor(before, 4)
    await before.close()
    await tickFor(startPoller(), 4)
    expect(historyCalls()).toHaveLength(8)
    expect(new Set(historyCalls()).size).toBe(8)
  })

  test('does not delay prices when it cannot be read, and logs it once', async () => {
    const poller = startPoller()
    await poller.tick()
    sources.fault = 'rate_limit'
    now += 5_000
    await tickFor(poller, 4)
    expect(countLogged('the history of a market source cannot be read')).toBe(1)
    sources.fault = undefined
    now += 5 * MINUTE
    await tickFor(poller, 2)
    expect(poller.describe().sources.map(({ state }) => state)).toEqual(['answering', 'answering'])
    expect(historyCalls().length).toBeGreaterThan(2)
  })

  test('of a gap is requested when prices return', async () => {
    const poller = startPoller()
    await tickFor(poller, 19)
    const calls = historyCalls().length
    now += 5 * HOUR
    await tickFor(poller, 1)
    expect(historyCalls().slice(calls)).toEqual(['/coins/bitcoin/market_chart?vs_currency=usd&days=1'])
  })
})

test('history is thinned with age, and keeps the points of the charts', async () => {
  const [asset] =
    await app.sql`insert into assets (slug, symbol, name, kind) values ('gold', 'XAU', 'Gold', 'metal') returning id`
  await app.sql`
    insert into price_points (asset_id, feed, resolution, time, price, source)
    select ${asset?.id}, 'live', resolution, time, 2000, 'test'
    from (values (60, interval '12 hours'), (300, interval '1 day'), (3600, interval '5 days'), (14400, interval '5 days'), (86400, interval '30 days')) as each (resolution, step),
      generate_series(${new Date(now - 400 * 24 * HOUR).toISOString()}::timestamptz, ${new Date(now).toISOString()}::timestamptz, step) as time`
  await startPoller().tick()
  const kept = await app.sql`
    select resolution, extract(epoch from ${new Date(now).toISOString()}::timestamptz - min(time))::int / 86400 as days from price_points
    where asset_id = ${asset?.id} group by resolution order by resolution`
  expect(kept.map(({ resolution, days }) => [resolution, days])).toEqual([
    [60, 2],
    [300, 14],
    [3600, 90],
    [14_400, 90],
    [86_400, 400],
  ])
})
