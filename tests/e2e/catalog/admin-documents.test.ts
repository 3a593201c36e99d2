import { truncate, writeFile } from 'node:fs/promises'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const unique = () => crypto.randomUUID().slice(0, 8)
const pdf = (name: string, size = 0) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.alloc(size),
    Buffer.from('\nstartxref\n0\n%%EOF\n'),
  ]),
})

/** A page that runs scripts and reads the storage of the site. */
const hostile = `<!doctype html><title>Letter</title><p id="result">nothing</p>
<script>document.getElementById('result').textContent = 'stolen ' + localStorage.getItem('adminToken')</script>
<img src="x" onerror="document.getElementById('result').textContent = 'stolen'">`

test('a document is uploaded, made public and private, and deleted, and investors see each step', async ({
  page,
  browser,
  context,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = `Assay ${unique()}.pdf`
  await signInAdmin(page)
  await page.goto(adminUrl('?d=documents'))
  await page.getByRole('button', { name: 'Upload document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload document' })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('Select a file to upload')).toBeVisible()
  await dialog.getByLabel('File').setInputFiles({ ...pdf('notes.txt'), mimeType: 'text/plain' })
  await expect(dialog.getByText('Only PDF and HTML files are allowed')).toBeVisible()
  await expect(dialog.getByText('PDF or HTML, up to 200 MB')).toBeVisible()
  await expect(dialog.getByLabel('File')).toHaveAttribute('accept', '.pdf,.html,.htm')
  const large = testInfo.outputPath('large.htm')
  await writeFile(large, '')
  await truncate(large, 200 * 1024 * 1024 + 1)
  await dialog.getByLabel('File').setInputFiles(large)
  await expect(dialog.getByText('File size too large. Maximum 200MB allowed')).toBeVisible()
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'letter.htm', mimeType: 'text/html', buffer: Buffer.from('<p>') })
  await expect(dialog.getByText(/too large|are allowed/)).toHaveCount(0)
  await dialog.getByLabel('File').setInputFiles(pdf(name))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${name} has been uploaded.`)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Private', { exact: true })).toBeVisible()

  const release = Promise.withResolvers<void>()
  await page.route('**/admin/documents/*', async (route) => {
    if (route.request().method() === 'PUT') await release.promise
    await route.continue()
  })
  await row.getByRole('button', { name: 'Make public' }).click()
  await expect(row.getByRole('button', { name: 'Updating' })).toBeDisabled()
  await expect(row.getByRole('button', { name: 'Delete' })).toBeDisabled()
  release.resolve()
  await expect(row.getByText('Public', { exact: true })).toBeVisible()
  await page.unroute('**/admin/documents/*')

  await row.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText(`Link to ${name} copied.`)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/documents\/uploads\/assay-[0-9a-f-]+\.pdf$/)
  expect((await page.request.get(link)).status()).toBe(200)

  const investor = await (await browser.newContext()).newPage()
  await signIn(investor)
  await investor.goto('/access/documents')
  await expect(investor.getByRole('heading', { name })).toBeVisible()

  await row.getByRole('button', { name: 'Make private' }).click()
  await expect(row.getByText('Private', { exact: true })).toBeVisible()
  expect((await page.request.get(link)).status()).toBe(404)
  await investor.reload()
  await expect(investor.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
  await expect(investor.getByRole('link', { name: /^Download/ }).first()).toBeVisible()
  await expect(investor.getByRole('heading', { name })).toHaveCount(0)
  await investor.context().close()

  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe(name)

  await row.getByRole('button', { name: 'Delete' }).click()
  const confirm = page.getByRole('dialog', { name: 'Delete document' })
  await expect(confirm).toContainText(name)
  await expect(confirm).toContainText('This action cannot be undone.')
  await confirm.getByRole('button', { name: 'Delete document' }).click()
  await expect(row).toHaveCount(0)
})

test(
  'an upload shows its progress, and leaves nothing behind when cancelled',
  { tag: '@full' },
  async ({ page }, testInfo) => {
    const name = `given-up-${unique()}.pdf`
    const file = testInfo.outputPath(name)
    await writeFile(file, pdf(name, 8_000_000).buffer)
    await signInAdmin(page)
    await page.goto(adminUrl('?d=documents'))
    // Slow enough to see the progress.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 400_000,
    })
    await page.getByRole('button', { name: 'Upload document' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload document' })
    await dialog.getByLabel('File').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await expect(dialog.getByText(/^[1-9]\d?%$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue in the background' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('progressbar', { name: `Upload of ${name}` })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.goto(adminUrl(`?d=documents&search=${encodeURIComponent(name)}`))
    await expect(page.getByText('No documents found')).toBeVisible()
  },
)

test.describe('an uploaded page with scripts', () => {
  // The browser logs each blocked attempt.
  test.use({ expectedErrors: [/Blocked script execution|Content Security Policy|sandbox|CSP/] })

  test('cannot run: neither page nor image reads the storage of the site', async ({ page }) => {
    const admin = await signInAdmin(page)
    const upload = async (path: string, field: string, name: string, text: string) => {
      const response = await page.request.post(`/api/v1${adminUrl(path)}`, {
        headers: { authorization: `Bearer ${admin.token}` },
        multipart: {
          [field]: { name, mimeType: 'text/html', buffer: Buffer.from(text) },
          ...(field === 'file' && { is_public: 'true' }),
        },
      })
      expect(response.status(), await response.text()).toBe(201)
      return response.json()
    }
    const { document } = await upload('/documents/upload', 'file', `Letter ${unique()}.html`, hostile)
    await page.goto(document.url)
    await expect(page.locator('#result')).toHaveText('nothing')

    const { icon_url } = await upload(
      '/tokens/icons/upload',
      'icon',
      'vein.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="document.title='stolen'"><script>document.title='stolen ' + localStorage.adminToken</script><circle r="4"/></svg>`,
    )
    await page.goto(icon_url)
    await expect(page.locator('circle')).toBeAttached()
    expect(await page.title()).toBe('')
    expect(await page.locator('script').count()).toBe(0)
  })
})

test.describe('a failure', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of (415|500)/] })

  test('is shown in the specified words', async ({ page }) => {
    const admin = await signInAdmin(page)
    const name = `Refused ${unique()}.pdf`
    const form = { file: pdf(name) }
    await page.request.post(`/api/v1${adminUrl('/documents/upload')}`, {
      headers: { authorization: `Bearer ${admin.token}` },
      multipart: form,
    })
    await page.goto(adminUrl('?d=documents'))
    const row = page.getByRole('row').filter({ hasText: name })
    await page.route('**/admin/documents/*', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({
            status: 500,
            json: { error: 'The disk is on fire.', code: 'internal', request_id: 'x' },
          }),
    )
    await row.getByRole('button', { name: 'Make public' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to update document: The disk is on fire.')
    await row.getByRole('button', { name: 'Delete' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete document' })
    await confirm.getByRole('button', { name: 'Delete document' }).click()
    await expect(confirm.getByRole('alert')).toContainText('Failed to delete document')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Upload document' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload document' })
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') })
    await page.unroute('**/admin/documents/*')
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload document')
    await expect(dialog.getByRole('alert')).toContainText('Only PDF and HTML files are allowed')
  })
})

test('a page lists ten documents', { tag: '@full' }, async ({ page, sql }) => {
  const mark = unique()
  // Older than all documents that other tests expect on the first page.
  await sql`insert into documents (original_name, filename, file_type, file_size, created_at)
    select 'Log ' || n || ${` ${mark}.pdf`}, ${mark} || n || '.pdf', 'pdf', 1536, timestamptz '2020-01-01Z'
    from generate_series(1, 11) as n`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=documents&search=${mark}`))
  await expect(page.getByText('Showing 1 to 10 of 11')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 11 of 11')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(1)
  await sql`delete from documents where filename like ${`${mark}%`}`
})

test('the list and its dialogs are accessible', { tag: '@full' }, async ({ page }) => {
  const admin = await signInAdmin(page)
  await page.request.post(`/api/v1${adminUrl('/documents/upload')}`, {
    headers: { authorization: `Bearer ${admin.token}` },
    multipart: { file: pdf(`Shown ${unique()}.pdf`), is_public: 'true' },
  })
  await page.goto(adminUrl('?d=documents'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload document' }).click()
  await expectAccessible(page, '[role="dialog"]')
  const open = page.getByRole('checkbox', { name: /^Public/ })
  await open.check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Upload document' }).click()
  await expect(open, 'what was ticked for one is not meant for the next').not.toBeChecked()
  await page.keyboard.press('Escape')
  await expectNoSidewaysScroll(page)
})
