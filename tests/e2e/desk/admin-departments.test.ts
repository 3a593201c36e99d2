import type { Page, Route } from '@playwright/test'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, retryLoading, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

/** Opens a department's form, which is initially collapsed to a line. */
async function openForm(page: Page, name: string) {
  await page
    .getByRole('main')
    .locator('summary')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click()
  const form = page.getByRole('form', { name, exact: true })
  await expect(form).toBeVisible()
  return form
}

const lines = (page: Page) => page.getByRole('main').locator('summary')

const XSS = '<img src=x onerror="window.hacked=1">'

test.describe('the public contact details', () => {
  test.use({ isExclusive: true })

  test('show a saved department immediately, as text', async ({ page, browser }) => {
    const description = `Reporting ${crypto.randomUUID()} ${XSS}`
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto('/docs/investor-relations')
    await expect(visitor.getByText(description)).toHaveCount(0)

    await signInAdmin(page)
    await page.goto(adminUrl('?d=departments'))
    await expect(lines(page)).toHaveCount(7)
    const reports = await openForm(page, 'Reports')
    await reports.getByLabel('Description').fill(description)
    await expect(reports.getByText('Unsaved changes')).toBeVisible()
    await reports.getByRole('button', { name: 'Save' }).click()
    await expect(reports.getByText('Department saved.')).toBeVisible()
    await expect(reports.getByText('Unsaved changes')).toBeHidden()

    const other = await (await browser.newContext()).newPage()
    await other.goto('/docs/investor-relations')
    await expect(other.getByText(description)).toBeVisible()
    expect(await other.evaluate(() => 'hacked' in window)).toBe(false)
    await other.context().close()
    await visitor.context().close()
  })
})

test.describe('a rejected value', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/422/] })

  test('is reported at its field, and stays typed', async ({ page }) => {
    await signInAdmin(page)
    await page.goto(adminUrl('?d=departments'))
    const others = await openForm(page, 'Others')
    await others.getByLabel('LinkedIn').fill('javascript:alert(1)')
    await others.getByRole('button', { name: 'Save' }).click()
    await expect(
      others.getByText('Enter a public web address starting with https:// or http://').last(),
    ).toBeVisible()
    await expect(others.getByLabel('LinkedIn')).toHaveValue('javascript:alert(1)')
    await expect(others.getByLabel('LinkedIn')).toBeFocused()
  })
})

test.describe('departments that cannot be read', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('show an error, above the earlier data if there are any', async ({ page }) => {
    await signInAdmin(page)
    const list = '**/admin/contact-departments'
    const fail = (route: Route) =>
      route.fulfill({ status: 500, json: { error: 'x', code: 'internal', request_id: 'x' } })
    await page.route(list, fail)
    await page.goto(adminUrl('?d=departments'))
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Failed to fetch departments')
    await expect(alert).not.toContainText('last data loaded')
    await retryLoading(page, list)
    await expect(lines(page)).toHaveCount(7)
    await expect(alert).toHaveCount(0)

    const general = await openForm(page, 'General')
    await general.getByLabel(/^Hours/).fill('Still being typed')
    await page.route(list, fail)
    const others = await openForm(page, 'Others')
    await others.getByRole('button', { name: 'Save' }).click()
    await expect(others.getByText('Department saved.')).toBeVisible()
    await expect(alert).toContainText('Failed to fetch departments')
    await expect(alert).toContainText('Showing the last data loaded.')
    await retryLoading(page, list)
    await expect(alert).toHaveCount(0)
    await expect(general.getByLabel(/^Hours/)).toHaveValue('Still being typed')
  })
})

test('the site settings lead to the email address of support', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=settings'))
  await page.getByRole('link', { name: 'Contact departments, General' }).click()
  await expect(page.getByRole('form', { name: 'General', exact: true }).getByLabel('Email')).toBeVisible()
})

test('unsaved input is not lost by leaving the section', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=departments'))
  const tech = await openForm(page, 'Tech')
  await tech.getByLabel(/^Hours/).fill('Never saved')
  await expect(tech.getByRole('button', { name: 'Save' }), 'beside the field').toBeInViewport()
  const elsewhere = page.getByRole('navigation').getByRole('link', { name: 'Site settings' })
  await elsewhere.click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(tech.getByLabel(/^Hours/)).toHaveValue('Never saved')
  await elsewhere.click()
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page.getByRole('heading', { name: 'Site Settings' })).toBeVisible()
})

test('the section is accessible, and fits a phone', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=departments'))
  await expect(lines(page)).toHaveCount(7)
  await expectAccessible(page)
  for (const name of [
    'General',
    'Investors',
    'Tech',
    'Technical support',
    'Compliance',
    'Reports',
    'Others',
  ]) {
    const form = await openForm(page, name)
    for (const label of ['Email', 'Phone', 'WhatsApp', 'LinkedIn', 'Telegram', 'Hours', 'Description'])
      await expect(form.getByLabel(new RegExp(`^${label}`)), `${name}: ${label}`).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
