/** Sections Appearance and Notifications of the settings. */
import type { Page } from '@playwright/test'
import type { Preferences } from '#contract/messaging/preferences'
import { expect, expectAccessible, expectNoSidewaysScroll, type Investor, signIn, test } from '#e2e/fixtures'

const readPreferences = async (page: Page, { token }: Investor): Promise<Preferences> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await (await page.request.get('/api/v1/user/preferences', { headers })).json()).preferences
}

test('the appearance applies immediately, on the next page and on another device', async ({
  page,
  browser,
}) => {
  const investor = await signIn(page)
  await page.goto('/access/settings/appearance')
  const preview = page.getByLabel('Preview')
  await expect(preview).toContainText('$1,234,567.89')
  for (const [label, value] of [
    ['Number format', '1.234,56'],
    ['Date format', 'DD/MM/YYYY'],
    ['Time zone', 'Asia/Tokyo'],
    ['Theme', 'dark'],
  ] as const) {
    await page.getByLabel(label).selectOption(value)
    await expect(page.getByRole('status').filter({ hasText: `Saved: ${label}` })).toBeVisible()
  }
  await expect(preview).toContainText('$1.234.567,89')
  await expect(preview).toContainText(/\d\d\/\d\d\/20\d\d/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/access/dashboard')
  await expect(page.getByText('$0,00').first()).toBeVisible()

  const device = await browser.newContext({ baseURL: new URL(page.url()).origin, timezoneId: 'UTC' })
  const other = await device.newPage()
  await other.goto('/access/login')
  await other.getByLabel('Email').fill(investor.email)
  await other.locator('[name="password"]').fill(investor.password)
  await other.locator('button[type="submit"]').click()
  await other.waitForURL('/access/dashboard')
  await expect(other.getByText('$0,00').first()).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(async () => (await readPreferences(other, investor)).theme).toBe('light')
  await device.close()

  // As when its tab is viewed again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test.describe('a choice that is rejected', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('is not shown as made, and says so', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/v1/user/preferences', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await page.goto('/access/settings/appearance')
    await page.getByLabel('Number format').selectOption('1.234,56')
    await expect(page.getByRole('alert')).toContainText('could not be saved')
    await expect(page.getByLabel('Number format')).toHaveValue('1,234.56')
    await expect(page.getByLabel('Preview')).toContainText('$1,234,567.89')
    await page.goto('/access/settings/notifications')
    await page.getByLabel('Investments by email').selectOption('daily')
    await expect(page.getByRole('alert')).toHaveText(/^Investments could not be saved\./)
  })
})

test('notifications are chosen by category and delivery; security notifications stay on', async ({
  page,
}) => {
  const investor = await signIn(page)
  await page.goto('/access/settings/notifications')
  await expect(
    page.getByText('This site does not send email yet; emails are queued until it does.'),
  ).toBeVisible()
  const bell = page.getByRole('switch', { name: 'Transactions in app' })
  await bell.click()
  await expect(bell).not.toBeChecked()
  await page.getByLabel('Transactions by email').selectOption('now')
  await expect(page.getByRole('status').filter({ hasText: 'Saved: Transactions' })).toBeVisible()
  const security = page
    .getByRole('listitem')
    .filter({ hasText: 'Sign-ins, passwords and two-step verification' })
  await expect(security).toContainText('Always on')
  await expect(security.getByRole('switch')).toHaveCount(0)
  await page.reload()
  await expect(bell).not.toBeChecked()
  await expect(page.getByLabel('Transactions by email')).toHaveValue('now')
  expect((await readPreferences(page, investor)).notifications.transaction).toEqual({
    bell: false,
    email: 'now',
  })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const way = await page.getByLabel('Transactions by email').boundingBox()
  expect(way?.width, 'has the whole row').toBeGreaterThan(250)
})
