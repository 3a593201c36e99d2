import type { Page, Route } from '@playwright/test'
import { readColor } from './colors.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const marketCall = '**/api/v1/market-data'
const refreshMs = 30_000

const names = ['Gold', 'Silver', 'Platinum', 'Palladium', 'Bitcoin', 'Ethereum']

/** Document 1, section 9: price and change of each, as shown. */
const sampleValues = [
  ['$2,038.81', '+0.58%'],
  ['$23.45', '-0.12%'],
  ['$987.50', '+1.25%'],
  ['$1,056.80', '-0.85%'],
  ['$109,170.00', '+3.20%'],
  ['$2,597.00', '+7.77%'],
]

interface Figure {
  price: number
  change: number
}

/** A response of the server with the given figures. */
function marketResponse(figures: Record<string, Figure>, provenance: object = {}) {
  const assets = Object.entries(figures).map(([asset, figure]) => [
    asset,
    { symbol: asset.toUpperCase(), name: asset, ...figure },
  ])
  return {
    ...Object.fromEntries(assets),
    as_of: '2026-03-04T05:06:00.000Z',
    source: 'live',
    stale: false,
    ...provenance,
  }
}

const plainFigures = {
  gold: { price: 2000, change: 1 },
  silver: { price: 20, change: 1 },
  btc: { price: 60_000, change: 1 },
  eth: { price: 3000, change: 1 },
}

const answerWith = (page: Page, body: object) =>
  page.route(marketCall, (route) => route.fulfill({ json: body }))

/** The visible parts of the ticker. */
function tickerOf(page: Page) {
  const view = page.getByRole('region', { name: /^Market prices/ })
  const items = view.locator('ul:not([aria-hidden="true"]) > li')
  return {
    band: page.locator('.ticker'),
    view,
    items,
    item: (name: string) => items.filter({ has: page.getByText(name, { exact: true }) }),
    mark: page.locator('.ticker .mark'),
    indicator: page.locator('.ticker .ticker-dot'),
    button: page.getByRole('button', { name: /the price ticker$/ }),
  }
}

type Ticker = ReturnType<typeof tickerOf>

const readFigures = (ticker: Ticker) =>
  ticker.items.evaluateAll((items) =>
    items.map((item) =>
      ['.ticker-price', '.ticker-change'].map((part) => item.querySelector(part)?.textContent),
    ),
  )

/** The animation that moves the band. */
const readLoop = (ticker: Ticker) =>
  ticker.view.locator('.ticker-band').evaluate((band) => {
    const [animation] = band.getAnimations()
    const timing = animation?.effect?.getTiming()
    return { state: animation?.playState, duration: timing?.duration, iterations: timing?.iterations }
  })

const expectLoop = (ticker: Ticker, state: 'running' | 'paused') =>
  expect.poll(async () => (await readLoop(ticker)).state, `the ticker is ${state}`).toBe(state)

const expectPulse = (ticker: Ticker, count: number) =>
  expect.poll(() => ticker.indicator.evaluate((dot) => dot.getAnimations().length)).toBe(count)

test.describe('home', () => {
  test('the parts of the home page', async ({ page, request }) => {
    await page.goto('/')
    await test.step('the hero makes the headline claims: returns 15-25%, minimum $100, 100% asset backed, JORC / NI 43-101', async () => {
      const claims = page.getByRole('complementary', { name: 'Headline claims' })
      const rows = await claims
        .locator('dl > div')
        .evaluateAll((all) =>
          all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
        )
      expect(rows).toEqual([
        ['Target annual return', '15-25%'],
        ['Minimum investment', '$100'],
        ['Asset backed', '100%'],
      ])
      await expect(claims).toContainText('JORC / NI 43-101 compliant')
      await expect(claims, 'a target stands beside its condition').toContainText(
        'Capital is at risk. Target returns are objectives, not forecasts.',
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      await expect(claims).toBeInViewport()
    })
    await test.step('the questions come first, then requirements, series, proof and reports', async () => {
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
        'Six questions your investment committee will ask',
        'Requirements for every series',
        'Series index',
        'Verify the register yourself',
        'Inside the platform',
        'Full documentation before you commit',
        'Talk to us, or open an account',
      ])
    })
    await test.step('four badges: JORC certified, ESG compliant, regulated, audited', async () => {
      const badges = page.getByRole('listitem').filter({ has: page.locator(':scope > b') })
      await expect(badges.locator('b')).toHaveText([
        'JORC certified',
        'ESG compliant',
        'Regulated',
        'Audited',
      ])
      for (const badge of await badges.all()) {
        const title = (await badge.locator('b').textContent()) ?? ''
        expect(
          (await badge.textContent())?.replace(title, '').trim(),
          `${title} says what it means`,
        ).not.toBe('')
      }
    })
    await test.step('the specimen sheet draws a section and states a resource, marked as illustrative', async () => {
      const sheet = page.getByRole('complementary', { name: 'Headline claims' })
      await expect(sheet.locator('.mark')).toHaveText('Illustrative')
      await expect(sheet.getByRole('img', { name: /^Illustrative geological section/ })).toBeVisible()
      const table = sheet.getByRole('table', { name: 'Illustrative Mineral Resource' })
      await expect(table.getByRole('row')).toHaveText([
        /Mt\s*g\/t Au\s*koz/,
        /Measured\s*4\.10\s*5\.62\s*741/,
        /Indicated\s*9\.85\s*4\.31\s*1,365/,
        /Measured and Indicated\s*13\.95\s*4\.70\s*2,106/,
        /Inferred \(not in total\)\s*6\.20\s*3\.90\s*777/,
      ])
      await expect(sheet).toContainText('Competent Person')
    })
    await test.step('the series index lists the tokens of a new server, each with its hatch, its sheet and a page to read', async () => {
      const section = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Series index', exact: true }) })
      await expect(section.locator('.mark')).toHaveText('Illustrative')
      const rows = await section
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim())))
      expect(rows).toHaveLength(10)
      const served = (await (await request.get('/api/v1/tokens')).json()) as Record<string, string>[]
      for (const [, symbol, name, location, category] of rows) {
        const token = served.find((each) => each.symbol === symbol)
        expect({ name, location, category }, symbol).toEqual({
          name: token?.name,
          location: token?.location,
          category: token?.category,
        })
      }
      const hatches = new Map([
        ['Precious Metals', 'ochre'],
        ['Rare Earth Elements', 'green'],
        ['Industrial Minerals', 'sand'],
      ])
      const drawn = section.locator('tbody [data-hatch]')
      expect(
        await drawn.evaluateAll((all) => all.map((swatch) => swatch.getAttribute('data-hatch'))),
      ).toEqual(rows.map((row) => hatches.get(row[4] ?? '')))
      const links = section.locator('tbody').getByRole('link')
      await expect(links).toHaveCount(20)
      await expect(section.locator('tbody th').getByRole('link')).toHaveCount(10)
      const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      expect(targets.filter((target) => target.startsWith('/tokens/'))).toEqual(
        rows.map(([, symbol]) => `/tokens/${symbol?.slice(1).toLowerCase()}`),
      )
      for (const target of new Set(targets)) {
        await page.goto(target)
        await expect(page.getByRole('heading', { level: 1 }), target).toBeVisible()
        const anchor = target.split('#')[1]
        if (anchor) await expect(page.locator(`#${anchor}`), target).toBeInViewport()
      }
    })
    await test.step('six questions, each with a text and a link to the page that answers it', async () => {
      await page.goto('/')
      const section = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: /^Six questions/ }) })
      const cards = section.getByRole('listitem')
      await expect(cards).toHaveCount(6)
      for (const card of await cards.all()) {
        await expect(card.getByRole('heading', { level: 3 })).toHaveText(/\?$/)
        await expect(card.locator('p')).not.toBeEmpty()
      }
      const links = section.getByRole('link')
      await expect(links).toHaveCount(6)
      const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      expect(new Set(targets).size, 'each question has a page or part of its own').toBe(6)
      for (const target of targets) {
        await page.goto(target)
        const anchor = target.split('#')[1]
        const place = anchor ? page.locator(`#${anchor}`) : page.getByRole('heading', { level: 1 })
        await expect(place, target).toBeInViewport()
      }
    })
    await test.step('calls to action link to /access/login and /docs/performance-analytics', async () => {
      await page.goto('/')
      const main = page.getByRole('main')
      for (const link of await main.getByRole('link', { name: 'Access Platform' }).all()) {
        await expect(link).toHaveAttribute('href', '/access/login')
      }
      await main.getByRole('link', { name: 'View Performance' }).click()
      await expect(page).toHaveURL('/docs/performance-analytics')
      await page.goBack()
      await main.getByRole('link', { name: 'Access Platform' }).first().click()
      await expect(page).toHaveURL('/access/login')
      await expect(page.getByRole('heading', { level: 1, name: 'Access Platform' })).toBeVisible()
    })
    await test.step('three documentation cards link to the documents they name', async () => {
      await page.goto('/')
      const section = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Full documentation before you commit' }) })
      const titles = ['Investment prospectus', 'Performance analytics', 'Audit reports']
      await expect(section.getByRole('listitem').getByRole('link')).toHaveText(titles)
      for (const title of titles) {
        await section.getByRole('link', { name: title }).click()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await page.goBack()
      }
    })
  })

  test('the pictures say what they are, and follow the theme without moving the page', {
    tag: '@full',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    const captions = page.getByRole('main').locator('figcaption')
    await expect(captions).toHaveText(['Investor dashboard (demonstration account)', 'Report cover (sample)'])
    const pictures = page.getByRole('main').locator('figure').getByRole('img')
    await expect(pictures).toHaveCount(2)
    const measure = () => pictures.evaluateAll((all) => all.map((image) => image.clientHeight))
    const reserved = await measure()
    expect(Math.abs((reserved[0] ?? 0) - (reserved[1] ?? 0)), 'the same height').toBeLessThan(12)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const dashboard = pictures.first()
      await dashboard.scrollIntoViewIfNeeded()
      await expect(dashboard).toHaveAttribute('src', new RegExp(`dashboard-${theme}`))
      for (const image of await pictures.all()) {
        await image.scrollIntoViewIfNeeded()
        await expect
          .poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(800)
      }
      expect(await measure(), 'the place was reserved').toEqual(reserved)
    }
  })

  test('on a phone the dashboard is shown as it is there, large enough to be read', { tag: '@full' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const figures = page.getByRole('main').locator('figure')
    const dashboard = figures.first().getByRole('img')
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const reserved = await dashboard.evaluate((image) => image.clientHeight)
      await dashboard.scrollIntoViewIfNeeded()
      const shown = () => dashboard.evaluate((image) => (image as HTMLImageElement).currentSrc)
      await expect.poll(shown).toContain(`dashboard-${theme}-phone`)
      await expect
        .poll(() => dashboard.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
      // The picture is of a window of 390 pixels: its letters are shown at nearly their size.
      expect((await dashboard.boundingBox())?.width).toBeGreaterThan(390 * 0.85)
      expect(await dashboard.evaluate((image) => image.clientHeight), 'the place was reserved').toBe(reserved)
    }
  })

  test('on a phone a section is at least 24 pixels below its lead, also while its title rises', {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    const gaps = await page.locator('main section header').evaluateAll((headers) =>
      headers.map((header) => {
        const box = header.nextElementSibling?.getBoundingClientRect()
        return (box?.top ?? 0) - header.getBoundingClientRect().bottom
      }),
    )
    expect(gaps).toHaveLength(6)
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(24)
  })

  test('titles rise into view without fading, and stay put under reduced motion', { tag: '@full' }, async ({
    page,
  }) => {
    const title = page.getByRole('heading', { name: 'Series index', exact: true })
    const header = page.locator('header').filter({ has: title })
    const read = () =>
      header.evaluate((element) => ({
        animations: element.getAnimations().length,
        opacity: getComputedStyle(element).opacity,
        transform: getComputedStyle(element).transform,
      }))
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await expect.poll(read).toEqual({ animations: 1, opacity: '1', transform: 'matrix(1, 0, 0, 1, 0, 24)' })
    await title.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect.poll(read).toEqual({ animations: 1, opacity: '1', transform: 'matrix(1, 0, 0, 1, 0, 0)' })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await read()).toEqual({ animations: 0, opacity: '1', transform: 'none' })
  })
})

test.describe('home without JavaScript', { tag: '@full' }, () => {
  test.use({ javaScriptEnabled: false })
  test('claims, cards and calls to action are there; the ticker, which has no prices, is not', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('complementary', { name: 'Headline claims' })).toContainText('15-25%')
    await expect(page.getByRole('main').getByRole('link', { name: 'Access Platform' }).first()).toBeVisible()
    await expect(page.locator('.ticker')).toBeHidden()
  })
})

test.describe('market ticker', () => {
  test('each of the six items reads Loading... and N/A before there are prices', { tag: '@full' }, async ({
    page,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(marketCall, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/')
    const ticker = tickerOf(page)
    await expect(ticker.items.locator('span:first-child')).toHaveText(names)
    expect(await readFigures(ticker)).toEqual(names.map(() => ['Loading...', 'N/A']))
    await expect(ticker.band).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(ticker.mark).toContainText('Simulated')
    await expect(ticker.band).toHaveAttribute('aria-busy', 'false')
    await expect(ticker.items.locator('span:first-child')).toHaveText(names)
  })

  test("the server's prices are shown with the Simulated badge, each change green or red with sign and two decimals", async ({
    page,
  }) => {
    const fetched = page.waitForResponse(marketCall)
    await page.goto('/')
    const ticker = tickerOf(page)
    const prices = (await (await fetched).json()) as Record<string, Figure>
    await expect(ticker.mark).toContainText('Simulated')
    await expect(ticker.mark, 'for screen readers').toContainText(
      'These figures are simulated, not real prices.',
    )
    const shown = ['gold', 'silver', 'platinum', 'palladium', 'btc', 'eth'].map((asset) => {
      const { price = Number.NaN, change = Number.NaN } = prices[asset] ?? {}
      const money = price.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
      return [money, change === 0 ? 'N/A' : `${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(2)}%`]
    })
    expect(await readFigures(ticker)).toEqual(shown)
  })

  test('a price of 0 or less reads Loading..., a change of 0 reads N/A; gain is green, loss is red', {
    tag: '@full',
  }, async ({ page }) => {
    await answerWith(
      page,
      marketResponse({
        gold: { price: 2412.5, change: 1.5 },
        silver: { price: 28.123, change: -1.236 },
        platinum: { price: 0, change: -0.4 },
        palladium: { price: -3, change: 0 },
        btc: { price: 64_000.1, change: 0 },
        eth: { price: 3000, change: 12 },
      }),
    )
    await page.goto('/')
    const ticker = tickerOf(page)
    await expect(ticker.mark).toContainText('Live')
    expect(await readFigures(ticker)).toEqual([
      ['$2,412.50', '+1.50%'],
      ['$28.12', '-1.24%'],
      ['Loading...', '-0.40%'],
      ['Loading...', 'N/A'],
      ['$64,000.10', 'N/A'],
      ['$3,000.00', '+12.00%'],
    ])
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      for (const [name, color] of [
        ['Gold', 'green'],
        ['Silver', 'red'],
        ['Bitcoin', 'gray'],
        ['Ethereum', 'green'],
      ] as const) {
        expect(await readColor(ticker.item(name).locator('.ticker-change')), `${name}, ${theme}`).toBe(color)
      }
    }
  })

  test('platinum and palladium stay at Loading... and N/A when the response leaves them out', {
    tag: '@full',
  }, async ({ page }) => {
    await answerWith(page, marketResponse(plainFigures))
    await page.goto('/')
    const ticker = tickerOf(page)
    await expect(ticker.item('Gold')).toContainText('$2,000.00')
    await expect(ticker.items.locator('span:first-child')).toHaveText(names)
    const figures = await readFigures(ticker)
    expect(figures.slice(2, 4)).toEqual([
      ['Loading...', 'N/A'],
      ['Loading...', 'N/A'],
    ])
  })

  test('real but old prices have the Delayed badge with their time', { tag: '@full' }, async ({ page }) => {
    await page.clock.setFixedTime('2026-03-04T09:00:00Z')
    await answerWith(page, marketResponse(plainFigures, { stale: true }))
    await page.goto('/')
    const { mark } = tickerOf(page)
    await expect(mark).toContainText('Delayed')
    await expect(mark.locator('time')).toHaveText('05:06 UTC')
    await expect(mark).toContainText('These figures are delayed: no source has responded recently')
  })

  test('the indicator pulses yellow while updating, then has the color of the badge, green when live; prices stay; every 30 seconds', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    let answer: (route: Route) => Promise<void> = (route) => route.continue()
    let calls = 0
    await page.route(marketCall, (route) => {
      calls += 1
      return answer(route)
    })
    await page.clock.install()
    await page.goto('/')
    const ticker = tickerOf(page)
    await expect(ticker.mark).toContainText('Simulated')
    await expect.poll(() => readColor(ticker.indicator, 'background-color')).toBe('blue')
    await expectPulse(ticker, 0)
    expect(calls).toBe(1)

    // The clock also runs in real time, so a test of exactly 30 seconds needs a tolerance.
    await page.clock.fastForward(refreshMs - 10_000)
    expect(calls, 'after 20 seconds').toBe(1)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    answer = async (route) => {
      await released
      await route.fulfill({ json: marketResponse({ ...plainFigures, gold: { price: 4321, change: -2 } }) })
    }
    await page.clock.fastForward(10_000)
    await expect.poll(() => calls, 'after 30 seconds').toBe(2)
    await expect.poll(() => readColor(ticker.indicator, 'background-color')).toBe('yellow')
    await expectPulse(ticker, 1)
    await expect(ticker.item('Gold'), 'the last prices stay while updating').toContainText('$')
    await expect(ticker.mark).toContainText('Simulated')

    release()
    await expect(ticker.item('Gold')).toContainText('$4,321.00')
    await expect(ticker.mark).toContainText('Live')
    await expect.poll(() => readColor(ticker.indicator, 'background-color')).toBe('green')
    await expectPulse(ticker, 0)

    await page.clock.fastForward(refreshMs)
    await expect.poll(() => calls, 'after 60 seconds').toBe(3)
  })

  test('nothing moves when the ticker starts and prices arrive', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => {
      interface Shift extends PerformanceEntry {
        value: number
        sources: { node: Node | null }[]
      }
      const shifts = { total: 0, ofTheTicker: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[]) {
          shifts.total += value
          const nodes = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement))
          if (nodes.some((node) => node?.closest('.ticker, .badges'))) shifts.ofTheTicker += value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/')
    await expect(tickerOf(page).mark).toContainText('Simulated')
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Record<string, number> }).shifts)
    expect(shifts.ofTheTicker, 'less than a hair').toBeLessThan(0.001)
    expect(shifts.total, 'cumulative layout shift, fonts included, rounds to 0').toBeLessThan(0.005)
  })

  test('moves and pauses', { tag: '@full' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await test.step('one turn of the loop takes 60 seconds, repeats, and closes without a gap', async () => {
      const ticker = tickerOf(page)
      expect(await readLoop(ticker)).toEqual({
        state: 'running',
        duration: 60_000,
        iterations: Number.POSITIVE_INFINITY,
      })
      const [band, first, second] = await ticker.view.locator('.ticker-band').evaluate((element) => {
        const boxes = [element, ...element.children].map((part) => part.getBoundingClientRect().width)
        return boxes
      })
      expect(first).toBeCloseTo((band ?? 0) / 2, 1)
      expect(second).toBeCloseTo(first ?? 0, 1)
      // Announced once: the second copy is hidden from screen readers.
      await expect(ticker.view.locator('ul').nth(1)).toHaveAttribute('aria-hidden', 'true')
    })
    await test.step('it pauses under the pointer or the focus, and by the button', async () => {
      const ticker = tickerOf(page)
      await expect(ticker.mark).toContainText('Simulated')
      await expectLoop(ticker, 'running')
      await ticker.view.hover()
      await expectLoop(ticker, 'paused')
      await page.mouse.move(10, 10)
      await expectLoop(ticker, 'running')

      await ticker.view.focus()
      await expectLoop(ticker, 'paused')
      await ticker.view.blur()
      await expectLoop(ticker, 'running')

      await page.getByRole('button', { name: 'Pause the price ticker' }).click()
      await expectLoop(ticker, 'paused')
      await ticker.button.blur()
      await page.mouse.move(10, 10)
      await expectLoop(ticker, 'paused')
      await page.getByRole('button', { name: 'Play the price ticker' }).click()
      await expectLoop(ticker, 'running')
      await expect(ticker.button).toHaveAccessibleName('Pause the price ticker')
    })
    await test.step('a keyboard reaches the button and pauses it', async () => {
      await page.goto('/')
      const ticker = tickerOf(page)
      await expect(ticker.mark).toContainText('Simulated')
      await page.getByRole('main').getByRole('link', { name: 'View Performance' }).focus()
      await page.keyboard.press('Tab')
      await expect(ticker.button).toBeFocused()
      await page.keyboard.press('Space')
      await expect(ticker.button).toHaveAccessibleName('Play the price ticker')
      await page.keyboard.press('Tab')
      await expect(ticker.view).toBeFocused()
      await page.keyboard.press('Tab')
      await expectLoop(ticker, 'paused')
    })
  })

  test('with reduced motion nothing moves, and the six prices can be scrolled to', { tag: '@full' }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(marketCall, async (route) => {
      await released
      await route.continue()
    })
    await page.setViewportSize({ width: 700, height: 800 })
    await page.goto('/')
    const ticker = tickerOf(page)
    expect((await readLoop(ticker)).state).toBeUndefined()
    await expectPulse(ticker, 0)
    await expect(ticker.button).toBeHidden()
    release()
    await expect(ticker.mark).toContainText('Simulated')
    await expect(ticker.view.locator('ul').nth(1)).toBeHidden()
    await ticker.view.focus()
    await expect(ticker.item('Ethereum')).not.toBeInViewport()
    await ticker.item('Ethereum').scrollIntoViewIfNeeded()
    await expect(ticker.item('Ethereum')).toBeInViewport()
  })
})

test.describe('market ticker when the call fails', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  for (const [reason, fail] of [
    ['the network fails', (route: Route) => route.abort()],
    [
      'no market source responds',
      (route: Route) => route.fulfill({ status: 503, json: { code: 'market_unavailable' } }),
    ],
    ['the response is not JSON', (route: Route) => route.fulfill({ body: '<html>' })],
  ] as const) {
    test(`sample values as specified are shown with the Sample data badge, because ${reason}`, async ({
      page,
    }) => {
      const logged = page.waitForEvent('console', (message) => message.text().includes('Market data'))
      await page.route(marketCall, fail)
      await page.goto('/')
      const ticker = tickerOf(page)
      await expect(ticker.mark).toContainText('Sample data')
      await expect(ticker.mark, 'for screen readers').toContainText(
        'These are sample figures, not real prices.',
      )
      await expect(ticker.items.locator('span:first-child')).toHaveText(names)
      expect(await readFigures(ticker)).toEqual(sampleValues)
      expect(await readColor(ticker.item('Gold').locator('.ticker-change'))).toBe('green')
      expect(await readColor(ticker.item('Silver').locator('.ticker-change'))).toBe('red')
      await logged
    })
  }

  test('the last prices stay after a failure with the Delayed badge and their time, until the call works again', async ({
    page,
  }) => {
    await page.clock.install({ time: new Date('2026-03-04T05:06:30Z') })
    await answerWith(page, marketResponse(plainFigures))
    await page.goto('/')
    const ticker = tickerOf(page)
    await expect(ticker.mark).toContainText('Live')
    const before = await readFigures(ticker)

    await page.unroute(marketCall)
    await page.route(marketCall, (route) => route.abort())
    await page.clock.fastForward(refreshMs)
    await expect(ticker.mark).toContainText('Delayed')
    await expect(ticker.mark.locator('time')).toHaveText('05:06 UTC')
    expect(await readFigures(ticker)).toEqual(before)
    await expect.poll(() => readColor(ticker.indicator, 'background-color')).not.toBe('green')
    await expectAccessible(page, '.ticker')

    await page.unroute(marketCall)
    await answerWith(page, marketResponse({ ...plainFigures, gold: { price: 2100, change: 2 } }))
    await page.clock.fastForward(refreshMs)
    await expect(ticker.item('Gold')).toContainText('$2,100.00')
    await expect(ticker.mark).toContainText('Live')
    await expect(ticker.mark.locator('time')).toHaveCount(0)
  })

  test('sample values are replaced by real ones as soon as the call works', async ({ page }) => {
    await page.clock.install()
    await page.route(marketCall, (route) => route.abort())
    await page.goto('/')
    const ticker = tickerOf(page)
    await expect(ticker.mark).toContainText('Sample data')
    await expect.poll(() => readColor(ticker.indicator, 'background-color')).toBe('gray')
    await expectAccessible(page, '.ticker')

    await page.unroute(marketCall)
    await page.clock.fastForward(refreshMs)
    await expect(ticker.mark).toContainText('Simulated')
    await expect(ticker.mark).not.toContainText('Sample')
    await expect.poll(() => readFigures(ticker)).not.toContainEqual(sampleValues[0])
  })
})

test.describe('the footer and the source of prices', () => {
  const note = (page: Page) => page.getByRole('contentinfo').locator('[data-price-note]')

  test('the built page names no source', { tag: '@full' }, async ({ request }) => {
    for (const path of ['/', '/docs/investment-prospectus', '/access/login'])
      expect((await (await request.get(path)).text()).match(/live prices|coingecko/i), path).toBeNull()
  })

  test('simulated prices are labeled as simulated', async ({ page }) => {
    await page.goto('/')
    await expect(note(page)).toHaveText('The market prices on this page are simulated.')
  })

  test('CoinGecko is named with a link where its prices are shown', async ({ page }) => {
    await answerWith(page, marketResponse(plainFigures))
    await page.goto('/')
    await expect(note(page)).toHaveText('Cryptocurrency price data provided by CoinGecko')
    await expect(note(page).getByRole('link', { name: 'CoinGecko' })).toHaveAttribute(
      'href',
      'https://www.coingecko.com',
    )
  })

  test('no source is named while there are only sample prices', { tag: '@full' }, async ({ page }) => {
    await page.route(marketCall, (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: 'not JSON' }),
    )
    await page.goto('/')
    await expect(tickerOf(page).mark).toContainText('Sample data')
    await expect(note(page)).toHaveText('Market prices are labeled Live, Delayed, Simulated or Sample data.')
  })
})
