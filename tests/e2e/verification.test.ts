/** An investor is verified, from the first step to the decision, with both windows open. */
import { signInAdmin } from './administrator.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { panel } from './panel.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** What is missing is asked of the server; one file is of a wrong kind. */
test.use({ expectedErrors: [/status of (415|422)/] })

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG })

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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification')

  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Identity').getByLabel('Full name')).toHaveValue(`${user.first_name} ${user.last_name}`)
  // It is saved with the first answer.
  for (const place of [
    part('Identity'),
    page.getByRole('navigation', { name: 'Items' }).getByRole('listitem').first(),
  ])
    await expect(place, 'the name counts').toContainText('3 missing')
  const birth = part('Identity').getByLabel('Date of birth')
  for (const [day, message] of [
    ['2126-01-01', 'The day of birth is in the future'],
    ['1826-01-01', 'The day of birth is more than 120 years ago'],
  ] as const) {
    await birth.fill(day)
    await expect(birth).toHaveAccessibleDescription(message)
  }
  await expect(part('Identity').getByText('Enter the nationality'), 'not yet asked for').toHaveCount(0)
  // The bar that says whether it is saved is the whole lower edge of what is seen, so that it cuts off no badge.
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
  await part('Tax residence').getByLabel('Country of tax residence').selectOption('Switzerland')
  const reason = part('Tax residence').getByLabel('Reason for having no tax number')
  await reason.selectOption('I cannot obtain a tax number')
  await expect(part('Tax residence').getByLabel('Tax number', { exact: true })).toHaveCount(0)
  await expect(part('Tax residence').getByLabel('Why you cannot obtain one')).toBeVisible()
  await reason.selectOption('I have a tax number')
  await part('Tax residence').getByLabel('Tax number', { exact: true }).fill('756.1234.5678.97')
  await part('Source of funds').getByLabel('Where the money comes from').fill('Sale of a company')
  await part('Kind of investor').getByLabel('Kind of investor').selectOption('Professional')
  await part('Kind of investor')
    .getByRole('button', { name: /article 5 FinSA/ })
    .click()
  for (const box of await part('Declarations').getByRole('checkbox').all()) await box.check()
  await expect(page.getByText('All answers are saved')).toBeVisible()
  // Resumable elsewhere: what was typed is on the server.
  await page.reload()
  await expect(part('Identity').getByLabel('Full name')).toHaveValue('Ada Quartz')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Identity: Add a file for: Identity' })).toBeVisible()
  await expect(part('Identity')).toContainText('1 missing')
  await expect(part('Identity').getByRole('alert')).toHaveText('Add a file for: Identity')
  await part('Tax residence').getByLabel('Tax number', { exact: true }).fill('')
  await expect(part('Tax residence')).toContainText('Enter the tax number')
  await part('Tax residence').getByLabel('Tax number', { exact: true }).fill('756.1234.5678.97')
  await expect(part('Tax residence')).not.toContainText('Enter the tax number')
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
  await expect(page.getByText('Your answers are with the compliance team.')).toBeVisible()
  await page.goBack()

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })
  const desk = await context.newPage()
  await signInAdmin(desk)
  await desk.goto(panel(`?d=verifications&item=${user.id}`))
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
  for (const label of ['Identity', 'Tax residence', 'Source of funds', 'Kind of investor', 'Declarations']) {
    await accept(label)
  }
  await detail.getByRole('button', { name: 'Ask again for Address' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The bill is older than three months.')
  await dialog.getByRole('button', { name: 'Ask again' }).click()
  await expect(detail.getByRole('region', { name: 'Address', exact: true })).toContainText('Asked again')

  // Live, without a reload.
  await expect(part('Address')).toContainText('Please do this again: The bill is older than three months.')
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
  await expect(dialog).toContainText('Finish the review first')
  await expect(dialog).toContainText('the risk is not rated.')
  await dialog.getByLabel('Verify with an unfinished review').check()
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(detail).toContainText('Verified')
  await expect(page.getByRole('heading', { name: /^Verified until/ })).toBeVisible()
  await expect(strip).toHaveCount(0)
  const [row] = await sql`select is_verified, country from users where id = ${user.id}`
  expect(row).toEqual({ is_verified: true, country: 'Switzerland' })
  await expect(detail.getByRole('region', { name: 'History' })).toContainText('checks ticked, risk not rated')

  // Found on a list later.
  await sql`insert into screening_hits (user_id, list, entry_id, entry_name, entry_hash, user_name, score)
    values (${user.id}, 'EU', '7', 'Ada QUARTZ', 'none', 'Ada Quartz', 99)`
  await desk.reload()
  await expect(detail).toContainText('A hit of the screening waits for a decision.')
  await detail.getByRole('link', { name: 'See the screening' }).click()
  await desk.getByRole('button', { name: 'Decide Ada Quartz and Ada QUARTZ' }).click()
  await dialog.getByLabel('Decision').selectOption('The person on the list')
  await dialog.getByLabel('Reason').fill('Same passport')
  await dialog.getByRole('button', { name: 'Store decision' }).click()
  await expect(desk.getByText('Ada Quartz is marked as a match and is not verified.')).toBeVisible()
  for (const place of [`?d=verifications&item=${user.id}`, `?d=users&user=${user.id}`]) {
    await desk.goto(panel(place))
    await expect(desk.getByText('On the list: Ada QUARTZ, EU 7.')).toBeVisible()
    await expect(desk.getByText(/Decided by tester.*Same passport/)).toBeVisible()
  }
  await expectAccessible(desk)
  await context.close()
})
