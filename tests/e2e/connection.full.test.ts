/**
 * What a reader experiences while the server is away, and after a deployment has replaced the files of an open page.
 */
import type { Page } from '@playwright/test'
import { signInAdmin } from './administrator.ts'
import { expect, signIn, test } from './fixtures.ts'
import { adminUrl } from './panel.ts'
import { createSeries } from './series-fixtures.ts'
import { getAmountField } from './subscribe-form.ts'

const AWAY = 'The server has not responded since'

const strip = (page: Page) => page.locator('[data-connection]')

/** Connection monitoring starts when the first view is complete. */
const watchStarted = (page: Page) =>
  page.waitForEvent('requestfinished', (request) => /_astro\/banners\./.test(request.url()))

/** Opens a page and waits for the connection monitoring. */
async function open(page: Page, address: string) {
  await Promise.all([watchStarted(page), page.goto(address)])
}

/** Stops the server from this page's perspective; the returned function starts it again. */
async function stopServer(page: Page) {
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  return () => page.unroute('**/*')
}

/** Counts how often the page is loaded from now on. */
function countLoads(page: Page) {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

/** The new version lacks a requested part of the page. */
const losePart = (page: Page) =>
  page.evaluate(() => {
    const lost = new Event('vite:preloadError', { cancelable: true })
    dispatchEvent(
      Object.assign(lost, { payload: new TypeError('Failed to fetch dynamically imported module: /a.js') }),
    )
  })

test.describe('while the server is away', () => {
  test.use({
    expectedErrors: [
      /ERR_CONNECTION_REFUSED|dynamically imported module|Error hydrating|React Router caught|Error handled by|LostPart/,
    ],
  })

  test('a page of the investor area that was not loaded yet opens once the server is back', async ({
    page,
  }) => {
    await signIn(page)
    await open(page, '/access/dashboard')
    const start = await stopServer(page)
    await page.getByRole('banner').getByRole('link', { name: 'Transactions' }).click()
    await expect(
      page.getByRole('heading', { name: 'This part loads as soon as the server responds' }),
    ).toBeVisible()
    await expect(strip(page)).toContainText(AWAY)
    await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
    await start()
    await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible({ timeout: 30_000 })
    await expect(strip(page)).toHaveCount(0)
  })

  test('a tab of the dashboard opens once the server is back', async ({ page }) => {
    await signIn(page)
    await open(page, '/access/dashboard')
    const start = await stopServer(page)
    await page.getByRole('link', { name: 'Price Charts' }).click()
    await expect(page.getByText('This part loads as soon as')).toBeVisible()
    await start()
    await expect(page.getByRole('group', { name: 'Range' }).or(page.getByText('1H')).first()).toBeVisible({
      timeout: 30_000,
    })
  })

  test('a section of the panel opens once the server is back', async ({ page }) => {
    await signInAdmin(page)
    await open(page, adminUrl())
    const start = await stopServer(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Departments' }).click()
    await expect(strip(page)).toContainText(AWAY)
    await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
    await start()
    await expect(page.getByRole('heading', { name: 'Departments', level: 1 })).toBeVisible({
      timeout: 30_000,
    })
    await expect(strip(page)).toHaveCount(0)
  })

  test('a public page says so when a part of it is pressed, and the part works once the server is back', async ({
    page,
  }) => {
    await open(page, '/docs/help-support')
    const start = await stopServer(page)
    await page.getByRole('button', { name: 'Submit a ticket' }).click()
    await expect(strip(page)).toContainText(AWAY)
    const loaded = page.waitForEvent('load')
    await start()
    await loaded
    await expect(strip(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Submit a ticket' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('a list that failed to load is reloaded without a press or a new page', async ({ page }) => {
    await signIn(page)
    await open(page, '/access/transactions')
    await expect(page.getByText('No transactions found')).toBeVisible()
    const loads = countLoads(page)
    const start = await stopServer(page)
    await page.getByLabel('Transaction Type').selectOption('Deposit')
    await expect(page.getByText('Failed to fetch transactions')).toBeVisible()
    await expect(strip(page)).toContainText(AWAY)
    await start()
    await expect(page.getByText('Failed to fetch transactions')).toHaveCount(0, { timeout: 30_000 })
    await expect(strip(page)).toHaveCount(0)
    expect(loads()).toBe(0)
  })
})

test.describe('after a deployment', () => {
  test.use({
    expectedErrors: [
      /status of 404|dynamically imported module|React Router caught|Error handled by|LostPart/,
    ],
  })

  test('a page whose file is gone is loaded from the new version', async ({ page }) => {
    await signIn(page)
    await open(page, '/access/dashboard')
    await page.route(/\/_astro\/Transactions\./, (route) => route.fulfill({ status: 404 }), { times: 1 })
    const loads = countLoads(page)
    await page.getByRole('banner').getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible()
    expect(loads()).toBe(1)
  })

  test('a file that is missing from the new version too is reported, and the page is not reloaded repeatedly', async ({
    page,
  }) => {
    await signIn(page)
    await open(page, '/access/dashboard')
    await page.route(/\/_astro\/Transactions\./, (route) => route.fulfill({ status: 404 }))
    const loads = countLoads(page)
    await page.getByRole('banner').getByRole('link', { name: 'Transactions' }).click()
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await watchStarted(page)
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(loads()).toBe(1)
  })

  test('a page with text stored nowhere else is reloaded only on request', async ({ page }) => {
    await open(page, '/access/login')
    await page.getByLabel('Email').fill('noor@example.com')
    const loads = countLoads(page)
    await losePart(page)
    await expect(strip(page)).toContainText('Part of this page could not be loaded.')
    expect(loads()).toBe(0)
    await expect(page.getByLabel('Email')).toHaveValue('noor@example.com')
    await strip(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('')
  })

  test('a filled-in subscription is stored, so its page is reloaded without a question', async ({
    page,
    sql,
  }) => {
    const series = await createSeries(sql)
    await signIn(page)
    await open(page, `/access/subscribe/${series.code}`)
    await getAmountField(page).fill('4500')
    await Promise.all([page.waitForEvent('load'), losePart(page)])
    await expect(getAmountField(page)).toHaveValue('4500')
  })
})
