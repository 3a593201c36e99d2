/** The four market tabs with the simulated feed of the real server, and their failures. */
import type { Locator, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { readColor } from '#e2e/colors'
import { expect, expectAccessible, expectNoSidewaysScroll, retryLoading, test } from '#e2e/fixtures'
import { signIn } from '#e2e/investor'
import { makeValuation } from '#e2e/offering-fixtures'
import { createInvestments } from '#e2e/portfolio-fixtures'
import { createSeries, dayFromNow, issueUnits } from '#e2e/series-fixtures'

const calls = {
  data: '**/api/v1/market-data',
  crypto: '**/api/v1/crypto-prices',
  chart: '**/api/v1/chart-data/**',
  sparklines: '**/api/v1/sparklines',
  intelligence: '**/api/v1/market-intelligence',
}
const refreshMs = 30_000
const asOf = '2026-11-20T10:20:30.000Z'

/** The browser's own log lines about calls that a test aborts or rejects. */
const refused = /Failed to load resource/

/** The color of samples, which no figure has. */
const expectGrey = async (figure: Locator) => {
  const note = await figure
    .page()
    .getByText('Name', { exact: true })
    .first()
    .evaluate((one) => getComputedStyle(one).color)
  await expect(figure).toHaveCSS('color', note)
}

type TabName = 'market' | 'charts' | 'live' | 'intelligence' | 'overview'

/** Loads a tab, with further parts of its address. */
const showTab = (page: Page, tab: TabName | `${TabName}&${string}`) =>
  page.goto(`/access/dashboard?tab=${tab}`)

/** Signs in and loads a tab. */
const openTab = async (page: Page, tab: TabName | `${TabName}&${string}`) => {
  await signIn(page)
  await showTab(page, tab)
}

const respondLive = (
  page: Page,
  url: string,
  json: unknown,
  stale = false,
  headers: Record<string, string> = {},
) =>
  page.route(url, (route) =>
    route.fulfill({
      json,
      headers: {
        ...headers,
        'x-market-source': 'live',
        'x-market-stale': String(stale),
        'last-modified': new Date(asOf).toUTCString(),
      },
    }),
  )

/** A list of coins, and a short line of some. */
const respondCoins = async (page: Page, coins: readonly unknown[], stale = false) => {
  await respondLive(page, calls.crypto, coins, stale)
  await respondLive(page, calls.sparklines, [
    ...['alphacoin', 'betacoin', 'gammacoin', 'bitcoin'].map((id) => ({ id, prices: [4, 6, 5] })),
    { id: 'onecoin', prices: [4] },
  ])
}

const failCall = (page: Page, url: string) => page.route(url, (route) => route.abort())

const coin = (name: string, symbol: string, figures: Record<string, number | null> = {}) => ({
  id: name.toLowerCase(),
  symbol,
  name,
  image: '',
  current_price: 100,
  market_cap: 1e9,
  market_cap_rank: 1,
  price_change_percentage_24h: 1,
  total_volume: 1e8,
  last_updated: asOf,
  ...figures,
})
const threeCoins = [
  {
    ...coin('Alphacoin', 'alp', {
      current_price: 5,
      market_cap: 3e9,
      price_change_percentage_24h: -2.5,
      total_volume: 1e6,
    }),
    image: '/favicon.svg',
  },
  coin('Betacoin', 'bet', {
    current_price: 0.0000215,
    market_cap: 2e9,
    price_change_percentage_24h: 7.1,
    total_volume: 9e6,
  }),
  coin('Gammacoin', 'gam', {
    current_price: 70_000,
    market_cap: null,
    price_change_percentage_24h: null,
    total_volume: 5e6,
  }),
]

const metalRows = (page: Page) => page.getByRole('table', { name: 'Metals' }).locator('tbody tr')

const markOf = (page: Page | Locator, provenance: string) => page.locator(`[data-provenance="${provenance}"]`)

/** The banner that says that prices could not be loaded and samples are shown. */
const failureOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Failed to fetch market data' })

test.describe('Market Data', () => {
  const coins = (page: Page) => page.getByRole('region', { name: 'Cryptocurrencies', exact: true })
  const table = (page: Page) => page.getByRole('table', { name: 'Cryptocurrencies' })
  const rows = (page: Page) => table(page).locator('tbody tr')
  /** The rank, the seven-day line, price, change, volume and market cap of a row. */
  const figures = (row: Locator) => row.getByRole('cell')
  const expectNames = (page: Page, names: readonly string[]) =>
    expect(rows(page).locator('th > span > span > span:first-child')).toHaveText([...names])

  const showAll = async (page: Page) => {
    await page.getByRole('button', { name: /^Show all \d+ cryptocurrencies$/ }).click()
  }

  test('refetches when the server announces new real prices', async ({ page }) => {
    const stream = Promise.withResolvers<void>()
    let price = 5
    await page.route(calls.crypto, (route) =>
      route.fulfill({
        json: [coin('Alphacoin', 'alp', { current_price: price })],
        headers: { 'x-market-source': 'live', 'x-market-stale': 'false' },
      }),
    )
    await page.route('**/api/v1/events/prices', async (route) => {
      await stream.promise
      await route.fulfill({ contentType: 'text/event-stream', body: 'event: prices\ndata: 1\n\n' })
    })
    await openTab(page, 'market')
    await expect(rows(page).nth(0)).toContainText('$5.00')
    price = 9
    stream.resolve()
    // Well before the refetch after thirty seconds.
    await expect(rows(page).nth(0)).toContainText('$9.00', { timeout: 12_000 })
  })

  test('lists of coins as the server sends them', async ({ page }) => {
    await test.step('is searched by name or symbol, and sorted by four figures both ways', async () => {
      await respondCoins(page, threeCoins)
      await openTab(page, 'market')
      await expect(markOf(coins(page), 'live')).toHaveText(/Live/)
      await expect(page.getByText(/^Last updated 10:20:30 (UTC|GMT[+-]\d+)$/)).toBeVisible()
      // The default: market cap, descending; missing values come last.
      await expectNames(page, ['Alphacoin', 'Betacoin', 'Gammacoin'])
      const first = rows(page).nth(0)
      await expect(first.getByRole('rowheader')).toContainText('AlphacoinALP')
      await expect(figures(first)).toHaveText(['#1', '', /^\$5\.00/, '-2.50%', '$1M', '$3B'])
      await expect(first.locator('img')).toHaveAttribute('src', '/favicon.svg')
      await expect(
        first.getByRole('img', { name: 'Alphacoin over seven days: from $4.00 to $5.00' }),
      ).toBeVisible()
      expect(await readColor(figures(first).getByText('-2.50%').last())).toBe('red')
      expect(await readColor(figures(rows(page).nth(1)).getByText('+7.10%').last())).toBe('green')
      await expect(rows(page).nth(1)).toContainText('$0.0000215')
      await expect(figures(rows(page).nth(2)).last()).toHaveText('N/A')
      const heading = (name: string) => table(page).getByRole('columnheader', { name })
      await expect(heading('Market Cap')).toHaveAttribute('aria-sort', 'descending')

      const order = page.getByRole('button', { name: /^Sort order/ })
      await expect(order).toHaveAccessibleName('Sort order: Descending')
      await order.click()
      await expect(order).toHaveAccessibleName('Sort order: Ascending')
      await expectNames(page, ['Betacoin', 'Alphacoin', 'Gammacoin'])
      await expect(heading('Market Cap')).toHaveAttribute('aria-sort', 'ascending')
      await order.click()
      const sort = page.getByLabel('Sort by')
      expect(await sort.locator('option').allTextContents()).toEqual([
        'Market Cap',
        'Price',
        '24h Change',
        'Volume',
      ])
      for (const [by, names] of [
        ['Price', ['Gammacoin', 'Alphacoin', 'Betacoin']],
        ['24h Change', ['Betacoin', 'Alphacoin', 'Gammacoin']],
        ['Volume', ['Betacoin', 'Gammacoin', 'Alphacoin']],
      ] as const) {
        await sort.selectOption(by)
        await expectNames(page, names)
        await expect(table(page).locator('[aria-sort]')).toHaveText(by === 'Volume' ? '24h Volume' : by)
      }

      const search = page.getByPlaceholder('Search cryptocurrencies...')
      await search.fill('GAM')
      await expectNames(page, ['Gammacoin'])
      await search.fill('betac')
      await expectNames(page, ['Betacoin'])
      await search.fill('nothing like it')
      await expect(page.getByText('No cryptocurrencies found')).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('shows a dash for a coin that has no history', async () => {
      await respondCoins(page, [...threeCoins, coin('Newcoin', 'new'), coin('Onecoin', 'one')])
      await showTab(page, 'market')
      const names = ['Newcoin', 'Onecoin']
      for (const name of names) {
        const row = rows(page).filter({ hasText: name })
        await expect(figures(row).nth(1)).toHaveText('–No history')
      }
    })
    await test.step('shows an empty list without an error', async () => {
      await respondLive(page, calls.crypto, [])
      await showTab(page, 'market')
      await expect(page.getByText('No cryptocurrencies found')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
    await test.step('shows figures of a silent source as delayed, with their time', async () => {
      await respondCoins(page, threeCoins, true)
      await showTab(page, 'market')
      await expect(markOf(coins(page), 'delayed')).toContainText(/Delayed.*10:20/)
      await expect(markOf(coins(page), 'live')).toHaveCount(0)
    })
    await test.step('shows every figure in a row of a phone, which no long name widens', async () => {
      const long = coin('A'.repeat(60), 'longsymbol', { current_price: 123_456.78 })
      await respondCoins(page, [...threeCoins, long])
      await page.setViewportSize({ width: 320, height: 800 })
      await showTab(page, 'market')
      const row = rows(page).nth(0)
      for (const text of ['Alphacoin', 'ALP', '#1', '$3B', '$1M', '$5.00', '-2.50%'])
        await expect(row.getByText(text).filter({ visible: true }).first()).toBeVisible()
      await expect(row.getByRole('img', { name: /^Alphacoin over seven days/ })).toBeVisible()
      await expect(rows(page)).toHaveCount(4)
      await expectNoSidewaysScroll(page, 320)
      const frame = page.getByRole('region', { name: 'Table of cryptocurrencies' })
      expect(await frame.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0)
    })
  })

  test('draws the lines of all metals and coins from one request', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (/sparklines|chart-data/.test(request.url())) asked.push(new URL(request.url()).pathname)
    })
    await openTab(page, 'market')
    await expect(rows(page).first().getByRole('img')).toBeVisible()
    await showAll(page)
    await expect(rows(page).nth(49).getByRole('img')).toBeAttached()
    await expect(metalRows(page).getByRole('img')).toHaveCount(4)
    await page.getByRole('link', { name: 'Live Prices' }).click()
    await expect(page.getByRole('heading', { name: 'Live Market Prices' })).toBeVisible()
    await page.getByRole('link', { name: 'Market Data' }).click()
    await expect(rows(page).first().getByRole('img')).toBeVisible()
    expect(asked.filter((path) => path.endsWith('/sparklines'))).toHaveLength(1)
  })

  test('simulated prices', async ({ page }) => {
    await openTab(page, 'market')
    await test.step('colors changes of real prices only', async () => {
      await expect(markOf(coins(page), 'simulated')).toBeVisible()
      const change = figures(rows(page).first()).nth(3).locator('span')
      await expect(change).toHaveText(/%$/)
      expect(await readColor(change)).toBe('gray')
    })
    await test.step('lists ten coins, and all of them on request, with every figure and as simulated', async () => {
      await expect(rows(page).filter({ hasText: 'Bitcoin' }).first()).toBeVisible()
      await expect(rows(page)).toHaveCount(10)
      await showAll(page)
      await expect(page.locator(':focus').getByRole('table'), 'the focus stays at the list').toBeVisible()
      await expect(table(page).getByRole('columnheader')).toHaveText([
        'Rank',
        'Name',
        '7 Days',
        'Price',
        '24h Change',
        '24h Volume',
        'Market Cap',
      ])
      await expect(rows(page).filter({ hasText: 'Bitcoin' }).first()).toContainText('BTC')
      await expect(rows(page).nth(49)).toBeAttached()
      const first = figures(rows(page).first())
      await expect(first).toHaveText([
        '#1',
        '',
        /^\$[\d,]+\.\d\d/,
        /^[+-]\d+\.\d\d%$/,
        /^\$[\d.]+B$/,
        /^\$[\d.]+T$/,
      ])
      await expect(
        first.nth(1).getByRole('img', { name: /^Bitcoin over seven days: from \$[\d,.]+ to \$[\d,.]+$/ }),
      ).toBeVisible()
      await expect(markOf(coins(page), 'simulated')).toHaveText(/Simulated/)
      await expect(page.getByText(/Last updated \d\d:\d\d:\d\d/)).toBeVisible()
    })
    await test.step('names the source of real prices with a link, and no source for simulated ones', async () => {
      await expect(markOf(coins(page), 'simulated')).toBeVisible()
      const source = page.getByRole('main').getByRole('link', { name: 'CoinGecko' })
      await expect(source).toHaveCount(0)
      await respondCoins(page, threeCoins)
      await page.reload()
      await expect(markOf(coins(page), 'live')).toBeVisible()
      await expect(page.getByRole('main').getByText('Data provided by CoinGecko')).toBeVisible()
      await expect(source).toHaveAttribute('href', 'https://www.coingecko.com')
    })
  })

  test.describe('when the call fails', () => {
    test.use({ expectedErrors: [refused] })

    test('shows the error with Retry and two sample coins with a badge; Retry loads the real ones', async ({
      page,
    }) => {
      await failCall(page, calls.crypto)
      await openTab(page, 'market')
      await expect(failureOf(page)).toContainText('Failed to fetch market data')
      await expectNames(page, ['Bitcoin', 'Ethereum'])
      await expect(markOf(coins(page), 'sample')).toContainText('Sample data')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      await retryLoading(page, calls.crypto)
      await expect(markOf(coins(page), 'simulated')).toBeVisible()
      await expect(failureOf(page)).toHaveCount(0)
      await expect(rows(page)).toHaveCount(10)
    })

    test('keeps real figures with the Delayed badge', async ({ page }) => {
      await page.clock.install()
      await respondCoins(page, threeCoins)
      await openTab(page, 'market')
      await expect(markOf(coins(page), 'live')).toBeVisible()
      await page.unroute(calls.crypto)
      await failCall(page, calls.crypto)
      await page.clock.fastForward(refreshMs)
      await expect(markOf(coins(page), 'delayed')).toContainText('10:20')
      await expectNames(page, ['Alphacoin', 'Betacoin', 'Gammacoin'])
      await expect(markOf(coins(page), 'sample')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    })
  })

  test('refetches every 30 seconds, and never in a hidden tab', async ({ page }) => {
    await page.clock.install()
    let requests = 0
    await page.route(calls.crypto, (route) => {
      requests += 1
      return route.fulfill({ json: [coin(`Answer ${requests}`, 'ans')] })
    })
    await openTab(page, 'market')
    await expect(page.getByText('Answer 1')).toBeVisible()
    await page.clock.fastForward(refreshMs)
    await expect(page.getByText('Answer 2')).toBeVisible()
    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          get: () => (value ? 'hidden' : 'visible'),
        })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, hidden)
    await setHidden(true)
    await page.clock.fastForward(3 * refreshMs)
    expect(requests).toBe(2)
    await setHidden(false)
    await expect(page.getByText('Answer 3')).toBeVisible()
  })
})

test.describe('Metals', () => {
  const names = (page: Page) => metalRows(page).locator('th a')
  const panel = (page: Page) => page.getByRole('region', { name: 'Metals', exact: true })

  test('come before cryptocurrencies, in their usual order for an investor without series', async ({
    page,
  }) => {
    await openTab(page, 'market')
    await expect(names(page)).toHaveText(['Gold chart', 'Silver chart', 'Platinum chart', 'Palladium chart'])
    await expect(metalRows(page).first().getByRole('cell')).toHaveText([
      '',
      /^\$[\d,]+\.\d\d/,
      /^[+-]\d+\.\d\d%$/,
      /^[+-]\d+\.\d\d%$/,
      /^\$[\d,]+\.\d\d$/,
      /^\$[\d,]+\.\d\d$/,
    ])
    await expect(
      metalRows(page)
        .first()
        .getByRole('img', { name: /^Gold over seven days: from \$[\d,.]+ to \$[\d,.]+$/ }),
    ).toBeVisible()
    await expect(panel(page).getByText('Your series')).toHaveCount(0)
    await expect(page.getByText('No public price is available here')).toHaveCount(0)
    const [above, below] = await Promise.all(
      [panel(page), page.getByRole('region', { name: 'Cryptocurrencies', exact: true })].map((part) =>
        part.boundingBox(),
      ),
    )
    expect((above?.y ?? 0) < (below?.y ?? 0)).toBe(true)
  })

  test('on which series depend come first with a mark; a series without a public price is named', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await createInvestments(sql, user.id, ['$BUSHVELD', '$MONZ', '$GAClay', '$LONGGONE'])
    await respondLive(page, calls.crypto, threeCoins)
    await page.goto('/access/dashboard?tab=market')
    await expect(names(page)).toHaveText(['Platinum chart', 'Palladium chart', 'Gold chart', 'Silver chart'])
    for (const at of [0, 1]) await expect(metalRows(page).nth(at)).toContainText('Your series$BUSHVELD')
    await expect(panel(page).getByText('Your series', { exact: true })).toHaveCount(2)
    await expect(
      page.getByText(
        'No public price is available here for the minerals of your series: Kaolin ($GAClay) and Monazite ($MONZ).',
      ),
    ).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320)
    await page.setViewportSize({ width: 1280, height: 900 })

    // The row leads to a separate chart, with a button after the other metals.
    await metalRows(page)
      .first()
      .click({ position: { x: 600, y: 10 } })
    await expect(page).toHaveURL(/\?tab=charts&symbol=XPT&range=24h$/)
    await expect(page.getByRole('group', { name: 'Asset' }).getByRole('button')).toHaveText([
      'Gold (XAU)',
      'Silver (XAG)',
      'Platinum (XPT)',
      'Palladium (XPD)',
      'Bitcoin (BTC)',
      'Ethereum (ETH)',
      'Cardano (ADA)',
      'Solana (SOL)',
    ])
    await expect(page.getByRole('img', { name: /^Platinum over 24 hours: latest/ })).toBeVisible()
    await expect(page.getByText('Your series', { exact: true })).toHaveCount(1)

    // Outside the strip of the tab, but first among its metals.
    await page.getByRole('link', { name: 'Live Prices' }).click()
    const courses = page.getByRole('list', { name: 'Metals over 24 hours' }).getByRole('listitem')
    await expect(courses).toHaveText([
      /^Platinum chart over 24 hours\s*XPT\$[\d,.]+[+-]\d+\.\d\d%Low\$[\d,.]+High\$[\d,.]+Your series\$BUSHVELD$/,
      /^Palladium chart over 24 hours\s*XPD.*Your series\$BUSHVELD$/,
      /^Gold chart.*Not linked to any of your series$/,
      /^Silver chart.*Not linked to any of your series$/,
    ])
    await expect(page.locator('dl [data-symbol="XAU"]')).not.toContainText('Your series')
  })

  test.describe('when the calls fail', () => {
    test.use({ expectedErrors: [refused] })

    test('are gray samples with a badge, the same as in the strip, without a change', async ({ page }) => {
      await failCall(page, calls.data)
      await failCall(page, calls.crypto)
      await openTab(page, 'market')
      await expect(failureOf(page)).toHaveText(/Failed to fetch market data.*not real figures/)
      const samples = ['$2,038.81', '$24.15', '$987.50', '$1,056.80']
      for (const [at, price] of samples.entries()) {
        await expect(metalRows(page).nth(at)).toContainText(price)
        // No column has nothing to show.
        await expect(metalRows(page).nth(at).getByRole('cell')).toHaveText([/^\$[\d,.]+$/])
      }
      await expect(panel(page).getByRole('columnheader')).toHaveText(['Name', 'Sample price'])
      await expect(markOf(panel(page), 'sample')).toHaveCount(1)
      await expectGrey(metalRows(page).first().getByRole('cell').first())
      await expectGrey(page.getByRole('table', { name: 'Cryptocurrencies' }).getByText('$117,198.00'))
      await retryLoading(page, calls.data)
      await expect(markOf(panel(page), 'simulated')).toBeVisible()
    })

    test('say which of the two calls has failed', async ({ page }) => {
      await failCall(page, calls.data)
      await respondCoins(page, threeCoins)
      await openTab(page, 'market')
      await expect(failureOf(page)).toContainText('Metals: Showing sample data')
      await expect(failureOf(page)).not.toContainText('Cryptocurrencies:')
      await expect(markOf(panel(page), 'sample')).toBeVisible()
      await expect(
        markOf(page.getByRole('region', { name: 'Cryptocurrencies', exact: true }), 'live'),
      ).toBeVisible()
    })
  })
})

test.describe('Price Charts', () => {
  const assets = [
    'Gold (XAU)',
    'Silver (XAG)',
    'Bitcoin (BTC)',
    'Ethereum (ETH)',
    'Cardano (ADA)',
    'Solana (SOL)',
  ]
  const ranges = ['1H', '24H', '7D', '30D', '1Y']
  const line = (page: Page) => page.locator('.apexcharts-line-series path.apexcharts-line')
  const bars = (page: Page) => page.locator('.apexcharts-bar-series path')
  const figure = (page: Page, name: string | RegExp) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')

  test('the figures of points as the server sends them', async ({ page }) => {
    await test.step('computes its figures from the points, and has bars where volume is reported', async () => {
      const times = [0, 1, 2, 3].map((hour) => new Date(Date.parse(asOf) + hour * 3_600_000).toISOString())
      const prices = [100, 125.5, 80.25, 110]
      const points = (volume: number | null) => times.map((time, at) => ({ time, price: prices[at], volume }))
      await respondLive(page, '**/chart-data/XAU/24h', points(null))
      await respondLive(page, '**/chart-data/BTC/24h', points(5e9), false, {
        'x-market-high': '140.5',
        'x-market-low': '70.25',
      })
      await openTab(page, 'charts')
      await expect(figure(page, 'Latest price')).toHaveText('$110.00')
      // A history of three hours has no change over 24 hours.
      await expect(figure(page, /^Change since /)).toHaveText('+10.00%')
      await expect(figure(page, 'High')).toHaveText('$125.50')
      await expect(figure(page, 'Low')).toHaveText('$80.25')
      await expect(line(page)).toBeVisible()
      await expect(bars(page)).toHaveCount(0)
      await expect(page.getByText('24h Volume')).toHaveCount(0)
      await page.getByRole('button', { name: 'Bitcoin (BTC)' }).click()
      await expect(bars(page)).toHaveCount(4)
      // Prices between the points count for the high and the low.
      await expect(figure(page, 'High')).toHaveText('$140.50')
      await expect(figure(page, 'Low')).toHaveText('$70.25')
      await expect(page.getByText('All stored prices in range')).toHaveCount(2)
      await expect(page.getByText('24h Volume', { exact: true })).toBeVisible()
    })
    await test.step('compares two assets, each indexed to 100, and has a table of the figures', async () => {
      const times = [0, 1, 2].map((hour) => new Date(Date.parse(asOf) + hour * 3_600_000).toISOString())
      const points = (prices: readonly number[], volume: number | null) =>
        prices.map((price, at) => ({ time: times[at], price, volume }))
      await respondLive(page, '**/chart-data/XAU/24h', points([2000, 2100, 1900], null))
      await respondLive(page, '**/chart-data/BTC/24h', points([50_000, 60_000, 75_000], 5e9))
      await showTab(page, 'charts')
      await expect(line(page)).toHaveCount(1)
      await page.getByRole('button', { name: 'Show data' }).click()
      const table = page.getByRole('table', { name: 'Chart data over 24 hours' })
      const rows = table.getByRole('row')
      await expect(rows).toHaveText(['TimePrice', /\$1,900\.00$/, /\$2,100\.00$/, /\$2,000\.00$/])

      await page.getByLabel('Compare with').selectOption('Bitcoin (BTC)')
      await expect(line(page)).toHaveCount(2)
      await expect(page.getByText(/^Rebased to 100 at /)).toBeVisible()
      await expect(
        page.getByRole('img', {
          name: 'Gold and Bitcoin over 24 hours, both rebased to 100: Gold now 95.00, Bitcoin now 150.00',
        }),
      ).toBeVisible()
      await expect(rows).toHaveText([
        'TimeGoldGold, indexBitcoinBitcoin, index',
        /\$1,900\.0095\.00\$75,000\.00150\.00$/,
        /\$2,100\.00105\.00\$60,000\.00120\.00$/,
        /\$2,000\.00100\.00\$50,000\.00100\.00$/,
      ])
      // Prices of one asset and volumes of the other have no common strip.
      await expect(bars(page)).toHaveCount(0)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page, 320)

      await page.getByLabel('Compare with').selectOption('')
      await expect(line(page)).toHaveCount(1)
      await page.getByRole('button', { name: 'Hide data' }).click()
      await expect(table).toHaveCount(0)
    })
    await test.step('says that a single price is no line, and knows no change of it', async () => {
      await respondLive(page, calls.chart, [{ time: asOf, price: 97_000, volume: 4e10 }])
      await showTab(page, 'charts')
      await expect(page.getByText('Only one Gold price is available in this range.')).toBeVisible()
      await expect(figure(page, 'Latest price')).toHaveText('$97,000.00')
      await expect(figure(page, 'Change over 24 hours')).toHaveText('N/A')
      await expect(line(page)).toHaveCount(0)
      await expect(bars(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Show data' }).click()
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    })
    await test.step('shows a message when there is no point', async () => {
      await respondLive(page, calls.chart, [])
      await showTab(page, 'charts')
      await expect(page.getByText('No chart data available')).toBeVisible()
      await expectAccessible(page)
    })
  })

  test('takes the asset, the range and the comparison from the URL, and keeps them there', async ({
    page,
  }) => {
    await openTab(page, 'charts&symbol=SOL&range=7d&with=XAU')
    const pressed = page.locator('button[aria-pressed="true"]')
    await expect(pressed).toHaveText(['Solana (SOL)', '7D'])
    await expect(page.getByLabel('Compare with')).toHaveValue('XAU')
    await page.getByRole('button', { name: '30D' }).click()
    await expect(page).toHaveURL(/\?tab=charts&symbol=SOL&range=30d&with=XAU$/)
    // An asset is not compared with itself.
    await page.getByRole('button', { name: 'Gold (XAU)' }).click()
    await expect(page).toHaveURL(/symbol=XAU/)
    await expect(page.getByLabel('Compare with')).toHaveValue('')
    await page.reload()
    await expect(pressed).toHaveText(['Gold (XAU)', '30D'])
  })

  test('a simulated course', async ({ page }) => {
    await openTab(page, 'charts')
    await test.step('shows prices and volumes under the pointer, in light and dark', async () => {
      await page.getByRole('button', { name: 'Ethereum (ETH)' }).click()
      await expect(bars(page).first()).toBeVisible()
      for (const theme of ['light', 'dark']) {
        await page.evaluate((value) => {
          document.documentElement.dataset.theme = value
        }, theme)
        for (const [at, words] of [
          [0, /Price:\s*\$[\d,]+\.\d\d/],
          [1, /24h volume:\s*\$[\d.]+B/],
        ] as const) {
          const chart = page.locator('.apexcharts-canvas').nth(at)
          await expect(chart.locator('.apexcharts-series path').first()).toBeVisible()
          await chart.hover()
          await expect(chart.locator('.apexcharts-tooltip')).toContainText(words)
          // The library's own style sheet is allowed: without it a tooltip would be below the chart, in the flow.
          await expect(chart.locator('.apexcharts-tooltip')).toHaveCSS('position', 'absolute')
        }
      }
    })
    await test.step('draws gold over 24 hours at first, and every chosen asset and range', async () => {
      await showTab(page, 'charts')
      const pressed = page.locator('button[aria-pressed="true"]')
      await expect(line(page)).toBeVisible()
      expect(await pressed.allTextContents()).toEqual(['Gold (XAU)', '24H'])
      expect(await page.getByRole('group', { name: 'Asset' }).getByRole('button').allTextContents()).toEqual(
        assets,
      )
      expect(await page.getByRole('group', { name: 'Range' }).getByRole('button').allTextContents()).toEqual(
        ranges,
      )
      for (const name of ['Latest price', 'High', 'Low'])
        await expect(figure(page, name)).toHaveText(/^\$[\d,]+\.\d\d$/)
      await expect(figure(page, 'Change over 24 hours')).toHaveText(/^[+-]\d+\.\d\d%$/)
      await expect(markOf(page, 'simulated')).toBeVisible()

      for (const asset of assets) {
        const fetched = page.waitForResponse((response) =>
          response.url().endsWith(`/${asset.slice(-4, -1)}/24h`),
        )
        await page.getByRole('button', { name: asset }).click()
        if (asset !== 'Gold (XAU)') expect((await fetched).status()).toBe(200)
        else fetched.catch(() => {})
        await expect(
          page.getByRole('img', { name: new RegExp(`^${asset.split(' ')[0]} over 24 hours: latest`) }),
        ).toBeVisible()
        await expect(line(page)).toBeVisible()
      }
      for (const [range, words] of [
        ['1H', '1 hour'],
        ['7D', '7 days'],
        ['30D', '30 days'],
        ['1Y', '1 year'],
      ] as const) {
        await page.getByRole('button', { name: range, exact: true }).click()
        await expect(figure(page, `Change over ${words}`)).toHaveText(/%$/)
        await expect(line(page)).toBeVisible()
      }
    })
  })

  test('labels times within the drawing only, none in the future', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-22T10:17:00Z'))
    const steps = { '1h': 60, '24h': 288, '7d': 168, '30d': 180, '1y': 365 }
    const minutes = { '1h': 1, '24h': 5, '7d': 60, '30d': 240, '1y': 1440 }
    for (const range of ['1h', '24h', '7d', '30d', '1y'] as const) {
      const end = Date.parse('2026-11-22T10:15:00Z')
      await respondLive(
        page,
        `**/chart-data/XAU/${range}`,
        Array.from({ length: steps[range] }, (_, at) => ({
          time: new Date(end - (steps[range] - 1 - at) * minutes[range] * 60_000).toISOString(),
          price: 2000 + (at % 7),
          volume: null,
        })),
      )
    }
    const expected = {
      '1H': ['09:20', '09:25', '10:10'],
      '24H': ['12:00', 'Nov 22', '08:00'],
      '7D': ['Nov 16', 'Nov 19', 'Nov 22'],
      '30D': ['Oct 31', 'Nov 7', 'Nov 21'],
      '1Y': ['2026', 'Mar', 'Nov'],
    }
    await openTab(page, 'charts')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [range, texts] of Object.entries(expected)) {
        await page.getByRole('button', { name: range, exact: true }).click()
        await expect(page.getByRole('button', { name: range, exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        )
        await expect(line(page)).toBeVisible()
        const labels = page.locator('.chart-time-label')
        await expect(labels.first()).toBeVisible()
        if (width === 1440)
          for (const text of texts) await expect(labels.getByText(text, { exact: true })).toHaveCount(1)
        const plot = await page.locator('.apexcharts-line-series').first().boundingBox()
        for (const label of await labels.all()) {
          const box = await label.boundingBox()
          expect(box && plot && box.x >= plot.x - 4, `${range} ${width}: left`).toBe(true)
          expect(
            box && plot && box.x + box.width <= plot.x + plot.width + 4,
            `${range} ${width}: right`,
          ).toBe(true)
        }
        await expect(page.locator('.apexcharts-xaxis-label')).toHaveCount(0)
      }
    }
  })

  test('prints the name of the asset and the range instead of the buttons', async ({ page }) => {
    await openTab(page, 'charts&symbol=SOL&range=7d')
    await expect(line(page)).toBeVisible()
    const name = page.getByText('Solana (SOL), 7D.')
    await expect(name).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(name).toBeVisible()
    await expect(page.getByRole('group', { name: 'Asset' })).toBeHidden()
    await expect(line(page)).toBeVisible()
  })

  test.describe('when the call fails', () => {
    test.use({ expectedErrors: [refused] })

    test('draws a sample with a badge around the base price; Retry loads the real one', async ({ page }) => {
      await page.route(calls.chart, (route) =>
        route.fulfill({ status: 503, json: { code: 'market_unavailable', error: 'x' } }),
      )
      await openTab(page, 'charts')
      await expect(markOf(page, 'sample')).toContainText('Sample data')
      await expect(line(page)).toBeVisible()
      const latest = Number(((await figure(page, 'Latest price').textContent()) ?? '').replace(/[$,]/g, ''))
      expect(Math.abs(latest / 2038.81 - 1)).toBeLessThanOrEqual(0.03)
      await expectAccessible(page)
      // Gray and dotted, and the same after a reload.
      await expect(line(page)).toHaveAttribute('stroke-dasharray', '2')
      const readShape = () => line(page).getAttribute('d')
      // Invented data has no change, no high and no low, and no figures to read.
      for (const name of ['High', 'Low', /^Change/]) await expect(figure(page, name)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Show data' })).toHaveCount(0)
      const first = await readShape()
      await page.reload()
      await expect(line(page)).toBeVisible()
      expect(await readShape()).toEqual(first)

      await page.getByRole('button', { name: 'Bitcoin (BTC)' }).click()
      for (const [range, points] of [
        ['1H', 60],
        ['24H', 24],
        ['7D', 7],
        ['30D', 30],
        ['1Y', 12],
      ] as const) {
        await page.getByRole('button', { name: range, exact: true }).click()
        await expect(bars(page), range).toHaveCount(points)
      }
      await retryLoading(page, calls.chart)
      await expect(markOf(page, 'simulated')).toBeVisible()
      await expect(markOf(page, 'sample')).toHaveCount(0)
    })
  })
})

test.describe('Live Prices', () => {
  const strip = (page: Page) => page.getByRole('region', { name: 'Live Market Prices' })
  const tile = (page: Page, symbol: string) => page.locator(`dl [data-symbol="${symbol}"]`)
  const symbols = ['XAU', 'XAG', 'BTC', 'ETH', 'XRP', 'ADA']
  const fallbacks = ['$2,038.81', '$24.15', '$117,198.00', '$4,790.92', '$3.07', '$0.93']
  const metals = (gold: number, silver: number) => ({
    gold: { symbol: 'XAU', name: 'Gold', price: gold, change: 0.4 },
    silver: { symbol: 'XAG', name: 'Silver', price: silver, change: -0.2 },
    btc: { symbol: 'BTC', name: 'Bitcoin', price: 1, change: 1 },
    eth: { symbol: 'ETH', name: 'Ethereum', price: 1, change: 1 },
    as_of: asOf,
    source: 'live',
    stale: false,
  })

  const expectFallbacks = async (page: Page) => {
    for (const [at, symbol] of symbols.entries()) {
      await expect(tile(page, symbol)).toContainText(fallbacks[at] ?? '')
      await expect(tile(page, symbol)).not.toContainText('N/A')
    }
    await expect(markOf(strip(page), 'sample')).toHaveCount(1)
    await expect(strip(page)).toContainText('Prices are unavailable.')
  }

  test('simulated prices', async ({ page }) => {
    await openTab(page, 'live')
    await test.step('shows the six prices of the two calls, with their changes', async () => {
      await expect(page.getByRole('heading', { name: 'Live Market Prices' })).toBeVisible()
      await expect(page.getByText('Prices update every 30 seconds')).toBeVisible()
      await expect(strip(page).locator('dt > :first-child')).toHaveText(
        ['Gold', 'Silver', 'Bitcoin', 'Ethereum', 'XRP', 'Cardano'].map((name) => `${name} chart`),
      )
      for (const symbol of symbols) await expect(tile(page, symbol)).toContainText(/\$[\d,.]+[+-]\d+\.\d\d%/)
      await expect(markOf(strip(page), 'simulated')).toBeVisible()
    })
    await test.step('opens the chart of a price, also of one without a button in every chart', async () => {
      await tile(page, 'XAG').click()
      await expect(page).toHaveURL(/\?tab=charts&symbol=XAG&range=24h$/)
      const pressed = page.locator('button[aria-pressed="true"]')
      await expect(pressed).toHaveText(['Silver (XAG)', '24H'])
      await page.goBack()
      await page.getByRole('link', { name: 'XRP chart' }).press('Enter')
      await expect(pressed).toHaveText(['XRP (XRP)', '24H'])
      await expect(page.getByRole('img', { name: /^XRP over 24 hours: latest/ })).toBeVisible()
    })
    await test.step('opens the chart of a metal from its course over 24 hours', async () => {
      await showTab(page, 'live')
      const gold = page.locator('li[data-metal="XAU"]')
      await expect(gold).toContainText(/Low\$[\d,]+\.\d\dHigh\$[\d,]+\.\d\d/)
      await gold.click()
      await expect(page).toHaveURL(/\?tab=charts&symbol=XAU&range=24h$/)
    })
  })

  test('prices as the server sends them', async ({ page }) => {
    await test.step('takes gold and silver from one call, the coins from the other; a missing or zero price is a sample with a badge', async () => {
      await respondLive(page, calls.data, metals(2400, 0))
      await respondLive(page, calls.crypto, [
        coin('Bitcoin', 'btc', { current_price: 50_000 }),
        coin('Ethereum', 'eth', { current_price: 0 }),
      ])
      await openTab(page, 'live')
      await expect(tile(page, 'XAU')).toContainText('$2,400.00+0.40%')
      await expect(tile(page, 'BTC')).toContainText('$50,000.00+1.00%')
      for (const [symbol, price] of [
        ['XAG', '$24.15'],
        ['ETH', '$4,790.92'],
        ['XRP', '$3.07'],
        ['ADA', '$0.93'],
      ] as const) {
        await expect(tile(page, symbol)).toContainText(`${price}N/A`)
        await expect(markOf(tile(page, symbol), 'sample')).toContainText('Sample data')
      }
      await expect(markOf(tile(page, 'XAU'), 'sample')).toHaveCount(0)
      await expect(markOf(strip(page), 'live')).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
    await test.step('does not claim to update while no source has responded lately', async () => {
      await respondLive(page, calls.data, { ...metals(2400, 30), stale: true })
      await showTab(page, 'live')
      await expect(markOf(strip(page), 'delayed')).toBeVisible()
      await expect(page.getByText('Prices update every 30 seconds')).toHaveCount(0)
      await expect(page.getByText('These prices are not current.')).toBeVisible()
    })
  })

  test.describe('when the calls fail', () => {
    test.use({ expectedErrors: [refused] })

    test('both calls fail', async ({ page }) => {
      await failCall(page, calls.data)
      await failCall(page, calls.crypto)
      await openTab(page, 'live')
      await test.step('shows the fallback values with a badge, no change, and no frames of charts', async () => {
        await expectFallbacks(page)
        await expect(page.locator('li[data-metal]')).toHaveCount(0)
        await expect(page.getByRole('region', { name: 'Metals over 24 hours' })).toContainText(
          'No price data yet',
        )
        await expectAccessible(page)
      })
      await test.step('has Retry, which fetches both calls', async () => {
        await expect(failureOf(page)).toContainText('Failed to fetch market data')
        await expect(failureOf(page)).toContainText('Showing sample data')
        await expectFallbacks(page)
        await expect(page.getByText('Prices update every 30 seconds')).toHaveCount(0)
        await expect(page.getByText('These prices are not current.')).toBeVisible()
        await page.unroute(calls.data)
        await retryLoading(page, calls.crypto)
        await expect(failureOf(page)).toHaveCount(0)
        await expect(markOf(strip(page), 'simulated')).toBeVisible()
        await expect(markOf(strip(page), 'sample')).toHaveCount(0)
      })
    })

    test('draws no sample as the course of a metal', async ({ page }) => {
      await failCall(page, calls.chart)
      await openTab(page, 'live')
      await expect(page.getByText('No chart data available')).toHaveCount(4)
      await expectAccessible(page)
    })

    test('waits at most ten seconds for a response', async ({ page }) => {
      await page.clock.install()
      await page.addInitScript(() => {
        const { fetch } = window
        const requestedAt: number[] = []
        const noteTime = (...args: Parameters<typeof fetch>) => {
          if (/market-data|crypto-prices/.test(new Request(...args).url)) requestedAt.push(Date.now())
          return fetch(...args)
        }
        Object.assign(window, { startedClock: requestedAt, fetch: noteTime })
      })
      for (const url of [calls.data, calls.crypto]) await page.route(url, () => {})
      await openTab(page, 'live')
      const readTimes = () =>
        page.evaluate(() => (window as unknown as { startedClock: number[] }).startedClock)
      await expect.poll(async () => (await readTimes()).length).toBe(2)
      const [first = 0, last = 0] = (await readTimes()).toSorted()
      // The timeout begins shortly before the request is sent.
      await page.clock.pauseAt(first + 9_500)
      await expect(markOf(strip(page), 'sample')).toHaveCount(0)
      await page.clock.runFor(last - first + 500)
      await expectFallbacks(page)
    })
  })

  test('refetches every 30 seconds', async ({ page }) => {
    await page.clock.install()
    await respondLive(page, calls.data, metals(2400, 30))
    await openTab(page, 'live')
    await expect(tile(page, 'XAU')).toContainText('$2,400.00')
    await page.unroute(calls.data)
    await respondLive(page, calls.data, metals(2500, 31))
    await page.clock.fastForward(refreshMs)
    await expect(tile(page, 'XAU')).toContainText('$2,500.00')
  })
})

test.describe('Market Intelligence', () => {
  const response = {
    sentiment: 'bearish',
    volatility: 'high',
    volume: 'low',
    measures: { mean_change: -1.34, median_move: 5.12, volume_ratio: 0.61 },
    trends: [
      { asset: 'Gold', trend: 'up', confidence: 81, change: 0.42 },
      { asset: 'Bitcoin', trend: 'down', confidence: 12, change: -3.1 },
      { asset: 'Cardano', trend: 'sideways', confidence: 3, change: null },
    ],
    insights: ['The 3 tracked assets moved -0.89% on average over 24 hours: sentiment is bearish.'],
    as_of: asOf,
    source: 'live',
    stale: false,
  }
  const reading = (page: Page, name: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]')

  const trendRows = (page: Page) => page.getByRole('table', { name: 'Asset trends' }).getByRole('row')
  const sinceValuation = (page: Page) => page.getByRole('region', { name: 'Metal prices since valuation' })

  /** Signs in an investor who holds a gold series, valued ten days ago, and one without a public price. */
  const holdTwoSeries = async (page: Page, sql: Sql) => {
    const { user } = await signIn(page)
    const gold = await createSeries(sql, { name: 'Gold of a test' })
    const clay = await createSeries(sql, { name: 'Halloysite of a test' })
    await sql`update tokens set category_id = (select id from token_categories where name = 'Precious Metals')
      where id = ${gold.id}`
    for (const series of [gold, clay]) await issueUnits(sql, series, [[user.id, '10']])
    await makeValuation(sql, gold.id, 10, '120.00')
    return { gold, clay }
  }

  test('shows what the metal of each holding did since its valuation', async ({ page, sql }) => {
    const { gold, clay } = await holdTwoSeries(page, sql)
    await respondLive(page, '**/chart-data/XAU/1y', [
      { time: `${dayFromNow(-40)}T12:00:00.000Z`, price: 1800, volume: null },
      { time: `${dayFromNow(-12)}T12:00:00.000Z`, price: 2000, volume: null },
      { time: `${dayFromNow(-1)}T12:00:00.000Z`, price: 2100, volume: null },
    ])
    await page.goto('/access/dashboard?tab=intelligence')
    const rows = sinceValuation(page).getByRole('row')
    await expect(rows.filter({ hasText: gold.symbol })).toContainText(
      'Gold chart over a year$2,000.00$2,100.00+5.00%',
    )
    await expect(rows.filter({ hasText: clay.symbol })).toContainText('No public price')
    expect(await readColor(rows.getByText('+5.00%'))).toBe('green')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, 320)
    await rows.getByRole('link', { name: 'Gold chart over a year' }).click()
    await expect(page).toHaveURL(/tab=charts&symbol=XAU&range=1y/)
  })

  test('simulated figures of somebody without units', async ({ page }) => {
    await openTab(page, 'intelligence')
    await test.step('says what will be listed for somebody who holds no units', async () => {
      await expect(sinceValuation(page)).toContainText('You hold no units.')
    })
    await test.step('shows three readings, trends and insights of the server', async () => {
      await expect(reading(page, 'Market Sentiment')).toHaveText(/^(bullish|bearish|neutral)$/)
      await expect(reading(page, 'Volatility')).toHaveText(/^(low|medium|high)$/)
      await expect(reading(page, 'Trading Volume')).toHaveText(/^(low|medium|high)$/)
      await expect(page.getByRole('heading', { name: 'Asset Trends' })).toBeVisible()
      await expect(trendRows(page)).toHaveCount(10)
      await expect(page.getByRole('list', { name: 'Market Insights' }).getByRole('listitem')).toHaveCount(6)
      await expect(markOf(page, 'simulated')).toBeVisible()
    })
    await test.step('has fixed risks and opportunities, under a note that they are illustrative', async () => {
      const block = page.getByRole('region', { name: 'Risk Assessment' })
      await expect(block).toContainText('Illustrative')
      for (const term of [
        'Regulatory Changes',
        'Market Volatility',
        'Liquidity Risk',
        'Institutional Adoption',
        'DeFi Growth',
        'NFT Market',
      ])
        await expect(block.getByText(term, { exact: true })).toBeVisible()
    })
  })

  test('figures as the server sends them', async ({ page }) => {
    await test.step('shows the figure behind each reading, and where its words end', async () => {
      await respondLive(page, calls.intelligence, response)
      await openTab(page, 'intelligence')
      await expect(page.getByText('-1.34% average 24-hour change')).toBeVisible()
      await expect(page.getByText('5.12% median absolute')).toBeVisible()
      await expect(page.getByText('0.61 times the seven-day average')).toBeVisible()
      await expect(page.getByText('Bearish below -1%; bullish above +1%')).toBeVisible()
    })
    await test.step('shows each rating, trend, confidence and change as received', async () => {
      await respondLive(page, calls.intelligence, response)
      await showTab(page, 'intelligence')
      await expect(reading(page, 'Market Sentiment')).toHaveText('bearish')
      await expect(reading(page, 'Volatility')).toHaveText('high')
      await expect(reading(page, 'Trading Volume')).toHaveText('low')
      const rows = trendRows(page)
      await expect(rows.nth(0)).toHaveText('AssetTrendConfidence24h Change')
      await expect(rows.nth(1)).toHaveText('GoldUp81%+0.42%')
      await expect(rows.nth(2)).toHaveText('BitcoinDown12%-3.10%')
      await expect(rows.nth(3)).toHaveText('CardanoSideways3%N/A')
      await expect(page.getByText(response.insights[0] as string)).toBeVisible()
      await expect(markOf(page, 'live')).toBeVisible()
      for (const [sentiment, volatility, volume] of [
        ['bullish', 'low', 'high'],
        ['neutral', 'medium', 'medium'],
      ] as const) {
        await respondLive(page, calls.intelligence, { ...response, sentiment, volatility, volume })
        await page.reload()
        await expect(reading(page, 'Market Sentiment')).toHaveText(sentiment)
        await expect(reading(page, 'Volatility')).toHaveText(volatility)
        await expect(reading(page, 'Trading Volume')).toHaveText(volume)
      }
    })
    await test.step('colors ratings and changes of real prices only', async () => {
      await respondLive(page, calls.intelligence, response)
      await showTab(page, 'intelligence')
      const change = trendRows(page).nth(1).getByText('+0.42%')
      const rating = reading(page, 'Market Sentiment').locator('svg')
      expect(await readColor(change)).toBe('green')
      expect(await readColor(rating)).toBe('red')
      await respondLive(page, calls.intelligence, { ...response, source: 'simulated' })
      await page.reload()
      await expect(markOf(page, 'simulated')).toBeVisible()
      for (const part of [change, rating, trendRows(page).nth(1).locator('svg')])
        expect(await readColor(part)).toBe('gray')
    })
    await test.step('shows a message when there are no data', async () => {
      await respondLive(page, calls.intelligence, { ...response, trends: [], insights: [] })
      await showTab(page, 'intelligence')
      await expect(page.getByText('No insights available at the moment')).toBeVisible()
      await expect(page.getByText('No trend data available')).toBeVisible()
      await expectAccessible(page)
    })
  })

  test.describe('when the call fails', () => {
    test.use({ expectedErrors: [refused] })

    test('warns and shows sample data with a badge; Retry loads the real ones', async ({ page }) => {
      await failCall(page, calls.intelligence)
      await openTab(page, 'intelligence')
      await expect(page.getByText('Using cached data - Failed to fetch market data')).toBeVisible()
      await expect(
        page.getByText('No stored data is available. The hatched figures below are sample data.'),
      ).toBeVisible()
      // A sample is not a rating, and no rule is next to one.
      await expect(reading(page, 'Volatility')).toHaveText('Sample: low, 1.89%')
      await expect(page.getByText('Low below 2%; high at 5% or above')).toHaveCount(0)
      await expect(markOf(page, 'sample')).toContainText('Sample data')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await retryLoading(page, calls.intelligence)
      await expect(markOf(page, 'simulated')).toBeVisible()
      await expect(page.getByText(/^Using cached data/)).toHaveCount(0)
    })

    test('does not use a sample for the price since a valuation', async ({ page, sql }) => {
      await failCall(page, '**/chart-data/XAU/1y')
      const { gold } = await holdTwoSeries(page, sql)
      await page.goto('/access/dashboard?tab=intelligence')
      const row = sinceValuation(page).getByRole('row').filter({ hasText: gold.symbol })
      await expect(row).toContainText('Gold chart over a year–––')
    })

    test('keeps real figures with the Delayed badge', async ({ page }) => {
      await page.clock.install()
      await respondLive(page, calls.intelligence, response)
      await openTab(page, 'intelligence')
      await expect(markOf(page, 'live')).toBeVisible()
      await page.unroute(calls.intelligence)
      await failCall(page, calls.intelligence)
      await page.clock.fastForward(refreshMs)
      await expect(page.getByText('Using cached data - Failed to fetch market data')).toBeVisible()
      await expect(markOf(page, 'delayed')).toBeVisible()
      await expect(trendRows(page).nth(1)).toHaveText('GoldUp81%+0.42%')
    })
  })

  test('warns when the server responds with nothing, null or something else', async ({ page }) => {
    await signIn(page)
    for (const body of ['', 'null', '{}']) {
      await test.step(`the response '${body}'`, async () => {
        await page.route(calls.intelligence, (route) =>
          route.fulfill({ contentType: 'application/json', body }),
        )
        await showTab(page, 'intelligence')
        await expect(page.getByText('Using cached data - No data received from server')).toBeVisible()
        await expect(markOf(page, 'sample')).toBeVisible()
      })
    }
  })
})

test.describe('accessibility', () => {
  for (const [tab, ready] of [
    ['market', 'For reference only, in US dollars. No series is linked to cryptocurrency prices.'],
    ['charts', 'Latest price'],
    ['live', 'Prices update every 30 seconds'],
    ['intelligence', 'Risk Assessment'],
  ] as const)
    test(`the tab ${tab}: axe in light and dark, 320 to 1440 px, text twice as large`, async ({ page }) => {
      await openTab(page, tab)
      await expect(page.getByText(ready).last()).toBeVisible()
      await expect(markOf(page, 'simulated').last()).toBeVisible()
      await expectAccessible(page)
      for (const size of ['100%', '200%']) {
        await page.evaluate((value) => {
          document.documentElement.style.fontSize = value
        }, size)
        for (const width of [320, 768, 1440])
          await test.step(`text of ${size}, ${width} px`, () => expectNoSidewaysScroll(page, width))
      }
      if (tab !== 'charts') return
      await page.setViewportSize({ width: 390, height: 800 })
      for (const name of ['Latest price', /^Change/]) {
        const figure = page.getByRole('term').filter({ hasText: name }).locator('+ dd')
        const { height, line } = await figure.evaluate((dd) => ({
          height: dd.clientHeight,
          line: Number.parseFloat(getComputedStyle(dd).lineHeight),
        }))
        expect(height, 'a figure is in one line').toBeLessThan(line * 1.5)
      }
      const choice = await page.getByLabel('Compare with').boundingBox()
      expect(choice?.width, 'says what is chosen').toBeGreaterThan(200)
    })

  test('search, order, asset and range work by keyboard alone', async ({ page }) => {
    await openTab(page, 'market')
    await page.getByPlaceholder('Search cryptocurrencies...').focus()
    await page.keyboard.type('litecoin')
    await expect(page.getByRole('rowheader', { name: 'Litecoin' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Sort by')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sort order: Ascending' })).toBeFocused()

    await page.goto('/access/dashboard?tab=charts')
    await page.getByRole('button', { name: 'Gold (XAU)' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Silver (XAG)' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: '24H' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: /^Silver over 7 days/ })).toBeVisible()
  })
})
