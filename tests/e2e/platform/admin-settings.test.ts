import type { Route } from '@playwright/test'
import { openAdministrator, signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, retryLoading, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

// The settings are one row that all tests share.
test.use({ isExclusive: true })

test('saved settings show on public pages immediately', async ({ page, browser }) => {
  const admin = await openAdministrator(page)
  const { settings: before } = await admin.call('GET', '/settings')
  await signInAdmin(page)
  await page.goto(adminUrl('?d=settings'))
  const form = page.getByRole('form', { name: 'Site settings' })
  await expect(form.getByLabel('Site name')).toHaveValue(before.site_name)
  await form.getByLabel('Secondary color', { exact: true }).fill('#b45309')
  await form.getByLabel(/^Site description/).fill('Tokens of <b>real</b> mines.')

  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Secondary', { exact: true }).first()).toHaveCSS(
    'background-color',
    'rgb(180, 83, 9)',
  )
  await expect(preview.getByText(/^Text on secondary: [\d.]+:1, readable$/).first()).toBeVisible()
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByText('Settings saved.')).toBeVisible()
  // The panel has the new color too.
  const secondary = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--secondary').trim())
  await expect.poll(secondary).toBe('#b45309')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/')
  expect(
    await visitor.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--secondary').trim(),
    ),
  ).toBe('#b45309')
  await visitor.context().close()
  const { updated_at: _, ...values } = before
  await admin.call('PUT', '/settings', values)
})

test('the preview follows the date format and the name while typing', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=settings'))
  const form = page.getByRole('form', { name: 'Site settings' })
  const [year = '', month = '', day = ''] = new Date().toISOString().slice(0, 10).split('-')
  const short = year.slice(2)
  await expect(form.getByLabel('Date format').locator('option')).toHaveText([
    `MM/YY (${month}/${short})`,
    `MM/YYYY (${month}/${year})`,
    `DD/MM/YY (${day}/${month}/${short})`,
    `DD/MM/YYYY (${day}/${month}/${year})`,
    `MM/DD/YY (${month}/${day}/${short})`,
    `MM/DD/YYYY (${month}/${day}/${year})`,
  ])
  await expect(form.getByLabel('Date format')).toHaveValue('MM/DD/YY')
  await expect(form.getByLabel('Primary color', { exact: true })).toHaveValue('#f97316')
  await expect(form.getByLabel('Secondary color', { exact: true })).toHaveValue('#ea580c')
  await expect(form.getByLabel('Company address')).toBeVisible()
  await form.getByLabel('Site name').fill('Northgate <i>')
  await form.getByLabel('Date format').selectOption('DD/MM/YYYY')
  const preview = form.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText(`${day}/${month}/${year}`).first()).toBeVisible()
  await expect(preview.getByText('Northgate <i>').first()).toBeVisible()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form.getByLabel('Site name')).not.toHaveValue('Northgate <i>')

  await form.getByLabel('Primary color', { exact: true }).fill('orange')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByText('Enter a color, for example #f97316').last()).toBeVisible()
  await expect(form.getByLabel('Primary color', { exact: true })).toBeFocused()
})

test.describe('two administrators', () => {
  test.use({ expectedErrors: [/409/] })

  test('both versions are shown to the second one to save', async ({ page }) => {
    const admin = await openAdministrator(page)
    const { settings: before } = await admin.call('GET', '/settings')
    await signInAdmin(page)
    await page.goto(adminUrl('?d=settings'))
    const form = page.getByRole('form', { name: 'Site settings' })
    await form.getByLabel(/^Site description/).fill('Mine.')
    await admin.call('PUT', '/settings', { site_description: 'Theirs.' })
    await form.getByRole('button', { name: 'Save settings' }).click()
    const choice = page.getByRole('dialog', { name: 'Edited by someone else' })
    await expect(choice.getByRole('row', { name: 'Site description Mine. Theirs.' })).toBeVisible()
    await choice.getByRole('button', { name: 'Save my version' }).click()
    await expect(form.getByText('Settings saved.')).toBeVisible()
    expect((await admin.call('GET', '/settings')).settings.site_description).toBe('Mine.')
    await admin.call('PUT', '/settings', { site_description: before.site_description })
  })
})

test.describe('settings that cannot be read', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('show an error, above the earlier data if there are any', async ({ page }) => {
    await signInAdmin(page)
    const settings = '**/admin/settings'
    const fail = (route: Route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 500, json: { error: 'x', code: 'internal', request_id: 'x' } })
        : route.fallback()
    await page.route(settings, fail)
    await page.goto(adminUrl('?d=settings'))
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Failed to fetch settings')
    await retryLoading(page, settings)
    const form = page.getByRole('form', { name: 'Site settings' })
    await expect(form.getByLabel('Site name')).not.toHaveValue('')
    await expect(alert).toHaveCount(0)

    await page.route(settings, fail)
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByText('Settings saved.')).toBeVisible()
    await expect(alert).toContainText('Failed to fetch settings')
    await expect(alert).toContainText('Showing the last data loaded.')
    await expect(form).toBeVisible()
    await retryLoading(page, settings)
    await expect(alert).toHaveCount(0)
  })
})

test('the section is accessible, and fits a phone', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=settings'))
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the payment account is stored for approved subscriptions, and is not public', async ({ page }) => {
  const admin = await signInAdmin(page)
  const { settings: before } = await admin.call('GET', '/settings')
  await page.goto(adminUrl('?d=settings'))
  const form = page.getByRole('form', { name: 'Site settings' })
  await form.getByLabel(/^Payment account/).fill('Issuer Ltd\nIBAN CH00 (illustrative)')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel(/^Payment account/)).toHaveValue('Issuer Ltd\nIBAN CH00 (illustrative)')
  const seen = await page.request.get('/api/v1/settings')
  expect(await seen.text()).not.toContain('IBAN')
  const { updated_at: _, ...values } = before
  await admin.call('PUT', '/settings', values)
})
