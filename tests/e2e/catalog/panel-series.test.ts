import type { Page } from '@playwright/test'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, readLines, register, test } from '#e2e/fixtures'
import { addDocument } from '#e2e/offering-fixtures'
import { adminUrl } from '#e2e/panel'
import {
  createAttestation,
  createSeries,
  createToken,
  dayFromNow,
  issueUnits,
  PDF,
} from '#e2e/series-fixtures'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** A separate file for each name. */
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([PDF, Buffer.from(`% ${name}\n`)]),
})

test('a series opens from its tile, and has its own URL', async ({ page }) => {
  const admin = await signInAdmin(page)
  const { symbol, name } = await createToken(admin)
  await page.goto(adminUrl(`?d=tokens&search=${name}`))
  await page.getByRole('link', { name: `Open ${symbol}` }).click()
  await expect(heading(page, symbol)).toBeVisible()
  await expect(page).toHaveURL(adminUrl(`?d=tokens&token=${name}`))
  await expect(page).toHaveTitle(new RegExp(`^\\${symbol} · `))
  await expect(page.locator('#main')).toBeFocused()
  await page.reload()
  await expect(part(page, 'Figures')).toContainText(
    'Issuance blocked: no custody attestation has been added.',
  )
  await expect(page.getByRole('button', { name: 'Back to Home' })).toBeVisible()
  await page.getByRole('link', { name: 'All tokens' }).click()
  await expect(heading(page, 'Token Management')).toBeVisible()
})

test('attestation, valuation, documents and an offering are added, and all versions stay visible', async ({
  page,
}) => {
  const admin = await signInAdmin(page)
  const { symbol, name } = await createToken(admin)
  await page.goto(adminUrl(`?d=tokens&token=${name}`))
  const dialog = page.getByRole('dialog').last()

  await page.getByRole('button', { name: 'Add attestation' }).click()
  await dialog.getByRole('button', { name: 'Add attestation' }).click()
  for (const message of ['Enter the units in custody', 'Enter the expiry date', 'Select a PDF file'])
    await expect(dialog.getByText(message).first()).toBeVisible()
  await dialog.getByLabel('Units in custody').fill('1250.5')
  await dialog.getByLabel('As of').fill(dayFromNow(-2))
  await dialog.getByLabel('Expires on').fill(dayFromNow(90))
  await dialog.getByLabel('Auditor').fill('Independent auditor')
  await dialog.getByLabel('Signed attestation').setInputFiles(pdf('count.pdf'))
  await dialog.getByRole('button', { name: 'Add attestation' }).click()
  const question = page.getByRole('dialog', { name: 'Add this attestation?' })
  await expect(question).toContainText(`1,250.500000 units were in custody for ${symbol}`)
  await expect(question).toContainText('It takes effect immediately and is in force through')
  await question.getByRole('button', { name: 'Add attestation' }).click()
  await expect(page.getByText('Attestation added.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(part(page, 'Attestations').getByText('In force', { exact: true })).toBeVisible()
  await expect(part(page, 'Figures')).toContainText('Up to 1,250.500000 more units can be issued.')

  const record = async (values: [string, string, string], day: string) => {
    await page.getByRole('button', { name: 'Add valuation' }).click()
    for (const [at, label] of (['Low (USD)', 'Preferred (USD)', 'High (USD)'] as const).entries())
      await dialog.getByLabel(label).fill(values[at] ?? '')
    await dialog.getByLabel('As of').first().fill(day)
  }
  await record(['90', '100', '115'], dayFromNow(-3))
  await dialog.getByLabel('Method').fill('Discounted cash flow')
  await dialog.getByRole('button', { name: 'Add input' }).click()
  const input = dialog.getByRole('group', { name: 'Input 1' })
  await input.getByLabel('Input').fill('Gold price')
  await input.getByLabel('Value').fill('2,400')
  await input.getByLabel('Unit').fill('USD/oz')
  await dialog.getByRole('button', { name: 'Add valuation' }).click()
  await expect(input.getByText('Complete or remove this input')).toHaveCount(2)
  await expect(input.getByLabel('Source')).toBeFocused()
  await input.getByLabel('Source').fill('LBMA')
  await input.getByLabel('As of').fill(dayFromNow(-3))
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Add valuation' }).click()
  const review = page.getByRole('dialog', { name: 'Add this valuation?' })
  await expect(review).toContainText('Unit value: $100.00 as of')
  await review.getByRole('button', { name: 'Add valuation' }).click()
  await expect(page.getByText('Valuation added and now current.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await record(['80', '95', '110'], dayFromNow(-9))
  await expect(dialog.getByLabel('Method'), 'of the last valuation').toHaveValue('Discounted cash flow')
  await expect(dialog.getByLabel('Source')).toHaveValue('LBMA')
  await dialog.getByRole('group', { name: 'Input 1' }).getByLabel('As of').fill(dayFromNow(-9))
  await dialog.getByRole('button', { name: 'Add valuation' }).click()
  await expect(review).toContainText('the current unit value does not change')
  await review.getByRole('button', { name: 'Add valuation' }).click()
  await expect(page.getByText('Valuation added. The more recent valuation remains current.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await record(['140', '150', '160'], dayFromNow(-3))
  await dialog.getByRole('button', { name: 'Add valuation' }).click()
  await expect(review).toContainText('a change of +50.00%')
  await expect(review).toContainText('This is a large change.')
  await review.getByRole('button', { name: 'Add valuation' }).click()
  await expect(dialog).toBeHidden()
  const values = part(page, 'Valuations').getByRole('row')
  await expect(values).toHaveCount(4)
  await expect(values.nth(1)).toContainText(/Current.*\$140\.00.*\$150\.00.*\$160\.00/)
  await expect(values.nth(2)).toContainText(/Superseded.*\$90\.00.*\$100\.00.*\$115\.00/)
  await expect(values.nth(3)).toContainText('$95.00')
  await expect(part(page, 'Figures')).toContainText('$150.00')

  await page.getByRole('button', { name: 'Add document' }).click()
  await dialog.getByLabel('Type').selectOption({ label: 'Offering memorandum' })
  await dialog.getByLabel('Title').fill('Terms of the reef')
  await dialog.getByLabel('File').setInputFiles({ ...pdf('terms.txt'), mimeType: 'text/plain' })
  await dialog.getByRole('button', { name: 'Add document' }).click()
  await expect(dialog.getByText('Only complete PDF files are allowed').first()).toBeVisible()
  await dialog.getByLabel('File').setInputFiles(pdf('terms.pdf'))
  await dialog.getByLabel('Investors must acknowledge this document before subscribing').check()
  await dialog.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByText('Terms of the reef: version 1 added.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'New version of Terms of the reef' }).click()
  await expect(dialog).toContainText('New subscribers must acknowledge this version.')
  await dialog.getByLabel('File').setInputFiles(pdf('terms-2.pdf'))
  await dialog.getByRole('button', { name: 'Add version' }).click()
  await expect(dialog).toBeHidden()
  const documents = part(page, 'Documents')
  await expect(documents.getByRole('link', { name: /^Version 2/ })).toBeVisible()
  await expect(documents.getByText('Acknowledgment required')).toBeVisible()
  await documents.getByText('1 earlier version').click()
  await expect(documents.getByRole('link', { name: /^Version 1/ })).toBeVisible()

  await page.getByRole('button', { name: 'Add offering' }).click()
  await dialog.getByLabel('Unit price (USD)').fill('100')
  await dialog.getByLabel('Units offered').fill('1000')
  await dialog.getByLabel('Minimum subscription (USD)').fill('5000')
  await dialog.getByLabel('Maximum per investor (USD)').fill('50000')
  await dialog.getByLabel(/^Eligible countries/).fill('ch, de')
  await dialog.getByRole('button', { name: 'Add draft' }).click()
  await expect(dialog).toBeHidden()
  const offerings = part(page, 'Offerings')
  await expect(offerings.getByText('Draft', { exact: true })).toBeVisible()
  await expect(offerings).toContainText('Eligible countriesSwitzerland, Germany')
  await offerings.getByRole('button', { name: 'Open offering' }).click()
  await expect(dialog).toContainText(
    'from $5,000.00 to $50,000.00 each and up to 1,000.000000 units in total',
  )
  await dialog.getByRole('button', { name: 'Open offering' }).click()
  await expect(offerings.getByText('Open', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await offerings.getByRole('button', { name: 'Edit offering' }).click()
  await expect(dialog.getByLabel('Unit price (USD)'), 'investors have seen it').toHaveCount(0)
  await dialog.getByLabel(/^Terms/).fill('Paid in one sum\n\n- in dollars')
  await dialog.getByRole('button', { name: 'Save offering' }).click()
  await expect
    .poll(() => readLines(offerings.getByText('Paid in one sum')))
    .toBe('Paid in one sum\n\n- in dollars')
  await expect(dialog).toBeHidden()
  await offerings.getByRole('button', { name: 'Close offering' }).click()
  await dialog.getByRole('button', { name: 'Close offering' }).click()
  await expect(offerings.getByText('1 closed offering')).toBeVisible()
  await expect(offerings.getByRole('button', { name: 'Add offering' })).toBeVisible()
})

test('a draft is discarded, and a document starts or stops requiring acknowledgment', async ({
  page,
  sql,
}) => {
  const admin = await signInAdmin(page)
  const series = await createSeries(sql)
  await sql`update offerings set state = 'draft' where token_id = ${series.id}`
  await addDocument(page, admin, series.symbol, { must: false })
  await page.goto(adminUrl(`?d=tokens&token=${series.name}`))
  const dialog = page.getByRole('dialog')
  const offerings = part(page, 'Offerings')
  await offerings.getByRole('button', { name: 'Discard draft' }).click()
  await expect(dialog).toContainText(
    `of ${series.symbol} will be deleted with its terms. It has not been visible to investors.`,
  )
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expect(dialog).toBeHidden()
  await expect(offerings.getByText('No offerings')).toBeVisible()
  expect(await sql`select id from offerings where token_id = ${series.id}`).toHaveLength(0)

  const documents = part(page, 'Documents')
  const badge = documents.getByText('Acknowledgment required')
  const ask = documents.getByRole('button', { name: 'Acknowledgment of Terms of the series' })
  await ask.click()
  await expect(dialog).toContainText('Subscriptions already submitted are not affected.')
  await dialog.getByRole('button', { name: 'Require acknowledgment' }).click()
  await expect(dialog).toBeHidden()
  await expect(badge).toBeVisible()
  await ask.click()
  await expect(dialog).toContainText('Existing acknowledgments remain on record.')
  await dialog.getByRole('button', { name: 'Remove requirement' }).click()
  await expect(dialog).toBeHidden()
  await expect(badge).toHaveCount(0)
})

test('a series is marked as illustrative with its facts', async ({ page }) => {
  const admin = await signInAdmin(page)
  const { name } = await createToken(admin)
  await page.goto(adminUrl(`?d=tokens&token=${name}`))
  const mark = page.getByRole('main').getByText('Illustrative', { exact: true })
  await page.getByRole('button', { name: 'Edit key facts' }).click()
  await expect(mark).toHaveCount(0)
  const dialog = page.getByRole('dialog', { name: 'Edit key facts' })
  await dialog.getByLabel('Illustrative (fictitious asset)').check()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Save key facts' }).click()
  await expect(dialog).toBeHidden()
  await expect(mark).toBeVisible()
  await page.reload()
  await expect(mark).toBeVisible()
  const earlier = part(page, 'Earlier versions')
  await earlier.locator('summary', { hasText: 'Key facts' }).click()
  await expect(earlier.getByText('custodian', { exact: true })).toBeVisible()
  await expect(earlier.locator('[data-differs]', { hasText: 'is_illustrative' })).toContainText(
    /Before: false.*After: true/,
  )
  await expectAccessible(page)
})

test.describe('rejections', () => {
  test.use({ expectedErrors: [/status of 4(09|22)/] })

  test("another administrator's change is shown next to one's own", async ({ page }) => {
    const admin = await signInAdmin(page)
    const { name } = await createToken(admin)
    await admin.call('PUT', `/series/${name}`, { district: 'Old district', stage: 'Exploration' })
    await page.goto(adminUrl(`?d=tokens&token=${name}`))
    await page.getByRole('button', { name: 'Edit key facts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit key facts' })
    await dialog.getByLabel(/^District/).fill('Mine')
    await admin.call('PUT', `/series/${name}`, { district: 'Theirs', stage: 'Production' })
    await dialog.getByRole('button', { name: 'Save key facts' }).click()
    const stale = page.getByRole('dialog', { name: 'Edited by someone else' })
    await expect(stale, 'who').toContainText('tester edited this on')
    await expect(stale.getByRole('table', { name: 'Both versions' })).toContainText('Theirs')
    await stale.getByRole('button', { name: 'Save my version' }).click()
    await expect(part(page, 'Key facts')).toContainText('Mine')
    await expect(part(page, 'Key facts'), 'what only they had changed').toContainText('Production')
  })

  test('contradictory bounds and a future day are rejected at their fields', { tag: '@full' }, async ({
    page,
  }) => {
    const admin = await signInAdmin(page)
    const { name } = await createToken(admin)
    await page.goto(adminUrl(`?d=tokens&token=${name}`))
    await page.getByRole('button', { name: 'Add offering' }).click()
    const offering = page.getByRole('dialog', { name: 'Add offering' })
    for (const [label, value] of [
      ['Unit price (USD)', '100'],
      ['Units offered', '1000'],
      ['Minimum subscription (USD)', '5000'],
      ['Maximum per investor (USD)', '1000'],
    ] as const)
      await offering.getByLabel(label).fill(value)
    await offering.getByRole('button', { name: 'Add draft' }).click()
    await expect(offering.getByText('The maximum must not be below the minimum').first()).toBeVisible()
    await expect(offering.getByLabel('Maximum per investor (USD)')).toBeFocused()
    await offering.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(offering).toBeHidden()

    await page.getByRole('button', { name: 'Add valuation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add valuation' })
    for (const label of ['Low (USD)', 'Preferred (USD)', 'High (USD)'])
      await dialog.getByLabel(label).fill('100')
    await dialog.getByLabel('As of').fill(dayFromNow(3))
    await dialog.getByLabel('Method').fill('Multiples')
    await dialog.getByRole('button', { name: 'Add valuation' }).click()
    await expect(page.getByRole('dialog', { name: 'Add this valuation?' }), 'nothing to confirm').toHaveCount(
      0,
    )
    await expect(dialog.getByLabel('As of')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByText('The date cannot be in the future').first()).toBeVisible()
  })
})

test('issuing stops, in plain words, when the attestation no longer covers the units', async ({
  page,
  sql,
}) => {
  const { user } = await register(page)
  await signInAdmin(page)
  const series = await createSeries(sql)
  await issueUnits(sql, series, [[user.id, '600']])
  await page.goto(adminUrl(`?d=tokens&token=${series.name}`))
  const figures = part(page, 'Figures')
  await expect(figures).toContainText('166.6%')
  await expect(figures).toContainText('Up to 400.000000 more units can be issued.')
  await page.getByRole('button', { name: 'Add attestation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add attestation' })
  await dialog.getByLabel('Units in custody').fill('599.999999')
  await dialog.getByLabel('Expires on').fill(dayFromNow(90))
  await dialog.getByLabel('Auditor').fill('Auditor')
  await dialog.getByLabel('Signed attestation').setInputFiles(pdf('count.pdf'))
  await dialog.getByRole('button', { name: 'Add attestation' }).click()
  const question = page.getByRole('dialog', { name: 'Add this attestation?' })
  await expect(question).toContainText('No units can be issued')
  await question.getByRole('button', { name: 'Add attestation' }).click()
  await expect(figures).toContainText(/Issuance blocked: the attestation as of .* covers 599\.999999 units/)
  await expect(
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Tokens/ }),
    'a task for administrators',
  ).toContainText(/\d+ pending/)
  await createAttestation(sql, series, { as_of: dayFromNow(0), expires: dayFromNow(0), units_held: '600' })
  await expect(figures, 'without a reload').toContainText(
    'Issuance blocked: all units in custody have been issued.',
  )
})

test('is accessible and fits narrow screens', { tag: '@full' }, async ({ page, sql }) => {
  const admin = await signInAdmin(page)
  const series = await createSeries(sql)
  await admin.call('POST', `/series/${series.name}/valuations`, {
    low: '99999999999.99',
    preferred: '99999999999.99',
    high: '99999999999.99',
    as_of: dayFromNow(-1),
    method: 'Discounted cash flow of the entitlement over the life of the mine',
    inputs: [],
  })
  await page.goto(adminUrl(`?d=tokens&token=${series.name}`))
  await expect(part(page, 'Valuations').getByText('Current', { exact: true })).toBeVisible()
  await expectAccessible(page)
  for (const width of [320, 390, 1024]) await expectNoSidewaysScroll(page, width)
})
