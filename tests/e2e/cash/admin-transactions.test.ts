import { signInAdmin } from '#e2e/administrator'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  register,
  signIn,
  storeSession,
  test,
} from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const makeName = () => `Basalt${crypto.randomUUID().slice(0, 8)}`

test('a user is found by search, and an added, edited and deleted transaction is visible to the investor', async ({
  page,
  browser,
  baseURL,
}) => {
  const last_name = makeName()
  const investor = await register(page, { first_name: 'Ada', last_name })
  const context = await browser.newContext({ baseURL })
  const investorPage = await context.newPage()
  await storeSession(investorPage, investor)

  const admin = await signInAdmin(page)
  await page.goto(adminUrl('?d=transactions'))
  await expect(page.getByRole('heading', { name: 'Transaction Management' })).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Investor' })
  await search.fill(last_name)
  await expect(page.getByRole('option', { name: new RegExp(last_name) })).toBeVisible()
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Change investor \(currently/ }),
    'keeps the focus',
  ).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`user=${investor.user.id}(&|$)`))

  await admin.call('POST', `/user/${investor.user.id}/transactions`, {
    type: 'deposit',
    amount: '100.00',
    date: '2026-03-01',
  })
  await page.getByRole('button', { name: 'Add transaction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add transaction' })
  await expect(dialog.getByLabel('Status')).toHaveValue('completed')
  await expect(dialog.getByLabel('Status').locator('option')).toHaveText([
    'Completed',
    'Pending',
    'Failed',
    'Cancelled',
  ])
  // A decimal comma is an error. A number field would read 123456.
  await dialog.getByLabel('Amount (USD)').fill('1234,56')
  await dialog.getByRole('button', { name: 'Add transaction' }).click()
  await expect(dialog.getByText('Enter an amount such as 1250.00')).toBeVisible()
  await expect(dialog.getByLabel('Type').locator('option')).toHaveText([
    'Deposit',
    'Withdrawal',
    'Transfer',
    'Fee',
    'Interest',
  ])
  await dialog.getByLabel('Date').fill('')
  await dialog.getByLabel('Amount (USD)').fill('')
  await dialog.getByRole('button', { name: 'Add transaction' }).click()
  await expect(dialog.getByText('Amount is required').first()).toBeVisible()
  await expect(dialog.getByText('Date is required').first()).toBeVisible()
  await dialog.getByLabel('Type').selectOption('withdrawal')
  await dialog.getByLabel('Amount (USD)').fill('140')
  await expect(dialog.getByText('Overdraft: the cash balance would fall below zero.')).toBeVisible()
  await dialog.getByLabel('Allow the overdraft').check()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByLabel('Allow the overdraft').uncheck()
  await dialog.getByLabel('Amount (USD)').fill('40')
  await expect(dialog.getByText('$100.00 → $60.00')).toBeVisible()
  await dialog.getByLabel(/^Fee \(USD\)/).fill('1.25')
  await dialog.getByLabel('Date').fill('2026-02-10')
  await expect(dialog.getByText('Lowest since February 10, 2026')).toBeVisible()
  await expect(
    dialog.getByText('the cash balance would have been below zero on February 10, 2026.'),
  ).toBeVisible()
  await dialog.getByLabel('Date').fill('2026-03-19')
  await expect(dialog.getByText('Overdraft')).toBeHidden()
  await dialog.getByLabel(/^Description/).fill('To the bank')
  await dialog.getByRole('button', { name: 'Add transaction' }).click()
  await expect(dialog).toBeHidden()
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect(table.getByText('-$40.00')).toBeVisible()
  await expect(table.getByText('-$1.25')).toBeVisible()
  await expect(table.getByText('Completed').first()).toBeVisible()

  await investorPage.goto('/access/transactions')
  await expect(investorPage.getByText('-$40.00').first()).toBeVisible()
  await expect(investorPage.getByText('To the bank').first()).toBeVisible()

  await page.getByRole('button', { name: 'Edit Withdrawal of -$40.00' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit transaction' })
  await editing.getByLabel('Amount (USD)').fill('45.50')
  await editing.getByLabel('Status').selectOption('pending')
  await editing.getByLabel('Reason').fill('A typo in the amount')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing).toBeHidden()
  await expect(table.getByText('-$45.50')).toBeVisible()
  await investorPage.reload()
  await expect(investorPage.getByText('-$45.50').first()).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search description' }).fill('no such words')
  await expect(page.getByText('No transactions found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(table.getByText('-$45.50'), 'the ledger stays the one of this investor').toBeVisible()

  await page.getByRole('button', { name: 'Delete Withdrawal of -$45.50' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete transaction' })
  await expect(deleting).toContainText(`Ada ${last_name}`)
  await expect(deleting).toContainText('This action cannot be undone.')
  await deleting.getByLabel('Reason').fill('The bank has returned it')
  await deleting.getByRole('button', { name: 'Delete transaction' }).click()
  await expect(table.getByText('-$45.50')).toHaveCount(0)
  await investorPage.reload()
  await expect(investorPage.getByText('-$45.50')).toHaveCount(0)
  await page.goto(adminUrl(`?d=audit-log&user=${investor.user.id}`))
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row', { name: 'deleted transaction' })).toContainText(
    'The bank has returned it',
  )
  await expect(log.getByRole('row', { name: 'edited transaction' })).toContainText(
    'Reason: A typo in the amount',
  )
  await context.close()
})

test("everyone's transactions are filtered, totaled, and lead to their investor's ledger", async ({
  page,
}) => {
  const last_name = makeName()
  const { user } = await register(page, { first_name: 'Ada', last_name })
  const admin = await signInAdmin(page)
  const add = async (body: object) =>
    (
      await admin.call('POST', `/user/${user.id}/transactions`, {
        type: 'deposit',
        date: '2026-03-19',
        description: last_name,
        ...body,
      })
    ).transaction
  const { id } = await add({ amount: '4250.00' })
  await add({ amount: '12.00', type: 'fee' })
  await page.goto(adminUrl('?d=transactions'))
  await page.getByRole('searchbox', { name: 'Search description or #number' }).fill(last_name)
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect(table.getByRole('row')).toHaveCount(3)
  const totals = page.getByLabel('Totals of completed transactions')
  await expect(totals).toContainText('Money in$4,250.00')
  await expect(totals).toContainText('Net$4,238.00')
  await page.getByLabel('Minimum amount').fill('4000')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(totals).toContainText('Net$4,250.00')
  const row = table.getByRole('row').filter({ hasText: `#${id}` })
  await expect(row.getByRole('link', { name: `Ada ${last_name}`, exact: true })).toHaveAttribute(
    'href',
    new RegExp(`d=users&user=${user.id}$`),
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: 'Edit Deposit of +$4,250.00' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit transaction' })).toContainText(
    `Ada ${last_name} · #${id}`,
  )
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: /in the transactions of/ }).click()
  await expect(page).toHaveURL(new RegExp(`user=${user.id}&search=%23${id}`))
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search description' }).fill('')
  await expect(table.getByRole('row'), 'the ledger of the investor').toHaveCount(3)
})

test("a transaction is added from everyone's list, with a form that asks for the investor first", async ({
  page,
}) => {
  const last_name = makeName()
  await register(page, { first_name: 'Ada', last_name })
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=transactions&search=${last_name}`))
  const add = page.getByRole('button', { name: 'Add transaction' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add transaction' })
  const investor = dialog.getByRole('combobox', { name: 'Investor' })
  await expect(investor, 'typed into at once').toBeFocused()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByLabel('Amount (USD)').fill('40')
  await dialog.getByRole('button', { name: 'Add transaction' }).click()
  await expect(dialog.getByText('Select an investor').first()).toBeVisible()
  await investor.fill(last_name)
  await dialog.getByRole('option', { name: new RegExp(last_name) }).click()
  await expect(dialog, 'whose it is').toContainText(`Ada ${last_name}`)
  await dialog.getByLabel(/^Description/).fill(last_name)
  await dialog.getByRole('button', { name: 'Add transaction' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('+$40.00')
  await expect(add, 'the focus is given back').toBeFocused()
  await page.getByRole('link', { name: /^Show #\d+$/ }).click()
  await expect(page.getByText('Showing 1 to 1 of 1')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(/^#\d+$/)

  await page.goto(adminUrl('?d=transactions&do=book'))
  await expect(investor, 'the palette leads here').toBeFocused()
  await expect(page).not.toHaveURL(/do=book/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('results of an earlier search text stay visible but are not selected by Enter', async ({ page }) => {
  const last_name = makeName()
  await register(page, { first_name: 'Ada', last_name })
  await signInAdmin(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/admin/users?*search=Nobod*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(adminUrl('?d=transactions'))
  const search = page.getByRole('combobox', { name: 'Investor' })
  await search.fill(last_name)
  const found = page.getByRole('option', { name: new RegExp(last_name) })
  await expect(found).toBeVisible()
  await search.fill('Nobod')
  await search.fill('Nobody at all')
  await search.press('Enter')
  await expect(search, 'nobody is chosen').toHaveValue('Nobody at all')
  await expect(found).toBeVisible()
  answer()
  await expect(page.getByText('No investors match this name or email.')).toBeVisible()
  await search.fill(last_name)
  await expect(found).toBeVisible()
  await search.press('Enter')
  await expect(page.getByRole('button', { name: /^Change investor \(currently/ })).toBeFocused()
})

test('an amount is found in the palette, and leads to all its transactions', async ({ page }) => {
  const last_name = makeName()
  const { user } = await register(page, { first_name: 'Ada', last_name })
  const admin = await signInAdmin(page)
  const cents = String(Math.floor(Math.random() * 90 + 10))
  const thousands = String(Math.floor(Math.random() * 900 + 100))
  const body = { type: 'deposit', amount: `${thousands}250.${cents}`, date: '2026-03-19' }
  const { transaction } = await admin.call('POST', `/user/${user.id}/transactions`, body)
  await page.goto(adminUrl())
  await page.getByRole('button', { name: 'Search' }).click()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill(`$${thousands},250.${cents}`)
  const found = palette.getByRole('option')
  await expect(found.filter({ hasText: `#${transaction.id}` })).toContainText(
    `#${transaction.id} · Ada ${last_name} · 19 Mar 2026`,
  )
  await found.filter({ hasText: `All transactions for exactly $${thousands},250.${cents}` }).click()
  await expect(page.getByLabel('Minimum amount')).toHaveValue(body.amount)
  await expect(page.getByLabel('Maximum amount')).toHaveValue(body.amount)
  await expect(page.getByRole('table', { name: 'Transactions' }).getByRole('row')).toHaveCount(2)
})

test.describe('a range that ends before it begins', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 422/] })

  test('is reported at its field, and can be fixed there', async ({ page }) => {
    const last_name = makeName()
    const { user } = await register(page, { first_name: 'Ada', last_name })
    const admin = await signInAdmin(page)
    await admin.call('POST', `/user/${user.id}/transactions`, {
      type: 'deposit',
      amount: '10.00',
      description: last_name,
      date: '2026-03-19',
    })
    await page.goto(adminUrl(`?d=transactions&search=${last_name}&from=2026-03-20&to=2026-03-19`))
    const list = page.getByRole('region', { name: 'Transactions', exact: true })
    const from = list.getByLabel('From')
    await expect(from).toHaveAttribute('aria-invalid', 'true')
    await expect(from).toHaveAccessibleDescription('The first day must not be after the last day')
    await expect(list.getByRole('alert')).toHaveCount(1)
    await expect(list.getByText('These filters are not valid')).toBeVisible()
    await expect(list.getByRole('button', { name: 'Retry' }), 'it would fail again').toHaveCount(0)
    await expectAccessible(page)
    await from.fill('2026-03-19')
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(from).not.toHaveAttribute('aria-invalid')

    await list.getByLabel('Minimum amount').fill('20')
    await list.getByLabel('Maximum amount').fill('10')
    await expect(list.getByLabel('Minimum amount')).toHaveAccessibleDescription(
      'The minimum amount must not exceed the maximum amount',
    )
    await list.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(list.getByLabel('Minimum amount')).toHaveValue('')
    await expect(list.getByRole('row').nth(1)).toBeVisible()

    // A word that matches nothing in the list is not silently dropped.
    await page.goto(adminUrl(`?d=transactions&search=${last_name}&type=odd&sort=nothing`))
    await expect(list.getByLabel('Type')).toHaveAccessibleDescription('Invalid value in the page address')
    await expect(list.getByText('The page address contains an invalid type: “odd”.')).toBeVisible()
    await expect(list.getByRole('row')).toHaveCount(0)
    await expectAccessible(page)
    await list.getByLabel('Type').selectOption('deposit')
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(page).not.toHaveURL(/nothing/)
  })
})

test.describe('two administrators', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('choose between fields that both changed, and keep the fields that only the other changed', async ({
    page,
  }) => {
    const { user } = await register(page, { last_name: makeName() })
    const admin = await signInAdmin(page)
    const { transaction } = await admin.call('POST', `/user/${user.id}/transactions`, {
      type: 'deposit',
      amount: '10.00',
      date: '2026-03-19',
    })
    await page.goto(adminUrl(`?d=transactions&user=${user.id}`))
    await page.getByRole('button', { name: 'Edit Deposit of +$10.00' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit transaction' })
    await dialog.getByLabel('Amount (USD)').fill('12.00')
    await admin.call('PUT', `/transactions/${transaction.id}`, { amount: '11.00', status: 'pending' })
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    const stale = page.getByRole('dialog', { name: 'Edited by someone else' })
    await expect(stale).toContainText('12.00')
    await expect(stale).toContainText('11.00')
    await expect(stale, 'who and when').toContainText(/tester edited this on .* UTC/)
    await expect(stale.getByRole('table', { name: 'Edited only by them' })).toContainText('Status')
    await expect(stale.getByRole('table', { name: 'Both versions' })).not.toContainText('Status')
    await stale.getByRole('button', { name: 'Save my version' }).click()
    const row = page.getByRole('row').filter({ hasText: '+$12.00' })
    await expect(row, 'what only they had changed').toContainText('Pending')
  })
})

test.describe('an error of the server', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 4(04|22)/] })

  test('is shown at its field', async ({ page }) => {
    const { user } = await register(page, { last_name: makeName() })
    await signInAdmin(page)
    await page.goto(adminUrl(`?d=transactions&user=${user.id}`))
    await page.getByRole('button', { name: 'Add transaction' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add transaction' })
    await dialog.getByLabel('Amount (USD)').fill('0.005')
    await dialog.getByRole('button', { name: 'Add transaction' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to save transaction')
    await expect(dialog.getByLabel('Amount (USD)')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page, '[role="dialog"]')
  })
})

test('the ledger of a deleted user opens without an error', { tag: '@full' }, async ({ page }) => {
  const { user } = await register(page, { last_name: makeName() })
  const admin = await signInAdmin(page)
  await admin.call('POST', `/user/${user.id}/transactions`, {
    type: 'deposit',
    amount: '77.00',
    date: '2026-03-19',
  })
  await admin.call('POST', `/user/${user.id}/transactions`, {
    type: 'withdrawal',
    amount: '77.00',
    date: '2026-03-20',
  })
  await admin.call('DELETE', `/users/${user.id}`)
  await page.goto(adminUrl(`?d=transactions&user=${user.id}`))
  await expect(page.getByText('This investor has been deleted.')).toBeVisible()
  await expect(page.getByText('+$77.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add transaction' })).toBeDisabled()
})

test('is accessible and fits a narrow screen', { tag: '@full' }, async ({ page }) => {
  const { user } = await signIn(page, { last_name: makeName() })
  const admin = await signInAdmin(page)
  const amount = '999999999999.99'
  await admin.call('POST', `/user/${user.id}/transactions`, { type: 'deposit', amount, date: '2026-03-18' })
  await admin.call('POST', `/user/${user.id}/transactions`, {
    type: 'fee',
    amount,
    description: 'Custody '.repeat(40),
    date: '2026-03-19',
  })
  await page.goto(adminUrl(`?d=transactions&user=${user.id}`))
  await expect(page.getByText('-$999,999,999,999.99')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('unsaved input is not lost by accident: every way to close the dialog asks first', async ({ page }) => {
  const last_name = makeName()
  await register(page, { last_name })
  await signInAdmin(page)
  await page.goto(adminUrl('?d=transactions'))
  await page.getByRole('combobox', { name: 'Investor' }).fill(last_name)
  await page.getByRole('option', { name: new RegExp(last_name) }).click()
  await expect(page).toHaveURL(/user=\d/)
  const add = page.getByRole('button', { name: 'Add transaction' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add transaction' })
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog, 'nothing was typed').toBeHidden()

  await add.click()
  const amount = dialog.getByLabel('Amount (USD)')
  await dialog.getByRole('button', { name: 'Add transaction' }).click()
  await expect(amount, 'the keyboard goes to what is missing').toBeFocused()
  await page.keyboard.type('40', { delay: 20 })
  await expect(amount, 'and stays there').toHaveValue('40')
  for (const slip of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await slip()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: /^(Keep editing|Stay here)$/ }).click()
    await expect(question).toBeHidden()
    await expect(amount).toHaveValue('40')
  }
  await expect(page).toHaveURL(/user=\d/)
  await page.keyboard.press('Escape')
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  // The browser reports the closing in a separate task.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(dialog, 'Escape closes the question, not the dialog behind it').toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(add, 'the focus is given back').toBeFocused()
  await add.click()
  await expect(amount).toHaveValue('')
})
