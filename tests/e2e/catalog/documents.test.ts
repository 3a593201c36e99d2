import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Report } from '#contract/catalog/reports'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { createSeries, issueUnits } from '#e2e/series-fixtures'

const address = '/access/documents'
const reportsCall = '**/api/v1/reports'
const documentsCall = '**/api/v1/documents'

const entries = (page: Page) => page.locator('[data-entry]')
const entry = (page: Page, title: string) => entries(page).filter({ hasText: title })

const upload = (id: number, original_name: string, file_type: 'pdf' | 'html', file_size = 1536) => ({
  id,
  original_name,
  filename: `stored-${id}.${file_type}`,
  file_type,
  file_size,
  url: `/documents/uploads/stored-${id}.${file_type}`,
  created_at: '2026-10-31T10:00:00.000Z',
})

/** A control whose name continues, visually hidden, with the title of its entry. */
const named = (words: string, title: string) =>
  new RegExp(`^${words} ?: ${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

/** Responds with two uploads next to the reports, whatever else is stored. */
const stubUploads = (page: Page) =>
  page.route(documentsCall, (route) =>
    route.fulfill({
      json: { documents: [upload(1, 'Annual review.pdf', 'pdf'), upload(2, 'Site visit.html', 'html')] },
    }),
  )

test('reports and uploads are listed with their details', async ({ page, request }) => {
  await signIn(page)
  await stubUploads(page)
  const { reports } = (await (await request.get('/api/v1/reports')).json()) as { reports: Report[] }
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await expect(entries(page)).toHaveCount(reports.length + 2)
  for (const report of reports) {
    const listed = entry(page, report.title)
    for (const text of [report.description, report.category, report.auditor])
      await expect(listed).toContainText(text)
    await expect(listed.getByRole('link', { name: named('Download', report.title) })).toHaveAttribute(
      'href',
      `/api/v1/documents/${report.id}`,
    )
  }
  const review = entry(page, 'Annual review.pdf')
  await expect(review).toContainText('PDF document')
  await expect(review).toContainText('1.5 KB')
  await expect(review).toContainText('Oct 31, 2026')
  await expect(review.getByRole('link', { name: named('Preview', 'Annual review.pdf') })).toHaveAttribute(
    'href',
    '/documents/uploads/stored-1.pdf',
  )
  await expect(review.getByRole('link', { name: named('Download', 'Annual review.pdf') })).toHaveAttribute(
    'download',
    'Annual review.pdf',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test("the investor's series come first, with a link to their documents", async ({ page, sql }) => {
  const { user } = await signIn(page)
  const series = await createSeries(sql)
  await issueUnits(sql, series, [[user.id, '5']])
  await page.goto(address)
  const own = page.getByRole('region', { name: 'Your series' })
  await expect(own.getByRole('link', { name: `${series.symbol} documents` })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await own.getByRole('link', { name: `${series.symbol} documents` }).click()
  await expect(page).toHaveURL(`/access/holdings/${series.code}#documents`)
})

test('a search and a type narrow the list', async ({ page }) => {
  await signIn(page)
  await stubUploads(page)
  await page.goto(address)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(search).toHaveAttribute('placeholder', 'Search documents...')
  await search.fill('VISIT site')
  await expect(entries(page)).toHaveCount(1)
  await expect(entry(page, 'Site visit.html')).toBeVisible()
  await search.fill('nothing has this name')
  await expect(page.getByText('No documents found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all documents' }).click()
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()

  const type = page.getByLabel('Type')
  await type.selectOption('Audit reports')
  await expect(entries(page)).toHaveCount(3)
  await type.selectOption('Compliance reports')
  await expect(entries(page)).toHaveCount(6)
  await type.selectOption('HTML documents')
  await expect(entries(page)).toHaveCount(1)
})

test('a report can be previewed and saved', async ({ page }) => {
  await page.clock.install()
  await signIn(page)
  await page.goto(address)
  const title = 'Backing audit, Q3 2026'
  const preview = entry(page, title).getByRole('button', { name: named('Preview', title) })
  await preview.focus()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByText('Loading preview...')).toBeVisible()
  await page.clock.resume()
  await expect(dialog.getByRole('heading', { name: 'Key findings' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: `First page of ${title}` })).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: named('Download', title) }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(preview).toBeFocused()
})

test('the space is reserved while the list loads', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  const pending = Promise.withResolvers<void>()
  await page.route(reportsCall, async (route) => {
    await pending.promise
    await route.continue()
  })
  await page.goto(address)
  await expect(page.getByRole('status').filter({ hasText: 'Loading documents' })).toBeAttached()
  await expect(page.getByText('No documents yet')).toHaveCount(0)
  pending.resolve()
  await expect(entries(page).first()).toBeVisible()
})

test('an empty list says that nothing is published', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  await page.route(reportsCall, (route) => route.fulfill({ json: { reports: [] } }))
  await page.route(documentsCall, (route) => route.fulfill({ json: { documents: [] } }))
  await page.goto(address)
  await expect(page.getByText('No documents yet')).toBeVisible()
})

test('sizes are shown in the unit that suits them, up to terabytes', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  const sizes = ['1 byte', '512 bytes', '1.5 KB', '5.0 MB', '2.3 GB', '4.0 TB', '4,096.0 TB']
  const bytes = [1, 512, 1.5 * 1024, 5 * 1024 ** 2, 2.3 * 1024 ** 3, 4 * 1024 ** 4, 4096 * 1024 ** 4]
  const documents = bytes.map((size, at) => upload(at, `Log ${at}.pdf`, 'pdf', size))
  await page.route(reportsCall, (route) => route.fulfill({ json: { reports: [] } }))
  await page.route(documentsCall, (route) => route.fulfill({ json: { documents } }))
  await page.goto(address)
  for (const [at, size] of sizes.entries())
    await expect(entry(page, `Log ${at}.pdf`).getByText(size, { exact: true })).toBeVisible()
})

test.describe('when a list cannot be loaded', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  for (const [call, text] of [
    [reportsCall, 'Failed to load reports'],
    [documentsCall, 'Failed to load documents'],
  ] as const) {
    test(`shows the other list and a retry: ${text}`, async ({ page }) => {
      await signIn(page)
      // Other tests' publications would cause a refetch before the button is pressed.
      await page.route('**/api/v1/events', () => {})
      if (call === reportsCall) await stubUploads(page)
      await page.route(call, (route) => route.abort())
      await page.goto(address)
      const alert = page.getByRole('alert')
      await expect(alert).toContainText(text)
      await expect(entries(page).first()).toBeVisible()
      await expectAccessible(page)
      await page.unroute(call)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(alert).toHaveCount(0)
      // The focused button is gone.
      await expect(page.getByRole('main')).toBeFocused()
    })
  }

  test('shows neither a search nor an empty result when both fail', async ({ page }) => {
    await signIn(page)
    for (const call of [reportsCall, documentsCall]) await page.route(call, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('alert')).toHaveCount(2)
    await expect(page.getByText(/No documents (found|yet)/)).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveCount(0)
  })
})

test("the open page follows an administrator's publications and withdrawals", async ({ page, sql }) => {
  await signIn(page)
  await page.goto(address)
  await expect(entries(page).first()).toBeVisible()
  const name = `Minutes ${crypto.randomUUID()}.pdf`
  await sql`insert into documents (original_name, filename, file_type, file_size, is_public)
    values (${name}, ${`${crypto.randomUUID()}.pdf`}, 'pdf', 1024, true)`
  await expect(entry(page, name)).toBeVisible()
  await sql`update documents set is_public = false where original_name = ${name}`
  await expect(entry(page, name)).toHaveCount(0)
  await sql`delete from documents where original_name = ${name}`
})
