import type { ContactDepartment } from '#contract/desk/departments'
import { expect, test } from './fixtures.ts'

const address = '/docs/investor-relations'

test('exactly three departments, under their titles, with the contact details of the server', async ({
  page,
  request,
}) => {
  const response = await request.get('/api/v1/contact-departments')
  const { departments } = (await response.json()) as { departments: ContactDepartment[] }
  expect(departments.map((each) => each.department).sort()).toEqual(
    ['compliance', 'general', 'investors', 'others', 'reports', 'tech', 'tech_support'].sort(),
  )
  await page.goto(address)
  const cards = page.locator('[data-department]')
  await cards.first().scrollIntoViewIfNeeded()
  await expect(cards.getByRole('heading')).toHaveText([
    'Investment Inquiries',
    'Investor Support',
    'Financial Reporting',
  ])
  for (const [at, name] of ['investors', 'tech', 'reports'].entries()) {
    const department = departments.find((each) => each.department === name)
    const card = cards.nth(at)
    await expect(card).toHaveAttribute('data-department', name)
    await expect(card.getByText(department?.description ?? 'description')).toBeVisible()
    await expect(card.getByRole('link', { name: department?.email })).toHaveAttribute(
      'href',
      `mailto:${department?.email}`,
    )
    await expect(card.getByRole('link', { name: `Phone: ${department?.phone}` })).toBeVisible()
    await expect(card).toContainText(department?.hours ?? 'hours')
  }
})

test.describe('when the departments cannot be loaded', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/contact-departments/] })

  test('the block stays empty without a message, and the rest of the page works', async ({ page }) => {
    await page.route('**/api/v1/contact-departments', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto(address)
    await page.getByRole('heading', { name: 'Departments' }).scrollIntoViewIfNeeded()
    await expect(page.locator('[data-department]')).toHaveCount(0)
    await expect(page.getByText('Loading contact details')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Updates' })).toBeVisible()
  })
})

test('updates are listed newest first, each opening to its text', async ({ page }) => {
  await page.goto(address)
  const updates = page
    .getByRole('list')
    .filter({ has: page.locator(':scope > li > details') })
    .getByRole('listitem')
    .filter({ has: page.locator(':scope > details') })
  const dates = await updates
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(dates.length).toBeGreaterThan(2)
  expect(dates).toEqual([...dates].sort().reverse())
  for (const update of await updates.all()) {
    await expect(update.getByRole('heading', { level: 3 })).not.toBeEmpty()
    const details = update.locator('details')
    if ((await details.getAttribute('open')) === null) await update.locator('summary').click()
    await expect(update.locator('.body')).toBeVisible()
  }
})

test('metrics are facts of the platform, not results, and each has its condition', async ({ page }) => {
  await page.goto(address)
  const figures = page.locator('dl').filter({ hasText: 'Minimum investment' }).locator('> div')
  expect(await figures.count()).toBeGreaterThan(5)
  for (const figure of await figures.all()) {
    await expect(figure.locator('dt')).not.toBeEmpty()
    await expect(figure.locator('dd')).toHaveCount(2)
    await expect(figure.locator('dd').last()).not.toBeEmpty()
  }
  await expect(figures.filter({ hasText: 'Minimum investment' })).toContainText('$100')
  const target = figures.filter({ hasText: 'Target annual return' })
  await expect(target).toContainText(/15[-–]25%/)
  await expect(target).toContainText('not a forecast')
  await expect(figures.filter({ hasText: 'Tokens at launch' })).toContainText('Illustrative')
  await expect(figures.filter({ hasText: 'Sample reports published' })).toHaveCount(1)
  await expect(page.getByText('not results')).toBeVisible()
})

test('the RSS feed contains every update of the page', async ({ page, request }) => {
  await page.goto(address)
  const link = page.getByRole('link', { name: /RSS/ })
  await expect(link.first()).toHaveAttribute('href', '/updates.xml')
  const response = await request.get('/updates.xml')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toMatch(/xml/)
  const feed = await response.text()
  const titles = await page.locator('main details h3').allTextContents()
  expect(titles.length).toBeGreaterThan(2)
  for (const title of titles) expect(feed.replaceAll('&amp;', '&').replaceAll('&apos;', "'")).toContain(title)
})
