/** The frame of the investor area: its navigation, its menus and its footer. */
import type { Page } from '@playwright/test'
import { openAdministrator } from './administrator.ts'
import { findBrokenWords } from './find-broken-words.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { findOverflowingTexts, setTextSize } from './large-text.ts'
import { addDocument, advanceSubscription } from './offering-fixtures.ts'
import { createTransactions } from './portfolio-fixtures.ts'
import { createSeries, issueUnits, subscribe } from './series-fixtures.ts'

const places = [
  ['Portfolio', '/access/dashboard'],
  ['Transactions', '/access/transactions'],
  ['Documents', '/access/documents'],
  ['Support', '/access/support'],
] as const
const nav = (page: Page) => page.getByRole('navigation', { name: 'Investor area' })
const footer = (page: Page) => page.getByRole('contentinfo')
const currentOf = (page: Page) => nav(page).locator('[aria-current="page"]')

test('the area has its own navigation, which marks the current page', async ({ page }) => {
  await signIn(page)
  for (const from of ['/access/dashboard', '/access/transactions', '/access/documents', '/access/settings']) {
    await page.goto(from)
    await expect(nav(page).getByRole('link')).toHaveText(places.map(([name]) => name))
    await expect(currentOf(page)).toHaveText(places.filter(([, to]) => to === from).map(([name]) => name))
  }
  for (const [name, to] of places) {
    await page.goto('/access/settings')
    await nav(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(to)
  }
  // On a public page the way back is in its own bar.
  await page.goto('/docs/glossary')
  await expect(nav(page)).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Portfolio' }).click()
  await expect(currentOf(page)).toHaveText('Portfolio')
})

for (const width of [320, 390, 767, 768, 1024, 1440])
  test(`at ${width} px the whole navigation is in the window`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, { first_name: 'Bartholomew-Maximilian' })
    await page.goto('/access/transactions')
    for (const [name] of places)
      await expect(nav(page).getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    const box = (await nav(page).boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
    if (width < 768) expect(box.y + box.height, 'at the bottom of the window').toBe(800)
    else expect(box.y, 'in the bar').toBe((await page.locator('[data-navbar]').boundingBox())?.y)
    const heights = await nav(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await expectAccessible(page, '[data-navbar]')
  })

test('large text and narrow windows cause no horizontal scrolling', async ({ page }) => {
  await signIn(page)
  await page.goto('/access/settings')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [320, 768, 1440]) await expectNoSidewaysScroll(page, width)
  const name = page.locator('.brand > span')
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    for (const link of await nav(page).getByRole('link').all())
      await expect(link, `all are seen at ${width} px`).toBeInViewport({ ratio: 1 })
    if (width < 768) continue
    const cut = await name.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(cut, `the name is whole at ${width} px`).toBeLessThanOrEqual(0)
  }
})

test("with a browser's large text, a wide window has the navigation of a narrow one", async ({
  page,
  playwright,
  launchOptions,
}) => {
  await signIn(page)
  await page.goto('/access/dashboard')
  const stored = await page.context().storageState()
  const origin = new URL(page.url()).origin
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
  })
  try {
    const large = await browser.newPage({ storageState: stored, viewport: { width: 768, height: 800 } })
    await large.goto(`${origin}/access/dashboard`)
    const name = large.locator('.brand > span')
    for (const width of [320, 390, 768, 1024, 1440]) {
      await expectNoSidewaysScroll(large, width)
      await large.setViewportSize({ width, height: 800 })
      for (const link of await nav(large).getByRole('link').all())
        await expect(link, `all are seen at ${width} px`).toBeInViewport({ ratio: 1 })
      await expect(large.locator('.mobile-menu > summary'), `a menu at ${width} px`).toBeInViewport({
        ratio: 1,
      })
      const [size, cut] = await name.evaluate((element) => [
        Number.parseFloat(getComputedStyle(element).fontSize),
        element.scrollWidth - element.clientWidth,
      ])
      expect(cut, `the name is whole at ${width} px`).toBeLessThanOrEqual(0)
      expect(size, `the name has grown at ${width} px`).toBeGreaterThan(25)
      const place = await nav(large)
        .getByRole('link')
        .first()
        .evaluate((link) => Number.parseFloat(getComputedStyle(link).fontSize))
      expect(place, `the places have grown at ${width} px`).toBeGreaterThan(16)
    }
    await large.setViewportSize({ width: 320, height: 800 })
    await large.locator('summary[aria-label^="Notifications"]').click()
    await expect(large.getByRole('button', { name: 'Refresh notifications' })).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(large, 320)
    await large.goto(`${origin}/docs/glossary`)
    const outside = await large
      .locator('.table-region')
      .evaluateAll(
        (tables) => tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      )
    expect(outside, 'definitions that have to be pushed sideways').toBe(0)
    await large.setViewportSize({ width: 390, height: 800 })
    for (const address of [
      '/docs/technical-documentation',
      '/tokens/witgold',
      '/access/dashboard?tab=market',
      '/access/dashboard?tab=intelligence',
      '/access/transactions',
      '/access/support',
    ]) {
      await large.goto(origin + address)
      await expect(large.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(large.locator('main .skeleton')).toHaveCount(0)
      expect(await findBrokenWords(large), `words and amounts broken on ${address}`).toEqual([])
      const search = await large.locator('[data-search-open]').boundingBox()
      expect(search?.height, `the search is as high as the bar allows on ${address}`).toBeLessThan(64)
    }
  } finally {
    await browser.close()
  }
})

test('with large text, lists and adjacent parts have room for their words', async ({ page, sql }) => {
  test.slow()
  const administrator = await openAdministrator(page)
  const series = await createSeries(sql, {
    units_held: '700000',
    offering: { maximum: '200000.00', cap_units: '652852.852857' },
  })
  await sql`insert into series (token_id, is_illustrative) values (${series.id}, true)`
  const titles = ['Mineral Resource and Ore Reserve statement', 'Entitlement agreement']
  for (const title of titles) await addDocument(page, administrator, series.symbol, { title })
  const { user } = await signIn(page, { verified: true })
  await issueUnits(sql, series, [[user.id, '7.207207']])
  await createTransactions(sql, user.id, [
    {
      type: 'transfer',
      amount: '98242.85',
      description: 'Between sub-accounts',
      transaction_date: '2026-02-27Z',
    },
  ])
  const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
  await advanceSubscription(sql, administrator, id, 'approved')
  await sql`insert into support_tickets ${sql([
    {
      user_id: user.id,
      name: 'Ada',
      email: user.email,
      subject: 'What the custody fee covers in a year',
      message: 'Asked',
      category: 'general',
    },
  ])}`
  for (const [path, loaded] of [
    ['documents', /^Preview: /],
    ['transactions', 'Transfer'],
    [`holdings/${series.code}`, 'Verify that my units are counted'],
    ['support', 'What the custody fee covers in a year'],
    [`subscriptions/${id}`, 'Withdraw'],
    [`subscribe/${series.code}`, 'Submit subscription'],
    ['verification', 'Verified'],
    ['settings/notifications', 'Notifications'],
    ['settings/appearance', 'Appearance'],
  ] as const) {
    await page.goto(`/access/${path}`)
    const button = page.getByRole('main').getByRole('button', { name: loaded }).first()
    await expect(button.or(page.getByRole('heading', { name: loaded })).first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    for (const percent of [100, 175, 200])
      for (const width of [320, 390, 768, 1024, 1280, 1440]) {
        await setTextSize(page, percent)
        await expectNoSidewaysScroll(page, width)
        expect(await findOverflowingTexts(page), `${path}, text of ${percent} % at ${width} px`).toEqual([])
      }
  }
})

test('the user menu holds the public pages', async ({ page }) => {
  await signIn(page)
  await page.goto('/access/dashboard')
  const menu = page.getByRole('banner').locator('details.user-menu')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await menu.locator(':scope > summary').click()
  await expect(menu.getByRole('link', { name: 'Learn More' })).toHaveAttribute(
    'href',
    '/docs/investment-prospectus',
  )
  await menu.locator('summary').filter({ hasText: 'Documentation' }).click()
  const links = menu.locator('[data-documentation]').getByRole('link')
  await expect(links).toHaveCount(9)
  await expect(links.first()).toHaveText('Investment prospectus')
  await expectAccessible(page, '[data-navbar]')
  await links.last().click()
  await expect(page).toHaveURL('/legal/privacy-policy')
})

test('the user menu opens with its list of pages before its script has loaded', async ({ page }) => {
  await signIn(page)
  const pending = Promise.withResolvers<void>()
  await page.route('**/_astro/*hydrate*.js', async (route) => {
    await pending.promise
    await route.continue()
  })
  await page.goto('/access/dashboard', { waitUntil: 'commit' })
  const menu = page.getByRole('banner').locator('details.user-menu')
  await menu.locator(':scope > summary').click()
  await menu.locator('summary').filter({ hasText: 'Documentation' }).click()
  const first = menu.locator('[data-documentation]').getByRole('link').first()
  await expect(first).toBeVisible()
  pending.resolve()
  await expect(menu, 'it has started').toContainText('@')
  await expect(first).toBeVisible()
})

test('on a phone the menu holds the account and the public pages @mobile', async ({ page }) => {
  await signIn(page)
  await page.goto('/access/transactions')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.getByRole('banner').locator('summary[aria-label="Menu"]').tap()
  for (const name of ['Settings', 'Learn More']) await expect(menu.getByRole('link', { name })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await menu.locator('summary').filter({ hasText: 'Documentation' }).tap()
  await expect(menu.getByRole('link', { name: 'Audit reports' })).toBeVisible()
  await expectAccessible(page, '[data-navbar]')
  await menu.getByRole('link', { name: 'Settings' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'User Settings' })).toBeVisible()
})

test('the focus is never behind the navigation of a phone @mobile', async ({ page }) => {
  await signIn(page)
  await page.goto('/access/settings')
  await expect(page.getByLabel('Phone Number')).toBeVisible()
  for (const target of [page.getByLabel('Twitter Profile'), footer(page).getByRole('link').last()]) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await target.focus()
    const [bar, box] = await Promise.all([nav(page).boundingBox(), target.boundingBox()])
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }
})

test('the footer is a legal line with the theme switch', async ({ page }) => {
  await page.clock.setFixedTime('2031-06-15T12:00:00Z')
  await signIn(page)
  await page.goto('/access/documents')
  await expect(footer(page)).toHaveCount(1)
  await expect(footer(page)).toContainText(/© 2031 Lodefield\.\s+All rights reserved\./)
  const links = footer(page).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/legal/terms-of-service',
    '/legal/privacy-policy',
    '/legal/risk-disclosure',
    '/access/support',
  ])
  await expect(footer(page)).toContainText('Live, Delayed, Simulated or Sample data')
  expect((await footer(page).boundingBox())?.height).toBeLessThanOrEqual(110)
  const dark = footer(page).getByRole('radio', { name: 'Dark' })
  await dark.check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(dark).toBeChecked()
  await expectAccessible(page, 'footer')
})

test('signed out, the pages of the area have the bar and the footer of the public pages', async ({
  page,
}) => {
  await page.goto('/access/dashboard')
  await expect(page).toHaveURL(/\/access\/login/)
  await expect(nav(page)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(footer(page)).toHaveCount(1)
  await expect(footer(page).getByRole('navigation', { name: 'Documentation' })).toBeVisible()
})

/** Opens a page and waits for the connection monitoring, which starts when the first view is complete. */
const openWatched = (page: Page, address: string) =>
  Promise.all([
    page.waitForEvent('requestfinished', (request) => /\/banners\./.test(request.url())),
    page.goto(address),
  ])

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/] })

  test('a page whose figures cannot be fetched says so, and fetches them once connected', async ({
    page,
    context,
  }) => {
    await signIn(page)
    // The browser keeps the files of the page.
    await page.goto('/access/support')
    await expect(page.getByText('No support requests yet')).toBeVisible()
    await openWatched(page, '/access/settings')
    await expect(page.getByLabel('First Name')).toBeVisible()
    await context.setOffline(true)
    const strip = page.getByText(/^You have been offline since \d\d:\d\d UTC/)
    await expect(strip).toBeInViewport()
    await nav(page).getByRole('link', { name: 'Support' }).click()
    await expect(page.getByRole('alert').getByText('You are offline.')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(strip).toBeHidden()
    await expect(page.getByText('No support requests yet')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a page that was never loaded says so, and loads once connected', async ({ page, context }) => {
    await signIn(page)
    await openWatched(page, '/access/settings')
    await expect(page.getByLabel('First Name')).toBeVisible()
    await context.setOffline(true)
    await nav(page).getByRole('link', { name: 'Support' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This part loads as soon as the server responds',
    )
    await expectAccessible(page)
    // And the next page too, in place of the browser's own error.
    await nav(page).getByRole('link', { name: 'Documents' }).click()
    await expect(page).toHaveURL('/access/documents')
    await expect(nav(page).getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This part loads as soon as the server responds',
    )
    await nav(page).getByRole('link', { name: 'Support' }).click()
    await expect(page).toHaveURL('/access/support')
    await context.setOffline(false)
    await expect(page.getByText('No support requests yet')).toBeVisible()
  })
})
