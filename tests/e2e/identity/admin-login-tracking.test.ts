import type { Locator } from '@playwright/test'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, makeEmail, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const list = 'Login records'

test('an attempt is recorded, found, filtered and deleted', async ({ page, sql }) => {
  const email = makeEmail('stranger')
  await page.request.post('/api/v1/auth/user/login', { data: { email, password: 'Wrong-pass 1' } })
  await signInAdmin(page)
  await page.clock.install()
  await page.goto(adminUrl(`?d=login-tracking&search=${encodeURIComponent(email)}`))
  const records = page.getByRole('region', { name: list, exact: true })
  await expect(records.getByText(email)).toBeVisible()
  await expect(records.getByText('Unknown account')).toBeVisible()
  await expect(page.getByText('1 attempt', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'By country' })).toContainText('1 failed')
  await expect(page.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveAttribute(
    'href',
    'https://db-ip.com',
  )

  await records.getByRole('combobox', { name: 'Result' }).selectOption('Success')
  await expect(page.getByText('No login records found')).toBeVisible()
  await records.getByRole('combobox', { name: 'Result' }).selectOption('Failed')
  await expect(records.getByLabel('Period').locator('option')).toHaveText([
    'Last 24 hours',
    'Last 7 days',
    'Last 30 days',
    'Last 90 days',
  ])
  await expect(records.getByLabel('Period')).toHaveValue('7')
  const values = (select: Locator) =>
    select.locator('option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))
  expect(await values(records.getByLabel('Period'))).toEqual(['1', '7', '30', '90'])
  await sql`update login_records set login_time = now() - interval '20 days', browser = 'Firefox', os = 'Linux',
    city = 'Bern', country = 'Switzerland', ip_address = '192.0.2.44' where email = ${email}`
  await records.getByLabel('Period').selectOption('30')
  const row = records.getByRole('row').filter({ hasText: email })
  for (const text of ['Firefox on Linux', 'Bern, Switzerland', '192.0.2.44'])
    await expect(row).toContainText(text)

  await page.getByRole('button', { name: `Delete the sign-in attempt by ${email}` }).click()
  const question = page.getByRole('dialog', { name: 'Delete login record' })
  await expect(question).toContainText(email)
  await expect(question).toContainText('This action cannot be undone.')
  await page.clock.pauseAt(Date.now() + 60_000)
  await question.getByRole('button', { name: 'Delete record' }).click()
  const message = page.getByText('Login record deleted.')
  await expect(message).toBeVisible()
  await page.clock.runFor(2_999)
  await expect(message).toBeVisible()
  await page.clock.runFor(1)
  await expect(message).toBeHidden()
  await expect(page.getByText('No login records found')).toBeVisible()
  await page.clock.resume()

  // Older than the days that other tests filter by.
  await sql`insert into login_records (email, success, login_time)
    select ${email}, false, now() - interval '20 days' from generate_series(1, 101)`
  await page.reload()
  await expect(page.getByText('Showing 1 to 100 of 101')).toBeVisible()
  const limit = records.getByLabel('Rows')
  await expect(limit).toHaveValue('100')
  expect(await values(limit)).toEqual(['50', '100', '200', '500'])
  await limit.selectOption('50')
  await expect(page.getByText('Showing 1 to 50 of 101')).toBeVisible()
  await sql`delete from login_records where email = ${email}`
})

test.describe('a failure of the server', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 50\d/] })

  test('is shown in the specified words', async ({ page }) => {
    const email = makeEmail('stranger')
    await page.request.post('/api/v1/auth/user/login', { data: { email, password: 'Wrong-pass 1' } })
    await signInAdmin(page)
    await page.route('**/login-tracking/records?*', (route) => route.fulfill({ status: 502 }))
    await page.goto(adminUrl(`?d=login-tracking&search=${encodeURIComponent(email)}`))
    await expect(page.getByText('Failed to fetch login records')).toBeVisible()
    await page.unroute('**/login-tracking/records?*')
    await page.reload()

    const json = { error: 'The log is locked', code: 'internal', request_id: 'r-1' }
    await page.route('**/login-tracking/records/*', (route) => route.fulfill({ status: 500, json }))
    await page.getByRole('button', { name: `Delete the sign-in attempt by ${email}` }).click()
    const question = page.getByRole('dialog', { name: 'Delete login record' })
    await question.getByRole('button', { name: 'Delete record' }).click()
    await expect(question.getByText('Failed to delete login record: The log is locked')).toBeVisible()
  })
})

test('the section is accessible, and fits a phone', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=login-tracking'))
  await expect(
    page.getByRole('region', { name: list, exact: true }).getByText('tester').first(),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
