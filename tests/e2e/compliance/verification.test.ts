/** An investor is verified, from the first step to the decision, with both windows open. */
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** The server reports what is missing; one file has a wrong type. */
test.use({ expectedErrors: [/status of (415|422)/] })

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG })

test('errors disappear once what they are about was saved or uploaded', async ({ page }) => {
  await signIn(page)
  await page.goto('/access/verification')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const list = part('Submit').getByRole('alert')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(list).toContainText('Identity: Enter the date of birth. Enter the nationality. Upload a file')

  const birth = part('Identity').getByLabel('Date of birth')
  const message = 'Enter another date'
  await page.route(
    '**/user/verification',
    (route) =>
      route.fulfill({
        status: 422,
        json: {
          ...{ error: message, code: 'validation', request_id: 'test' },
          details: [{ path: '/identity/birth_date', message }],
        },
      }),
    { times: 1 },
  )
  await birth.fill('1980-04-02')
  await expect(birth).toHaveAccessibleDescription(message)
  await birth.fill('1980-04-03')
  await expect(page.getByText('All changes saved')).toBeVisible()
  await expect(page.getByText(message)).toHaveCount(0)
  await expect(list).toContainText('Identity: Enter the nationality. Upload a file')
  await part('Identity').getByLabel('Nationality').selectOption('Switzerland')
  await expect(list).toContainText('Identity: Upload a file')

  const picker = page.locator('input[data-item="identity"]')
  await picker.setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(part('Identity').getByRole('alert')).toHaveText(/PDF, JPEG/)
  await picker.setInputFiles(picture('id.png'))
  await expect(page.getByRole('button', { name: 'Remove id.png' })).toBeVisible()
  await expect(part('Identity').getByRole('alert')).toBeHidden()
  await expect(list).toContainText('Address: ')
  await expect(list).not.toContainText('Identity: ')
})

test('an investor is asked again for an item, answers, and is verified', async ({ page, browser, sql }) => {
  const { user } = await signIn(page)
  await page.goto('/access/dashboard')
  const strip = page.getByRole('region', { name: 'Your verification' })
  await expect(strip.getByRole('listitem')).toHaveText([
    /Account/,
    /Identity/,
    /Documents/,
    /Review/,
    /Ready/,
  ])
  await strip.getByRole('link', { name: 'Start Now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Identity verification')

  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Identity').getByLabel('Full name')).toHaveValue(`${user.first_name} ${user.last_name}`)
  // It is saved with the first answer.
  for (const place of [
    part('Identity'),
    page.getByRole('navigation', { name: 'Sections' }).getByRole('listitem').first(),
  ])
    await expect(place, 'the name counts').toContainText('3 missing')
  const birth = part('Identity').getByLabel('Date of birth')
  for (const [day, message] of [
    ['2126-01-01', 'The date of birth cannot be in the future'],
    ['1826-01-01', 'The date of birth cannot be more than 120 years ago'],
  ] as const) {
    await birth.fill(day)
    await expect(birth).toHaveAccessibleDescription(message)
  }
  await expect(part('Identity').getByText('Enter the nationality'), 'not yet asked for').toHaveCount(0)
  // The bar that says whether it is saved spans the whole lower edge of the viewport, so that it cuts off no badge.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, 300))
  const bar = await page.locator('.save-state').boundingBox()
  const bottom = await page.getByRole('navigation', { name: 'Investor area' }).boundingBox()
  expect(bar).toMatchObject({ x: 0, width: bottom?.width })
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(bottom?.y ?? 0, 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await birth.fill('')
  await expect(birth).not.toHaveAccessibleDescription(/./)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(part('Identity'), 'the name counts').toContainText('3 missing')
  await page.reload()
  await expect(part('Identity').getByLabel('Full name')).toHaveValue(`${user.first_name} ${user.last_name}`)
  await part('Identity').getByLabel('Full name').fill('Ada Quartz')
  await part('Identity').getByLabel('Date of birth').fill('1980-04-02')
  await part('Identity').getByLabel('Nationality').selectOption('Switzerland')
  await part('Address').getByLabel('Street and number').fill('Bahnhofstrasse 1')
  await part('Address').getByLabel('Postal code').fill('8001')
  await part('Address').getByLabel('City').fill('Zürich')
  await part('Address').getByLabel('Country').selectOption('Switzerland')
  await part('Tax residency').getByLabel('Country of tax residency').selectOption('Switzerland')
  const reason = part('Tax residency').getByLabel('Reason for no tax identification number')
  await reason.selectOption('I cannot obtain a tax identification number')
  await expect(part('Tax residency').getByLabel('Tax identification number', { exact: true })).toHaveCount(0)
  await expect(part('Tax residency').getByLabel('Why you cannot obtain one')).toBeVisible()
  await reason.selectOption('I have one')
  await part('Tax residency')
    .getByLabel('Tax identification number', { exact: true })
    .fill('756.1234.5678.97')
  await part('Source of funds').getByLabel('Source of funds').fill('Sale of a company')
  await part('Investor classification').getByLabel('Investor classification').selectOption('Professional')
  await part('Investor classification')
    .getByRole('button', { name: /Article 5 FinSA/ })
    .click()
  for (const box of await part('Declarations').getByRole('checkbox').all()) await box.check()
  await expect(page.getByText('All changes saved')).toBeVisible()
  // Resumable elsewhere: the typed answers are on the server.
  await page.reload()
  await expect(part('Identity').getByLabel('Full name')).toHaveValue('Ada Quartz')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Identity: Upload a file for: Identity' })).toBeVisible()
  await expect(part('Identity')).toContainText('1 missing')
  await expect(part('Identity').getByRole('alert')).toHaveText('Upload a file for: Identity')
  await part('Tax residency').getByLabel('Tax identification number', { exact: true }).fill('')
  await expect(part('Tax residency')).toContainText('Enter the tax identification number')
  await part('Tax residency')
    .getByLabel('Tax identification number', { exact: true })
    .fill('756.1234.5678.97')
  await expect(part('Tax residency')).not.toContainText('Enter the tax identification number')
  for (const item of ['identity', 'address', 'investor_kind']) {
    await page.locator(`input[data-item="${item}"]`).setInputFiles(picture(`${item}.png`))
    await expect(page.getByRole('button', { name: `Remove ${item}.png` })).toBeVisible()
  }
  await expect(page.getByText(/\d missing/)).toHaveCount(0)
  const refused = part('Address').getByRole('alert')
  await page
    .locator('input[data-item="address"]')
    .setInputFiles({ name: 'bill.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(refused).toHaveText(/PDF, JPEG/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Submitted' })).toBeVisible()
  await expect(refused, 'nothing can be added now').toBeHidden()
  await expect(strip).toContainText('With the compliance team')
  await page.goto('/access/dashboard')
  await expect(page.getByText('The compliance team is reviewing your answers.')).toBeVisible()
  await page.goBack()

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
  const desk = await context.newPage()
  await signInAdmin(desk)
  await desk.goto(adminUrl(`?d=verifications&item=${user.id}`))
  const detail = desk.getByRole('region', { name: 'Details' })
  await expect(detail).toContainText('Ada Quartz')
  await detail.getByRole('button', { name: 'Assign to me' }).click()
  await expect(detail).toContainText('In review')
  await expect(strip).toContainText('Your answers are being reviewed.')
  await detail.getByRole('button', { name: 'identity.png' }).click()
  const file = detail.getByRole('region', { name: 'File' })
  await expect(file.getByRole('img', { name: 'identity.png' })).toBeVisible()
  await expect(file).toContainText(/Opened by tester, \d{4}-/)
  await expect(file).toContainText('Not scanned')
  await expectAccessible(desk)
  await expectNoSidewaysScroll(desk)
  const accept = async (label: string) => {
    await detail.getByRole('button', { name: `Accept ${label}` }).click()
    await expect(detail.getByRole('region', { name: label, exact: true })).toContainText('Accepted')
  }
  for (const label of [
    'Identity',
    'Tax residency',
    'Source of funds',
    'Investor classification',
    'Declarations',
  ]) {
    await accept(label)
  }
  await detail.getByRole('button', { name: 'Request more information on Address' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The bill is older than three months.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(detail.getByRole('region', { name: 'Address', exact: true })).toContainText(
    'More information needed',
  )

  // Live, without a reload.
  await expect(part('Address')).toContainText('Please update: The bill is older than three months.')
  await expect(refused).toBeHidden()
  await expect(strip.getByRole('listitem').nth(2), 'no tick').toHaveText('3Documents')
  await page.locator('input[data-item="address"]').setInputFiles(picture('newer.png'))
  await expect(page.getByRole('button', { name: 'Remove newer.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Submitted' })).toBeVisible()

  await expect(detail.getByRole('button', { name: 'newer.png' })).toBeVisible()
  await expect(detail.getByText('Submitted', { exact: true })).toBeVisible()
  await accept('Address')
  await detail.getByRole('button', { name: 'Verify', exact: true }).click()
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(dialog).toContainText('Complete the review')
  await expect(dialog).toContainText('no risk rating.')
  await dialog.getByLabel('Verify with an incomplete review').check()
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(detail).toContainText('Verified')
  await expect(page.getByRole('heading', { name: /^Verified until/ })).toBeVisible()
  await expect(strip).toHaveCount(0)
  const [row] = await sql`select is_verified, country from users where id = ${user.id}`
  expect(row).toEqual({ is_verified: true, country: 'Switzerland' })
  await expect(detail.getByRole('region', { name: 'History' })).toContainText(
    'checks completed, risk rating: none',
  )

  // Matched on a watchlist later.
  await sql`insert into screening_hits (user_id, list, entry_id, entry_name, entry_hash, user_name, score)
    values (${user.id}, 'EU', '7', 'Ada QUARTZ', 'none', 'Ada Quartz', 99)`
  await desk.reload()
  await expect(detail).toContainText('There is an open screening match.')
  await detail.getByRole('link', { name: 'View screening' }).click()
  await desk.getByRole('button', { name: 'Review Ada Quartz and Ada QUARTZ' }).click()
  await dialog.getByLabel('Decision').selectOption('Confirm match')
  await dialog.getByLabel('Reason').fill('Same passport')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await expect(desk.getByText('Match confirmed. Ada Quartz is not verified.')).toBeVisible()
  for (const place of [`?d=verifications&item=${user.id}`, `?d=users&user=${user.id}`]) {
    await desk.goto(adminUrl(place))
    await expect(desk.getByText('Confirmed watchlist match: Ada QUARTZ, EU 7.')).toBeVisible()
    await expect(desk.getByText(/Confirmed by tester.*Same passport/)).toBeVisible()
  }
  await expectAccessible(desk)
  await context.close()
})
