import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Download, Locator, Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import type { Report } from '#contract/catalog/reports'
import { expect, test } from '#e2e/fixtures'

const pages = { audit: '/docs/audit-reports', compliance: '/docs/compliance-reports' } as const
const audits = [
  'q3-2026-reserve-audit',
  'h1-2026-financial-review',
  'register-custody-controls-audit-2026',
] as const
/** The audit reports; the tests of a single report use the first. */
const [sample, other] = audits

/** The reports from the server. */
async function readReports(request: APIRequestContext): Promise<Report[]> {
  const response = await request.get('/api/v1/reports')
  return ((await response.json()) as { reports: Report[] }).reports
}
async function readReport(request: APIRequestContext, id: string): Promise<Report> {
  const report = (await readReports(request)).find((each) => each.id === id)
  if (!report) throw new Error(`The server lists no report ${id}`)
  return report
}

const fileAddress = (id: string) => `/api/v1/documents/${id}`
const entry = (page: Page, id: string) => page.locator(`[data-report="${id}"]`)
const downloadLink = (place: Locator) => place.getByRole('link', { name: /^Download/ })

/** A date as shown: October 30, 2026. */
const longDate = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long' })

/** A size in bytes as shown, in MB with one decimal, or in the unit that suits it. */
const inMegabytes = (bytes: number) => `${Math.max(0.1, bytes / 1024 ** 2).toFixed(1)} MB`
const inKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** The fact beside a term of a description list. */
const fact = (place: Locator, term: string) => place.locator(`dt:text-is("${term}") + dd`)

async function openPreview(page: Page, id: string): Promise<Locator> {
  await entry(page, id)
    .getByRole('button', { name: /^Preview/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

function collectAlerts(page: Page): string[] {
  const alerts: string[] = []
  page.on('dialog', (alert) => {
    alerts.push(`${alert.type()}: ${alert.message()}`)
    void alert.dismiss()
  })
  return alerts
}

async function countPages(file: Uint8Array): Promise<number> {
  return (await getDocumentProxy(new Uint8Array(file))).numPages
}

for (const [type, count] of [
  ['audit', 3],
  ['compliance', 6],
] as const) {
  test(`the ${type} page lists ${count} reports, each with its details and the file’s own pages and size`, async ({
    page,
    request,
  }) => {
    const reports = (await readReports(request)).filter((report) => report.type === type)
    expect(reports).toHaveLength(count)
    await page.goto(pages[type])
    await expect(page.locator('[data-report]')).toHaveCount(count)
    for (const report of reports) {
      const listed = entry(page, report.id)
      const file = await (await request.get(fileAddress(report.id))).body()
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
      expect(report.size).toBe(file.length)
      expect(report.pages).toBe(await countPages(file))
      await expect(listed.getByRole('heading', { name: report.title })).toBeVisible()
      await expect(listed.locator('.kicker')).toHaveText(report.category)
      await expect(listed.getByText(report.status ?? 'no status', { exact: true })).toBeVisible()
      await expect(fact(listed, 'Date')).toHaveText(longDate(report.date))
      await expect(fact(listed, 'Auditor')).toHaveText(report.auditor)
      await expect(fact(listed, 'Pages')).toHaveText(String(report.pages))
      await expect(fact(listed, 'Size')).toHaveText(inMegabytes(file.length))
      await expect(listed.getByText(report.description)).toBeVisible()
      await expect(listed.getByRole('button', { name: /^Preview/ })).toHaveAccessibleName(
        new RegExp(report.title.replace(/[()]/g, '.')),
      )
      await expect(downloadLink(listed)).toHaveAttribute('href', fileAddress(report.id))
    }
  })
}

test.describe('the preview', () => {
  test('loads for 1 second, then shows the details of the report, its key findings and its first page', async ({
    page,
    request,
  }) => {
    const report = await readReport(request, sample)
    await page.clock.install()
    await page.goto(pages.audit)
    await entry(page, sample).hover()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const dialog = await openPreview(page, sample)
    await expect(dialog).toHaveAccessibleName(report.title)
    await expect(dialog.getByText('Loading preview...')).toBeVisible()
    await page.clock.runFor(999)
    await expect(dialog.getByText('Loading preview...')).toBeVisible()
    await expect(dialog.getByRole('img')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(dialog.getByText('Loading preview...')).toHaveCount(0)

    await expect(dialog.getByRole('heading', { name: report.title })).toBeVisible()
    await expect(fact(dialog, 'Category')).toHaveText(report.category)
    await expect(fact(dialog, 'Date')).toHaveText(longDate(report.date))
    await expect(fact(dialog, 'Auditor')).toHaveText(report.auditor)
    await expect(fact(dialog, 'Status')).toHaveText(report.status ?? 'no status')
    await expect(fact(dialog, 'Pages')).toHaveText(String(report.pages))
    await expect(fact(dialog, 'Size')).toHaveText(inKilobytes(report.size))
    await expect(fact(dialog, 'Scope')).toHaveText(report.scope ?? 'no scope')
    await expect(dialog.getByRole('heading', { name: 'Key findings' })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText(report.findings)
    await expect(dialog).toContainText('This preview shows the first page and key findings only.')
    await expect(dialog).toContainText('Download the file for the full document.')
    await expect(downloadLink(dialog)).toBeVisible()

    const picture = dialog.getByRole('img', { name: `First page of ${report.title}` })
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600)

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await openPreview(page, sample)
    await expect(dialog.getByText('Loading preview...')).toBeVisible()
  })

  test('shows an image of every report', async ({ page, request }) => {
    await page.clock.install()
    for (const type of ['audit', 'compliance'] as const) {
      await page.goto(pages[type])
      for (const report of (await readReports(request)).filter((each) => each.type === type)) {
        const dialog = await openPreview(page, report.id)
        await page.clock.fastForward(1_000)
        const picture = dialog.getByRole('img', { name: `First page of ${report.title}` })
        await picture.evaluate((image: HTMLImageElement) => image.decode())
        await expect(dialog.getByRole('listitem')).toHaveText(report.findings)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    }
  })

  test('can fill the window and shrink again', async ({ page }) => {
    await page.goto(pages.audit)
    const dialog = await openPreview(page, sample)
    const before = await dialog.boundingBox()
    expect(before?.width).toBeLessThan(1000)
    await dialog.getByRole('button', { name: 'Full screen', exact: true }).click()
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Exit full screen' }).click()
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(before?.width)

    await dialog.getByRole('button', { name: 'Full screen', exact: true }).click()
    await page.keyboard.press('Escape')
    await openPreview(page, other)
    await expect(dialog.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  })

  test('locks the page behind it, and restores scrolling and focus on closing', async ({ page }) => {
    await page.goto(pages.audit)
    const button = entry(page, sample).getByRole('button', { name: /^Preview/ })
    const scrolled = () => page.evaluate(() => window.scrollY)
    await button.scrollIntoViewIfNeeded()
    const before = await scrolled()
    const closings: [name: string, close: (dialog: Locator) => Promise<void>][] = [
      ['Escape', () => page.keyboard.press('Escape')],
      ['the close button', (dialog) => dialog.getByRole('button', { name: 'Close' }).click()],
      ['the backdrop', () => page.mouse.click(10, 450)],
    ]
    for (const [name, close] of closings) {
      const dialog = await openPreview(page, sample)
      await page.mouse.move(10, 450)
      await page.mouse.wheel(0, 600)
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      expect(await scrolled(), 'scrolling behind the dialog').toBe(before)
      await close(dialog)
      await expect(dialog, name).toBeHidden()
      await expect(button, `focus after ${name}`).toBeFocused()
      expect(await scrolled(), `scroll position after ${name}`).toBe(before)
    }
    await page.mouse.wheel(0, 600)
    await expect.poll(scrolled).toBeGreaterThan(before)
  })

  test('fits a phone @mobile', async ({ page }) => {
    await page.clock.install()
    await page.goto(pages.audit)
    const dialog = await openPreview(page, sample)
    await page.clock.fastForward(1_000)
    await expect(dialog.getByRole('heading', { name: 'Key findings' })).toBeVisible()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      const box = await dialog.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
    }
    await downloadLink(dialog).scrollIntoViewIfNeeded()
    await expect(downloadLink(dialog)).toBeInViewport()
  })
})

test.describe('a download of the audit page', () => {
  test('saves the real file, with the size and pages shown', async ({ page }) => {
    await page.goto(pages.audit)
    for (const id of audits) {
      const listed = entry(page, id)
      const downloading = page.waitForEvent('download')
      await downloadLink(listed).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(`${id}.pdf`)
      const file = await readFile(await download.path())
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
      await expect(fact(listed, 'Pages')).toHaveText(String(await countPages(file)))
      await expect(fact(listed, 'Size')).toHaveText(inMegabytes(file.length))
    }
  })

  test('works from the preview too', async ({ page }) => {
    await page.goto(pages.audit)
    const dialog = await openPreview(page, sample)
    const downloading = page.waitForEvent('download')
    await downloadLink(dialog).click()
    expect((await downloading).suggestedFilename()).toBe(`${sample}.pdf`)
  })

  test('shows its progress, for each report separately', async ({ page }) => {
    const requested: string[] = []
    let release = () => {}
    const pending = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/documents/*', async (route) => {
      requested.push(new URL(route.request().url()).pathname)
      await pending
      await route.continue()
    })
    await page.goto(pages.audit)
    await downloadLink(entry(page, sample)).click()
    await expect(downloadLink(entry(page, sample))).toHaveText(/^Downloading\.\.\./)
    await expect(downloadLink(entry(page, sample))).toHaveAttribute('aria-disabled', 'true')
    await expect(downloadLink(entry(page, other))).toHaveText(/^Download:/)
    await downloadLink(entry(page, sample)).click({ force: true })
    await downloadLink(entry(page, other)).click()
    await expect(downloadLink(entry(page, other))).toHaveText(/^Downloading\.\.\./)
    await expect.poll(() => requested).toEqual([fileAddress(sample), fileAddress(other)])
    const saved = Promise.all([page.waitForEvent('download'), page.waitForEvent('download')])
    release()
    await saved
    await expect(downloadLink(entry(page, sample))).toHaveText(/^Download:/)
    await expect(downloadLink(entry(page, sample))).not.toHaveAttribute('aria-disabled')
  })

  test.describe('that fails', () => {
    test.use({ expectedErrors: [/status of (404|500)|net::ERR_/] })

    for (const [what, fail, reason] of [
      ['no network', undefined, 'The server could not be reached'],
      [
        'a rejection by the server',
        {
          status: 404,
          json: { error: 'Report not found.', code: 'not_found', request_id: 'x' },
        },
        'Report not found.',
      ],
      ['a response in another format', { status: 500, body: 'oops' }, 'Server error (status 500)'],
    ] as const) {
      test(`says 'Download failed: ' and the reason: ${what}`, async ({ page }) => {
        await page.route('**/api/v1/documents/*', (route) => (fail ? route.fulfill(fail) : route.abort()))
        await page.goto(pages.audit)
        const alerts = collectAlerts(page)
        await downloadLink(entry(page, sample)).click()
        await expect.poll(() => alerts).toEqual([`alert: Download failed: ${reason}`])
        await expect(downloadLink(entry(page, sample))).toHaveText(/^Download:/)
      })
    }

    test("shows 'Download failed: Unknown error' without a reason", async ({ page }) => {
      await page.addInitScript(() => {
        URL.createObjectURL = () => {
          throw new Error()
        }
      })
      await page.goto(pages.audit)
      const alerts = collectAlerts(page)
      await downloadLink(entry(page, sample)).click()
      await expect.poll(() => alerts).toEqual(['alert: Download failed: Unknown error'])
    })
  })
})

test.describe('a download of the compliance page', () => {
  const id = 'esg-baseline-report-2025'

  test('is a plain link that opens in a new tab', async ({ page, context }) => {
    await page.goto(pages.compliance)
    const links = downloadLink(page.locator('[data-report]'))
    await expect(links).toHaveCount(6)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('href', /^\/api\/v1\/documents\/[a-z0-9-]+$/)
      await expect(link).toHaveAccessibleName(/opens in a new tab/)
    }
    const opening = page.waitForEvent('popup')
    const downloading = new Promise<Download>((resolve) => {
      page.on('download', resolve)
      context.on('page', (tab) => tab.on('download', resolve))
    })
    await downloadLink(entry(page, id)).click()
    await opening
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`${id}.pdf`)
    expect(await countPages(await readFile(await download.path()))).toBe(
      Number(await fact(entry(page, id), 'Pages').textContent()),
    )
  })

  test.describe('that fails', () => {
    test.use({ expectedErrors: [/status of 500/] })

    test('is silent on the page', async ({ page, context }) => {
      await context.route('**/api/v1/documents/*', (route) => route.fulfill({ status: 500, body: '' }))
      await page.goto(pages.compliance)
      const alerts = collectAlerts(page)
      const opening = page.waitForEvent('popup')
      await downloadLink(entry(page, id)).click()
      const tab = await opening
      await tab.waitForLoadState()
      await tab.close()
      expect(alerts).toEqual([])
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(downloadLink(entry(page, id))).toHaveText(/^Download:/)
    })
  })
})

test.describe('the file', () => {
  test('is an attachment with its name, cacheable and known by its ETag', async ({ request }) => {
    const response = await request.get(fileAddress(sample))
    const headers = response.headers()
    expect(response.status()).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="${sample}.pdf"`)
    expect(headers['accept-ranges']).toBe('bytes')
    expect(headers['cache-control']).toContain('max-age')
    const again = await request.get(fileAddress(sample), {
      headers: { 'if-none-match': headers.etag ?? '' },
    })
    expect(again.status()).toBe(304)
  })

  test('can be requested in byte ranges', async ({ request }) => {
    const whole = await (await request.get(fileAddress(sample))).body()
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=1000-', 1000, whole.length],
      ['bytes=-500', whole.length - 500, whole.length],
    ] as const) {
      const response = await request.get(fileAddress(sample), { headers: { range } })
      expect(response.status(), range).toBe(206)
      expect(response.headers()['content-range']).toBe(`bytes ${from}-${to - 1}/${whole.length}`)
      expect((await response.body()).equals(whole.subarray(from, to)), range).toBe(true)
    }
    const beyond = await request.get(fileAddress(sample), { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status()).toBe(416)
    expect(beyond.headers()['content-range']).toBe(`bytes */${whole.length}`)
  })

  test('is 404 in the common error format when it does not exist', async ({ request }) => {
    const response = await request.get(fileAddress('no-such-report'))
    expect(response.status()).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})

test('the audit page shows the sums of the three audits and their timeline in order', async ({ page }) => {
  await page.goto(pages.audit)
  const summary = page.getByRole('table').filter({ hasText: 'Conclusion' })
  await expect(summary.locator('tbody tr')).toHaveCount(3)
  for (const word of ['Backing audit', 'Financial statements review', 'custody controls'])
    await expect(summary).toContainText(word)
  const dates = await page
    .locator('ol.timeline time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(dates.length).toBeGreaterThan(5)
  expect(dates).toEqual([...dates].sort())
  await expect(page.getByText('The three reports below are samples')).toContainText(
    'no listed series has been audited yet',
  )
})

test('the compliance page lists programs and certifications, each with its state', async ({ page }) => {
  await page.goto(pages.compliance)
  const lists = page.locator('main ul').filter({ has: page.getByRole('heading', { level: 3 }) })
  for (const [list, claims] of [
    [lists.nth(0), ['Identity checks (KYC)', 'JORC Code and NI 43-101', 'GDPR and CCPA', '(ESG)']],
    [lists.nth(1), ['JORC certified', 'ESG compliant', 'Regulated', 'Audited', 'SOC 2 Type II']],
  ] as const) {
    for (const claim of claims) {
      const item = list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: claim }) })
      await expect(item).toBeVisible()
      await expect(item.locator('.mark')).not.toBeEmpty()
    }
  }
  await expect(page.getByText('Preview each sample or download it in full')).toContainText(
    'No independent review has been carried out yet.',
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const type of ['audit', 'compliance'] as const) {
    test(`the reports of the ${type} page are listed, their links download, and no button is without a function`, async ({
      page,
      request,
    }) => {
      await page.goto(pages[type])
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
      const links = downloadLink(page.locator('[data-report]'))
      await expect(links).toHaveCount(type === 'audit' ? 3 : 6)
      for (const link of await links.all()) {
        const response = await request.get((await link.getAttribute('href')) ?? '')
        expect(response.headers()['content-type']).toBe('application/pdf')
      }
    })
  }
})

for (const [width, height] of [
  [1440, 1500],
  [1024, 1366],
] as const) {
  test(`a full-screen preview fills a screen of ${width} by ${height} px to its edges`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto(pages.audit)
    const dialog = await openPreview(page, sample)
    await dialog.getByRole('button', { name: 'Full screen' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Preview loaded')
    const note = dialog.getByText('This preview shows the first page').locator('..')
    await expect
      .poll(async () => {
        const [outer, bar] = await Promise.all([dialog.boundingBox(), note.boundingBox()])
        return [outer?.width, outer?.height, Math.round((bar?.y ?? 0) + (bar?.height ?? 0))]
      })
      .toEqual([width, height, height])
  })
}
