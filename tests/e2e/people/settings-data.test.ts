import { expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, signIn, test } from '#e2e/fixtures'

const address = '/access/settings/data'

test('an export is generated in the background, and downloaded @every-width', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await sql`update sessions set confirmed_at = now() where user_id = ${user.id}`
  await page.goto(address)
  const panel = page.getByRole('region', { name: 'Export your data' })
  await panel.getByRole('button', { name: 'Export My Data' }).press('Enter')
  await expect(panel.getByText('Your export is ready')).toBeVisible({ timeout: 15_000 })
  // The button was gone in the meantime.
  await expect(page.locator('section:focus-within')).toHaveAccessibleName('Export your data')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^your-data-\d{4}-\d{2}-\d{2}\.zip$/)
})

test.describe('an account', () => {
  test.use({ expectedErrors: [/status of (403|409|422)/] })

  test('is closed with the password, after a confirmation, and then kept', async ({ page }) => {
    await signIn(page)
    await page.goto(address)
    const panel = page.getByRole('region', { name: 'Close your account' })
    const close = async (password: string) => {
      await panel.getByLabel('Password', { exact: true }).fill(password)
      await panel.getByRole('button', { name: 'Close My Account' }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Close your account?' })
    const confirm = () => dialog.getByRole('button', { name: 'Close My Account' }).click()
    await close('Wrong-one-1!')
    await expect(dialog).toContainText(
      /Your account will be closed on \w+ \d+, \d{4}\. .*Transactions, the register/,
    )
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await close('Wrong-one-1!')
    await confirm()
    await expect(panel.getByRole('alert')).toContainText('Incorrect password')
    await expect(panel.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(panel.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /Incorrect password/,
    )
    await close(PASSWORD)
    await confirm()
    await expect(panel.getByText(/^Your account will be closed on/)).toBeVisible()
    await expect(page.locator('section:focus-within')).toHaveAccessibleName('Close your account')
    await expectAccessible(page)
    await page.goto('/access/transactions')
    const strip = page.getByRole('region', { name: 'Account closure' })
    await expect(strip).toContainText('Your account will be closed on')
    await strip.getByRole('link', { name: 'Keep my account' }).click()
    await expect(page).toHaveURL(address)
    await panel.getByRole('button', { name: 'Keep My Account' }).click()
    await expect(
      panel.getByText('Closure cancelled. Your account remains open and nothing was deleted.'),
    ).toBeVisible()
    await expect(page.locator('section:focus-within')).toHaveAccessibleName('Close your account')
    await expect(panel.getByRole('button', { name: 'Close My Account' })).toBeVisible()
    await expect(strip).toHaveCount(0)
  })

  test('with cash gives no closing date and asks for no password, but says what to do', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await page.goto(address)
    const panel = page.getByRole('region', { name: 'Close your account' })
    const password = panel.getByLabel('Password', { exact: true })
    await expect(password).toBeVisible()
    await sql`insert into transactions (user_id, type, amount) values (${user.id}, 'deposit', 1250)`
    const says = panel.getByText(
      'Your account cannot be closed while it has a cash balance of 1,250.00 USD. Ask our team to pay out the cash.',
    )
    await page.reload()
    await expect(says).toBeVisible()
    await expect(password).toHaveCount(0)
    await expect(panel.getByRole('button', { name: 'Close My Account' })).toHaveCount(0)
    await expectAccessible(page)
    await panel.getByRole('link', { name: 'Contact Support' }).click()
    await expect(page).toHaveURL('/access/support')
  })
})
