import type { Page, Route } from '@playwright/test'
import { openAdministrator } from '#e2e/administrator'
import { findBrokenWords } from '#e2e/find-broken-words'
import { expect, expectAccessible, expectNoSidewaysScroll, register, signIn, test } from '#e2e/fixtures'
import { expectNoShift, watchShifts } from '#e2e/layout-shifts'
import { advanceSubscription } from '#e2e/offering-fixtures'
import {
  createActivities,
  createFullAccount,
  createInvestments,
  createPortfolio,
  createTransactions,
} from '#e2e/portfolio-fixtures'
import { findOverlappingTexts, getPrintedTexts, textOf } from '#e2e/printed-text'
import { createSeries, subscribe } from '#e2e/series-fixtures'

const overview = '/access/dashboard'
const investments = '/access/dashboard?tab=investments'
const portfolioCall = '**/api/v1/user/portfolio'

/** Asserts the figure and the subtext of a card. */
async function expectCard(page: Page, name: string, value: string, subtext: string) {
  const card = page.locator('dl > div', { has: page.locator(`dt:text-is("${name}")`) })
  await expect(card.locator('dd').first()).toHaveText(value)
  await expect(card.locator('dd').nth(1)).toHaveText(subtext)
}

const panel = (page: Page, title: string) => page.getByRole('region', { name: title })

/** The filled part of the bar, in percent. */
const barPercent = (page: Page) =>
  page.locator('[data-part="return-bar"]').evaluate((bar) => {
    const fill = bar.firstElementChild
    return fill ? (fill.getBoundingClientRect().width / bar.getBoundingClientRect().width) * 100 : Number.NaN
  })

const refuse = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, json: { error: 'Something went wrong', code, request_id: 'test' } })

test.describe('the overview', () => {
  test('of an investor without investments says so everywhere', async ({ page }) => {
    await signIn(page, { first_name: 'Noor' })
    await page.goto(overview)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Noor' })).toBeVisible()
    await expectCard(page, 'Total Portfolio Value', '$0.00', 'Current market value')
    await expectCard(page, 'Total Invested', '$0.00', 'Your total deposits')
    await expectCard(page, 'Total Gains', '$0.00', 'Profit from investments')
    await expectCard(page, 'Active Investments', '0', 'No pending')
    const activity = panel(page, 'Recent Activity')
    await expect(activity.getByText('No recent activity')).toBeVisible()
    await expect(activity.getByText('Your activities will appear here')).toBeVisible()
    expect(await barPercent(page)).toBe(0)
    const way = panel(page, 'How to invest')
    await expect(way.getByRole('listitem')).toHaveCount(4)
    await expect(way.locator('[aria-current="step"]')).toContainText('Identity check')
    await expect(way).toContainText(
      'the breakdown and history of your portfolio value, your returns after fees',
    )
    for (const later of ['Breakdown of portfolio value', 'Portfolio value over time', 'Returns'])
      await expect(panel(page, later), 'not before there is something in it').toHaveCount(0)
    // The only next step is the verification, above.
    await expect(page.getByRole('region', { name: 'Next step' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Your verification' }).getByRole('link')).toHaveCount(1)
    await expect(page.locator('#main .button-primary').filter({ visible: true })).toHaveCount(1)
    await expect(way.getByRole('link')).toHaveCount(1)
    await way.getByRole('link', { name: 'Choose a token' }).click()
    await expect(page).toHaveURL('/tokens')
    await page.goBack()
    await expect(activity).toBeVisible()
    await expectAccessible(page)
  })

  test("follows a new investor's onboarding, and is complete with the first figure", async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, { pending_investments: '$MONZ' })
    await page.goto(overview)
    const way = panel(page, 'How to invest')
    const current = way.locator('[aria-current="step"]')
    await expect(current).toContainText('Identity check')
    await expect(way.getByRole('listitem').nth(1)).toContainText('Choose a token (done)')
    await expectCard(page, 'Active Investments', '0', '1 pending')
    await sql`update users set is_verified = true where id = ${user.id}`
    await page.reload()
    await expect(current).toContainText('Decision')
    await expect(way.getByRole('link'), 'the strip above has it').toHaveCount(0)
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '50.00', transaction_date: '2026-05-01T09:00:00Z' },
    ])
    await expect(way).toHaveCount(0)
    await expect(panel(page, 'Breakdown of portfolio value')).toContainText('$50.00')
    await expect(panel(page, 'Portfolio value over time')).toBeVisible()
  })

  for (const [width, height] of [
    [320, 900],
    [390, 844],
    [768, 1300],
    [1440, 1400],
  ] as const)
    test(`of a new investor keeps its place while it loads, at ${width} px`, { tag: '@full' }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await signIn(page)
      await page.addInitScript(watchShifts)
      for (const visit of ['the first', 'the second']) {
        await page.goto(overview)
        await expect(panel(page, 'Recent Activity').getByText('No recent activity'), visit).toBeVisible()
        await expect(panel(page, 'How to invest').locator('[aria-current="step"]')).toBeVisible()
        await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
        await expectNoShift(page)
        const frame = page.locator('.first-visit')
        const [kept, filled] = await frame.evaluate((place) => [
          Number.parseFloat(getComputedStyle(place).minHeight),
          place.getBoundingClientRect().height,
        ])
        expect(filled, 'no higher than its place').toBe(kept)
      }
      await expectNoSidewaysScroll(page)
    })

  test('shows the figures, the return with its bar, five activities and two charts', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, {
      total_value: '148210.40',
      total_invested: '126500.00',
      total_gains: '21710.40',
      active_investments: 4,
      pending_investments: '$WITGOLD',
      performance: '17.1600',
    })
    await sql`insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
      select id, timestamptz '2026-01-05Z', 100000, 100000, 0 from portfolios where user_id = ${user.id}`
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '100000.00', transaction_date: '2026-01-05T00:00:00Z' },
      { type: 'deposit', amount: '26500.00', transaction_date: '2026-02-05T00:00:00Z' },
    ])
    await createActivities(
      sql,
      user.id,
      [1250, -40, 0, 3, 4, 5].map((growth, at) => ({
        type: ['deposit', 'withdrawal', 'investment', 'other'][at] ?? 'activity',
        description: `Happening ${at + 1}`,
        net_growth: String(growth),
        balance: '148210.40',
        activity_date: `2026-03-${19 - at}T12:00:00Z`,
      })),
    )
    await createInvestments(sql, user.id, ['$WITGOLD', '$BUSHVELD', '$HALL', '$LONGGONE'])
    const libraries: string[] = []
    page.on('request', (request) => /apexcharts/i.test(request.url()) && libraries.push(request.url()))
    await page.goto(overview)

    await expectCard(page, 'Total Portfolio Value', '$148,210.40', 'Current market value')
    await expectCard(page, 'Total Invested', '$126,500.00', 'Your total deposits')
    await expectCard(page, 'Total Gains', '+$21,710.40', 'Profit from investments')
    await expectCard(page, 'Active Investments', '4', '1 pending')
    await expect(panel(page, 'Portfolio Performance').getByText('+17.16%')).toBeVisible()
    expect(await barPercent(page)).toBeCloseTo(17.16, 1)

    const items = panel(page, 'Recent Activity').getByRole('listitem')
    await expect(items).toHaveCount(5)
    await expect(items.nth(0)).toContainText('Happening 1')
    for (const [at, text] of [
      '3/19 · deposit',
      '3/18 · withdrawal',
      '3/17 · investment',
      '3/16 · other',
    ].entries())
      await expect(items.nth(at)).toContainText(text)
    await expect(items.nth(0).getByText('+$1,250.00')).toHaveClass(/text-gain/)
    await expect(items.nth(0)).toContainText('$148,210.40')
    await expect(items.nth(1).getByText('-$40.00')).toHaveClass(/text-loss/)
    await expect(items.nth(2).getByText('$0.00', { exact: true })).not.toHaveClass(/text-(gain|loss)/)
    await expect(page.getByText('Happening 6')).toHaveCount(0)

    const history = panel(page, 'Portfolio value over time')
    await expect(
      history.getByRole('img', {
        name: /from \$100,000\.00 to \$148,210\.40, with net contributions of \$126,500\.00/,
      }),
    ).toBeVisible()
    await expect(history.locator('path[data-line="value"]')).toBeVisible()
    await history.locator('svg').scrollIntoViewIfNeeded()
    const drawing = (await history.locator('svg').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const reading = history.locator('[data-part="reading"]')
    for (const [part, words] of [
      [0.09, 'January 5, 2026Value$100,000.00Net contributions$100,000.00'],
      [0.95, 'Value$148,210.40Net contributions$126,500.00'],
    ] as const) {
      await page.mouse.move(drawing.x + drawing.width * part, drawing.y + drawing.height / 2)
      await expect(reading).toContainText(words)
    }
    await page.mouse.move(0, 0)
    await expect(reading).toHaveCount(0)
    const height = (await history.boundingBox())?.height
    await history.getByRole('button', { name: 'Show monthly figures' }).click()
    await expect(
      history.getByRole('row', { name: /January 5, 2026 \$100,000\.00 \$100,000\.00/ }),
    ).toBeVisible()
    await expect(
      history.getByRole('row', { name: /February 5, 2026 \$100,000\.00 \$126,500\.00/ }),
    ).toBeVisible()
    expect((await history.boundingBox())?.height, 'the table replaces the chart').toBeCloseTo(height ?? 0, 0)
    const allocation = panel(page, 'Allocation by category')
    await allocation.scrollIntoViewIfNeeded()
    await expect(allocation.getByRole('img')).toBeVisible()
    await expectAccessible(page)
    await history.getByRole('button', { name: 'Show chart' }).click()
    await expect(history.locator('path[data-line="value"]')).toBeVisible()

    await allocation.scrollIntoViewIfNeeded()
    await expect(
      allocation.getByRole('img', { name: /^Approved requests by category: Precious Metals, 50\.00%/ }),
    ).toBeVisible()
    await expect(allocation.locator('circle')).toHaveCount(3)
    const hatches = allocation
      .getByRole('row')
      .locator('[data-hatch]')
      .evaluateAll((swatches) => swatches.map((swatch) => swatch.getAttribute('data-hatch')))
    expect(await hatches, 'the hatch of each category').toEqual(['ochre', 'sand', 'gray'])
    await expect(
      allocation.getByRole('row', { name: 'Precious Metals $BUSHVELD, $WITGOLD 2 50.00%' }),
    ).toBeVisible()
    await expect(allocation.getByRole('row', { name: 'Industrial Minerals $HALL 1 25.00%' })).toBeVisible()
    await expect(allocation.getByRole('row', { name: 'Delisted tokens $LONGGONE 1 25.00%' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(libraries, 'charts load on their tab').toEqual([])
  })

  test('shows how the value is made up, each figure with its day and its transactions', {
    tag: '@full',
  }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '50000.00', transaction_date: '2026-05-01T09:00:00Z' },
      { type: 'deposit', amount: '25000.00', transaction_date: '2026-05-03T09:00:00Z' },
      { type: 'deposit', amount: '900.00', status: 'failed', transaction_date: '2026-05-04T09:00:00Z' },
      { type: 'withdrawal', amount: '7450.00', transaction_date: '2026-05-05T09:00:00Z' },
    ])
    await sql`insert into portfolios (user_id, total_value, total_invested, total_gains, updated_at)
      values (${user.id}, 72040.35, 75000, 4490.35, '2026-05-20T10:00:00Z')`
    await page.goto(overview)
    const breakdown = panel(page, 'Breakdown of portfolio value')
    const term = (name: string) =>
      breakdown.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
    for (const [name, text] of [
      ['Deposited', 'Deposited$75,000.00most recent May 3, 2026'],
      ['Withdrawn', '−minus Withdrawn$7,450.00most recent May 5, 2026'],
      ['Gains', '+plus Gains$4,490.35recorded May 20, 2026'],
      ['Value', '=equals Value$72,040.35recorded May 20, 2026'],
    ] as const)
      await expect(term(name)).toHaveText(text)
    await expect(breakdown.getByText('Unreconciled difference')).toHaveCount(0)
    await expect(breakdown.getByText(/Total Invested was entered manually/)).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await breakdown.getByRole('link', { name: 'Withdrawn' }).click()
    await expect(page).toHaveURL('/access/transactions?type=withdrawal&status=completed')
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
    await page.goBack()
    await breakdown.getByRole('link', { name: 'Deposited' }).click()
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(2)
  })

  test('shows what the transactions do not explain as a separate term', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, {
      total_value: '1000.00',
      total_invested: '900.00',
      total_gains: '-20.00',
    })
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '1250.50', transaction_date: '2026-05-01T09:00:00Z' },
    ])
    await page.goto(overview)
    const breakdown = panel(page, 'Breakdown of portfolio value')
    await expect(breakdown.locator('dl > div')).toHaveText([
      /^Deposited\$1,250\.50/,
      /Withdrawn\$0\.00none yet$/,
      /Gains-\$20\.00recorded/,
      /^\+plus Unreconciled difference-\$230\.50contact the investment team$/,
      /Value\$1,000\.00recorded/,
    ])
    await expect(breakdown).toContainText(
      'Total Invested was entered manually by the investment team and differs from your completed deposits of $1,250.50.',
    )
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('says in words that values of one day make no line', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, { total_value: '300.00' })
    await sql`update portfolios set total_value = 400 where user_id = ${user.id}`
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '100.00', transaction_date: '2025-03-01T00:00:00Z' },
    ])
    await page.goto(overview)
    const history = panel(page, 'Portfolio value over time')
    await expect(history).toContainText('The chart appears once values for two dates are recorded.')
    await expect(history.getByRole('img')).toHaveCount(0)
  })

  test('draws no value and no contribution before its day', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    await sql`insert into portfolios (user_id, total_value, updated_at) values (${user.id}, 400, '2026-03-31T00:00:00Z')`
    await sql`insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
      select id, time, value, 0, 0 from portfolios,
        (values (timestamptz '2026-03-01Z', 100), (timestamptz '2026-03-21Z', 400)) as points (time, value)
      where user_id = ${user.id}`
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '100.00', transaction_date: '2026-03-01T00:00:00Z' },
      { type: 'deposit', amount: '300.00', transaction_date: '2026-03-21T00:00:00Z' },
    ])
    await page.goto(overview)
    const history = panel(page, 'Portfolio value over time')
    for (const name of ['value', 'contributions']) {
      const path = history.locator(`path[data-line="${name}"]`)
      await expect(path).toBeVisible()
      // Only horizontal and vertical lines: a slope would show money before it was there.
      expect(await path.getAttribute('d'), name).toMatch(/^M[\d.]+ [\d.]+(H[\d.]+V[\d.]+)*H[\d.]+$/)
      const halfway = await path.evaluate((line) => {
        const drawn = line as SVGPathElement
        const box = drawn.getBBox()
        const at = (length: number) => drawn.getPointAtLength(length)
        for (let length = 0; length < drawn.getTotalLength(); length += 1)
          if (at(length).x >= box.x + box.width * 0.5) return at(length).y - box.y > box.height - 1
        return undefined
      })
      expect(halfway, `${name} on March 16 is still that of March 1`).toBe(true)
    }
    const drawing = await history.locator('svg').boundingBox()
    for (const label of await history.locator('[data-part="time-labels"] text').all()) {
      const box = await label.boundingBox()
      expect(box && drawing && box.x + box.width <= drawing.x + drawing.width).toBe(true)
    }
    const labels = history.locator('[data-part="time-labels"] text')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await history.scrollIntoViewIfNeeded()
      await expect(labels.nth(1), `at ${width} px the axis is between two times`).toBeVisible()
    }
    for (const period of ['1Y', '1M']) {
      await history.getByRole('button', { name: period }).click()
      await expect(labels.nth(1), period).toBeVisible()
    }
  })

  test('has complete words and amounts on a phone, and with text twice as large', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await createFullAccount(sql, user.id)
    const description = 'Allotted 1,626.016260 units of $WITGOLD for $20,000.00'
    const row = { net_growth: '20000.00', balance: '102403.53', activity_date: '2026-10-14T09:00:00Z' }
    await createActivities(sql, user.id, [{ description, ...row }])
    await page.goto(overview)
    const activity = panel(page, 'Recent Activity')
    const history = panel(page, 'Portfolio value over time')
    const periods = history.getByRole('button', { name: '1M', exact: true })
    await expect(periods).toBeVisible()
    for (const [size, width] of [
      ['100%', 320],
      ['100%', 390],
      ['200%', 390],
      ['200%', 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((value) => {
        document.documentElement.style.fontSize = value
      }, size)
      const at = `text of ${size} at ${width} px`
      await expectNoSidewaysScroll(page, width)
      expect(await findBrokenWords(page), at).toEqual([])
      const text = activity.getByText(description)
      expect(await text.evaluate((line) => line.scrollHeight - line.clientHeight), at).toBeLessThanOrEqual(1)
      const [legend, button, frame] = [
        await history.getByText('Net contributions', { exact: true }).boundingBox(),
        await periods.boundingBox(),
        await history.boundingBox(),
      ]
      if (!legend || !button || !frame) throw new Error('The chart has no legend')
      const isBeside = legend.x + legend.width < button.x
      expect(isBeside || legend.y + legend.height <= button.y + 1, at).toBe(true)
      expect(legend.x + legend.width, at).toBeLessThan(frame.x + frame.width)
    }
  })

  for (const [performance, text, percent] of [
    ['250.5', '+250.50%', 100],
    ['-12.3456', '-12.35%', 0],
  ] as const) {
    test(`fills ${percent} percent of the bar at a return of ${text}`, { tag: '@full' }, async ({
      page,
      sql,
    }) => {
      const { user } = await signIn(page)
      await createPortfolio(sql, user.id, { performance, total_gains: performance })
      await page.goto(overview)
      await expect(panel(page, 'Portfolio Performance').getByText(text)).toBeVisible()
      expect(await barPercent(page)).toBeCloseTo(percent, 1)
    })
  }

  test('reserves the space while it loads, so that nothing moves when the figures arrive', {
    tag: '@full',
  }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, { total_value: '10.00' })
    await createActivities(
      sql,
      user.id,
      Array.from({ length: 5 }, (_, at) => ({
        description: `Valuation ${at}`,
        net_growth: '1',
        balance: '10',
        activity_date: '2026-03-19T12:00:00Z',
      })),
    )
    const pending = Promise.withResolvers<void>()
    await page.route(portfolioCall, async (route) => {
      await pending.promise
      await route.continue()
    })
    await page.goto(overview)
    await expect(page.getByText('Loading your dashboard...')).toBeVisible()
    await expect(page.getByText('No recent activity')).toHaveCount(0)
    await expect(panel(page, 'Portfolio value over time')).toContainText('Not enough history yet')
    const tops = () =>
      page
        .locator('main section h2')
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    await expect(panel(page, 'Allocation by category').getByText('No holdings')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await tops()
    pending.resolve()
    await expect(page.getByText('Valuation 4')).toBeVisible()
    expect(await tops()).toEqual(before)
  })

  test('prints the figures with owner and date, without links', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page, { verified: true })
    await createPortfolio(sql, user.id, { total_value: '10.00' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(overview)
    await expect(panel(page, 'Next step')).toContainText('Choose a token')
    // Below the viewport, and there before anyone prints.
    await expect(panel(page, 'Returns').getByText('Time-weighted:')).toBeVisible({ timeout: 20_000 })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(panel(page, 'Breakdown of portfolio value')).toBeVisible()
    await expect(page.locator('[data-printed]')).toHaveText(
      new RegExp(`^Portfolio · Dashboard · Lodefield · .+, ${user.email} · printed on \\w+ \\d+, 20\\d\\d$`),
    )
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(panel(page, 'Portfolio Performance')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    for (const part of [
      panel(page, 'Next step'),
      page.getByText('Select a figure to see how it is calculated.'),
      page.getByLabel('Benchmark', { exact: true }),
      page.getByRole('navigation'),
      page.getByRole('contentinfo'),
    ])
      await expect(part.filter({ visible: true })).toHaveCount(0)
    await page.emulateMedia({ media: null })
    expect(findOverlappingTexts(await getPrintedTexts(page))).toEqual([])
  })

  test('prints every panel without being scrolled', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page, { verified: true })
    await createFullAccount(sql, user.id)
    await page.setViewportSize({ width: 390, height: 600 })
    // Idle is early enough: nothing that waits longer happens.
    await page.addInitScript(() => {
      const wait = window.setTimeout
      Object.assign(window, {
        setTimeout: (run: () => void, after = 0) => (after < 4000 ? wait(run, after) : 0),
      })
    })
    await page.goto(overview)
    await expectCard(page, 'Total Portfolio Value', '$72,040.35', 'Current market value')
    await expect(panel(page, 'Returns').getByText('Time-weighted:')).toBeAttached()
    await expect(panel(page, 'Allocation by category').getByRole('img')).toBeAttached()
    const printed = textOf(await getPrintedTexts(page))
    for (const text of ['Time-weighted:', 'Net contributions', 'Rare Earth Elements'])
      expect(printed).toContain(text)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('names on paper what was not loaded when it was printed', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page, { verified: true })
    await createFullAccount(sql, user.id)
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await page.goto(overview)
    await expectCard(page, 'Total Portfolio Value', '$72,040.35', 'Current market value')
    await expect(panel(page, 'Allocation by category')).toBeVisible()
    expect(textOf(await getPrintedTexts(page))).toContain('Still loading when printed. Print the page again.')
  })

  test('prints the allocation on one sheet with its heading, wherever the page breaks', {
    tag: '@full',
  }, async ({ page, sql }) => {
    const { user } = await signIn(page, { verified: true })
    await createFullAccount(sql, user.id)
    await page.goto(overview)
    const allocation = panel(page, 'Allocation by category')
    await allocation.scrollIntoViewIfNeeded()
    await expect(allocation.getByRole('img')).toBeVisible()
    const last = (await allocation.getByRole('rowheader').last().textContent())?.split('$')[0] ?? ''
    const sheets = new Set<number | undefined>()
    for (let above = 0; above <= 1000; above += 100) {
      await page.getByRole('main').evaluate((main, height) => {
        main.style.paddingTop = `${height}px`
      }, above)
      const printed = await getPrintedTexts(page)
      const sheetOf = (text: string) => printed.findLast((piece) => piece.text.includes(text))?.sheet
      expect(sheetOf(last), `${above} px lower`).toBe(sheetOf('Allocation by category'))
      sheets.add(sheetOf(last))
    }
    expect(sheets.size, 'on different sheets').toBeGreaterThan(1)
  })

  test('follows changes on the server without a reload', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, { total_value: '10.00' })
    await page.goto(overview)
    await expectCard(page, 'Total Portfolio Value', '$10.00', 'Current market value')
    await sql`update portfolios set total_value = 77.50 where user_id = ${user.id}`
    await expectCard(page, 'Total Portfolio Value', '$77.50', 'Current market value')
  })
})

test.describe('the next step', () => {
  const strip = (page: Page) => page.getByRole('region', { name: 'Next step' })
  const deposit = { type: 'deposit', amount: '50.00', transaction_date: '2026-05-01T09:00:00Z' }

  test('is the verification, on every tab, until the investor is verified', async ({ page, sql }) => {
    const { user } = await signIn(page)
    const verification = page.getByRole('region', { name: 'Your verification' })
    for (const tab of [overview, investments]) {
      await page.goto(tab)
      await expect(verification).toContainText('Action required')
      await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
      await expect(strip(page)).toHaveCount(0)
    }
    await createPortfolio(sql, user.id, { pending_investments: '$MONZ' })
    await expect(panel(page, 'Pending investment')).toContainText('$MONZ')
    await expect(strip(page)).toHaveCount(0)
    await sql`update users set is_verified = true where id = ${user.id}`
    await page.reload()
    await expect(strip(page)).toContainText('Request under review · With the investment team')
    await expect(verification).toHaveCount(0)
  })

  test('leads a verified investor on every tab to the first booked deposit, and then disappears', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page, { verified: true })
    await page.goto(overview)
    await expect(strip(page)).toContainText('Choose a token · Action required')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(investments)
    await expect(strip(page).getByRole('link', { name: 'View all series' })).toHaveAttribute(
      'href',
      '/tokens',
    )

    await createPortfolio(sql, user.id, { pending_investments: '$MONZ' })
    await expect(strip(page)).toContainText('Request under review · With the investment team')
    await expect(strip(page)).toContainText('$MONZ')
    // Leads to the relevant part of this tab.
    await page.setViewportSize({ width: 390, height: 480 })
    await expect(panel(page, 'Pending investment')).not.toBeInViewport()
    const [words, link] = await Promise.all([
      strip(page).locator('p').boundingBox(),
      strip(page).getByRole('link').boundingBox(),
    ])
    expect((link?.y ?? 0) - (words?.y ?? 0) - (words?.height ?? 0), 'between text and button').toBeLessThan(
      16,
    )
    await strip(page).getByRole('link', { name: 'View request' }).click()
    await expect(panel(page, 'Pending investment')).toBeInViewport()
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.goto('/access/dashboard?tab=intelligence')
    await expect(strip(page)).toContainText('Request under review · With the investment team')
    await sql`update portfolios set pending_investments = 'none', active_investments = 1 where user_id = ${user.id}`
    await expect(strip(page)).toContainText('Make your first deposit · Action required')
    await createTransactions(sql, user.id, [deposit])
    await expect(strip(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
    await expect(strip(page), 'no place is kept for it any more').toHaveCount(0)
  })

  test('leads to a part of the tab that is not yet drawn', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page, { verified: true })
    await createPortfolio(sql, user.id, { pending_investments: '$MONZ' })
    const held = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/user\/holdings$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.setViewportSize({ width: 390, height: 480 })
    await page.goto(investments)
    await strip(page).getByRole('link', { name: 'View request' }).click()
    await expect(page).toHaveURL(/#request$/)
    await expect(panel(page, 'Pending investment')).toHaveCount(0)
    held.resolve()
    await expect(panel(page, 'Pending investment')).toBeInViewport()
  })

  for (const width of [320, 390, 768, 1440])
    test(`has its place before it is loaded, at ${width} px`, { tag: '@full' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(page, { verified: true })
      const pending = Promise.withResolvers<void>()
      await page.route(/\/api\/v1\/user\/(portfolio|profile)$/, async (route) => {
        await pending.promise
        await route.continue()
      })
      await page.goto(overview)
      await expect(strip(page).getByText('Loading your next step')).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      const before = await strip(page).boundingBox()
      pending.resolve()
      await expect(strip(page)).toContainText('Choose a token')
      expect(await strip(page).boundingBox()).toEqual(before)
    })

  test('takes no space in an onboarded account while it is loading', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await sql`update users set created_at = now() - interval '1 year' where id = ${user.id}`
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('user') ?? '{}')
      localStorage.setItem('user', JSON.stringify({ ...stored, created_at: '2025-01-01T00:00:00.000Z' }))
    })
    await createPortfolio(sql, user.id, { active_investments: 1 })
    await createTransactions(sql, user.id, [deposit])
    const pending = Promise.withResolvers<void>()
    await page.route(portfolioCall, async (route) => {
      await pending.promise
      await route.continue()
    })
    await page.goto(overview)
    await expect(page.getByText('Loading your dashboard...')).toBeVisible()
    await expect(strip(page)).toHaveCount(0)
    pending.resolve()
    await expect(panel(page, 'Breakdown of portfolio value')).toContainText('$50.00')
    await expect(strip(page)).toHaveCount(0)
  })
})

test.describe('a payment that is due', () => {
  const strip = (page: Page) => page.getByRole('region', { name: 'Next step' })

  test('is shown on every tab of an onboarded account until it has arrived', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    const { user, email, password } = await register(page)
    await sql`update users set is_verified = true where id = ${user.id}`
    await createPortfolio(sql, user.id, { active_investments: 1 })
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '50.00', transaction_date: '2026-05-01T09:00:00Z' },
    ])
    const later = await subscribe(sql, series, { user_id: user.id, amount: 2000 })
    const { id, reference } = await subscribe(sql, series, { user_id: user.id, amount: 8000 })
    for (const each of [later.id, id]) await advanceSubscription(sql, administrator, each, 'approved')
    await sql`update subscriptions set payment_due_at = '2098-11-29T12:00:00Z' where id = ${id}`
    await sql`update subscriptions set payment_due_at = '2098-12-29T12:00:00Z' where id = ${later.id}`

    await page.setViewportSize({ width: 390, height: 900 })
    await page.addInitScript(watchShifts)
    await page.goto('/access/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Access Platform' }).click()
    await expect(page).toHaveURL(overview)
    await expect(strip(page)).toContainText(`Pay for ${reference} · Action required`)
    await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
    await expectNoShift(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    for (const tab of ['overview', 'investments', 'intelligence']) {
      await page.goto(`/access/dashboard?tab=${tab}`)
      await expect(strip(page)).toContainText(
        `$8,000.00 for ${series.symbol} is due by November 29, 2098. One other payment is also due.`,
      )
      await expect(strip(page).getByRole('img', { name: /^Step/ }), 'not the first way').toHaveCount(0)
    }
    await expect(strip(page).getByRole('link', { name: 'View payment instructions' })).toHaveAttribute(
      'href',
      `/access/subscriptions/${id}`,
    )
    await sql`update subscriptions set state = 'withdrawn' where id = ${id}`
    await page.goto(overview)
    await expect(strip(page)).toContainText(`Pay for ${later.reference}`)
    await sql`update subscriptions set state = 'withdrawn' where id = ${later.id}`
    await page.goto(overview)
    await expect(panel(page, 'Breakdown of portfolio value')).toBeVisible()
    await expect(strip(page)).toHaveCount(0)
  })
})

for (const [what, verified, active, deposits] of [
  ['an approved investment and no deposit', true, 1, 0],
  ['both', true, 1, 1],
  ['neither', true, 0, 0],
  ['no verification', false, 0, 0],
] as const)
  test(`nothing moves while the dashboard of an old account with ${what} is loaded`, {
    tag: '@full',
  }, async ({ page, sql }) => {
    const { user, email, password } = await register(page, { verified })
    await sql`update users set created_at = now() - interval '1 year' where id = ${user.id}`
    const total = deposits > 0 ? '50.00' : '0.00'
    await createPortfolio(sql, user.id, {
      active_investments: active,
      total_value: total,
      total_invested: total,
    })
    const deposit = { type: 'deposit', amount: total, transaction_date: '2026-05-01T09:00:00Z' }
    if (deposits > 0) await createTransactions(sql, user.id, [deposit])
    await page.addInitScript(watchShifts)
    await page.goto('/access/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Access Platform' }).click()
    const isLoaded = async () => {
      await expect(page).toHaveURL(overview)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await expect(panel(page, 'Next step')).toHaveCount(verified && deposits === 0 ? 1 : 0)
      await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
    }
    await isLoaded()
    await expectNoShift(page)
    await page.reload()
    await isLoaded()
    await expectNoShift(page)
  })

test.describe('a dashboard that cannot be loaded', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  for (const [what, response, text] of [
    ['the server fails', refuse(500, 'internal'), 'Failed to load dashboard data. Please try again.'],
    [
      'the server does not respond',
      (route: Route) => route.abort(),
      'Unable to connect to server. Please check your connection and try again.',
    ],
  ] as const) {
    for (const address of [overview, investments]) {
      test(`shows an error when ${what}, on ${address}`, async ({ page }) => {
        await signIn(page)
        await page.route(portfolioCall, response)
        await page.goto(address)
        const alert = page.getByRole('alert')
        await expect(alert).toContainText(text)
        // A server failure is no reason to sign in again, so that link comes second.
        await expect(alert.locator('button, a')).toHaveText(['Try again', 'Sign In Again'])
        await expectAccessible(page)
        await page.unroute(portfolioCall)
        await alert.getByRole('button', { name: 'Try again' }).click()
        await expect(alert).toHaveCount(0)
        await expect(
          page.getByText(address === overview ? 'No recent activity' : 'No investments yet'),
        ).toBeVisible()
      })
    }
  }

  test('links to the sign-in page, signed out, even where the token was removed before', async ({ page }) => {
    await signIn(page)
    await page.route(portfolioCall, refuse(500, 'internal'))
    await page.goto(overview)
    await expect(page.getByRole('alert')).toContainText('Failed to load dashboard data. Please try again.')
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toContainText('Authentication required')
    await page.getByRole('link', { name: 'Sign In Again' }).click()
    await expect(page).toHaveURL(/\/access\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('keeps the last figures under a warning when only the refresh fails', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, { total_value: '10.00' })
    await page.goto(overview)
    await expectCard(page, 'Total Portfolio Value', '$10.00', 'Current market value')
    await page.route(portfolioCall, refuse(500, 'internal'))
    // The row changes only after a rejection was seen: a request from before the route could read it.
    await sql`update portfolios set total_value = total_value where user_id = ${user.id}`
    await expect(page.getByRole('alert')).toContainText('Failed to load dashboard data. Please try again.')
    const refused = page.waitForResponse(portfolioCall)
    await sql`update portfolios set total_value = 77.50 where user_id = ${user.id}`
    await refused
    await expectCard(page, 'Total Portfolio Value', '$10.00', 'Current market value')
    await page.unroute(portfolioCall)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectCard(page, 'Total Portfolio Value', '$77.50', 'Current market value')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('My Investments', () => {
  test('is empty, with a link to the first step', async ({ page }) => {
    await signIn(page)
    await page.goto(investments)
    await expect(page.getByText('No investments yet')).toBeVisible()
    await page.getByRole('button', { name: 'Start Investing' }).click()
    await expect(page.getByRole('dialog', { name: 'Select Investment Token' })).toBeVisible()
  })

  test('is ready to invest when a token is pending', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, { pending_investments: '$MONZ' })
    await page.goto(investments)
    await expect(page.getByText('Ready to invest')).toBeVisible()
    const pending = panel(page, 'Pending investment')
    await expect(pending).toContainText('$MONZ')
    await expect(pending).toContainText('Monazite')
    await expect(pending).toContainText('Pending')
    await expect(pending).toContainText('Choosing another token replaces this request.')
    await expect(page.getByText('No investments yet')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Start Investing' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('shows the day of a request, and a rejection until another token is requested', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page, { verified: true })
    await createPortfolio(sql, user.id, { pending_investments: '$MONZ' })
    await sql`update portfolios set pending_since = '2026-03-04T12:00:00Z' where user_id = ${user.id}`
    await page.goto(investments)
    await expect(panel(page, 'Pending investment')).toContainText('requested Mar 4, 2026')

    await sql`update portfolios set pending_investments = 'none', pending_since = null,
      rejected_symbol = '$MONZ', rejected_at = now(), rejection_reason = 'Not open in your country' where user_id = ${user.id}`
    const rejected = panel(page, 'Rejected request')
    for (const text of [
      '$MONZ',
      'Monazite',
      'Not approved',
      /decided [A-Z][a-z]{2} \d+, \d{4}/,
      'Nothing was charged.',
      'Not open in your country',
    ])
      await expect(rejected).toContainText(text)
    await expect(panel(page, 'Pending investment')).toHaveCount(0)
    await expect(panel(page, 'Next step')).toContainText('Choose another token')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Start Investing' }).click()
    await page.getByRole('button', { name: '$HALL Halloysite' }).click()
    await page.keyboard.press('Escape')
    await expect(panel(page, 'Pending investment')).toContainText('$HALL')
    await expect(rejected).toHaveCount(0)
  })

  test('lists approved investments without a deposit, and no empty message', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await page.goto(investments)
    await expect(page.getByText('No investments yet')).toBeVisible()
    await createPortfolio(sql, user.id, { active_investments: 1 })
    await createInvestments(sql, user.id, ['$MONZ'])
    const approved = panel(page, 'Approved requests')
    await expect(approved.getByRole('listitem')).toHaveCount(1)
    for (const text of ['$MONZ', 'Monazite', 'Rare Earth Elements', 'Approved'])
      await expect(approved.getByRole('listitem')).toContainText(text)
    await expect(page.getByText('No investments yet')).toHaveCount(0)
    await expect(page.getByText('No deposits yet')).toBeVisible()
    await expect(approved.getByText(/Your portfolio includes/)).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await sql`update portfolios set active_investments = 3 where user_id = ${user.id}`
    await expect(
      approved.getByText('Your portfolio includes 3 active investments; 1 of them is linked to a token.'),
    ).toBeVisible()
  })

  test('lists the deposits, each with its number, day, amount and state', async ({ page, sql }) => {
    const { user } = await signIn(page)
    const states = ['completed', 'pending', 'failed'] as const
    const ids = await createTransactions(
      sql,
      user.id,
      states.map((status, at) => ({
        type: 'deposit',
        amount: `${at + 1}250.00`,
        status,
        transaction_date: `2026-03-0${at + 1}T12:00:00Z`,
      })),
    )
    await createTransactions(sql, user.id, [
      { type: 'interest', amount: '5.00', transaction_date: '2026-03-09T12:00:00Z' },
    ])
    await page.goto(investments)
    const rows = panel(page, 'Your deposits').getByRole('listitem')
    await expect(rows).toHaveCount(3)
    for (const [at, state, tone] of [
      [0, 'confirmed', /text-gain/],
      [1, 'pending', /text-warn/],
      [2, 'failed', /text-loss/],
    ] as const) {
      const row = rows.nth(2 - at)
      await expect(row).toContainText(`Investment #${ids[at]}`)
      await expect(row).toContainText(`Mar ${at + 1}, 2026`)
      await expect(row).toContainText(`$${at + 1},250.00`)
      await expect(row.getByText(state).locator('..')).toHaveClass(tone)
    }
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('folds all but the newest deposits', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    await sql`insert into transactions (user_id, type, amount)
      select ${user.id}, 'deposit', n from generate_series(1, 9) as n`
    await page.goto(investments)
    const rows = panel(page, 'Your deposits').getByRole('listitem')
    await expect(rows).toHaveCount(6)
    await page.getByRole('button', { name: 'Show all 9 deposits' }).click()
    await expect(rows).toHaveCount(9)
    await expect(page.getByRole('button', { name: /deposits$/ })).toHaveCount(0)
  })

  test('shows the number of deposits beyond the newest hundred', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    await sql`insert into transactions (user_id, type, amount)
      select ${user.id}, 'deposit', n from generate_series(1, 103) as n`
    await page.goto(investments)
    await expect(page.getByText('The newest 6 of 103.')).toBeVisible()
    await page.getByRole('link', { name: 'View all deposits' }).click()
    await expect(page.getByLabel('Transaction Type')).toHaveValue('deposit')
    await expect(page.getByText('Showing 1 to 20 of 103 transactions')).toBeVisible()
  })
})
