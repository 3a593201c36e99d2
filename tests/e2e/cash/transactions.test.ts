import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { createTransactions, type TransactionRow } from '#e2e/portfolio-fixtures'

const address = '/access/transactions'
const listCall = /\/api\/v1\/user\/transactions(\?|$)/
const summaryCall = '**/api/v1/user/transactions/summary'

const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const sum = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`)
const type = (page: Page) => page.getByLabel('Transaction Type')
const status = (page: Page) => page.getByLabel('Status')
const size = (page: Page) => page.getByLabel('Items per Page')

const fail = (route: Route) =>
  route.fulfill({ status: 500, json: { error: 'No', code: 'internal', request_id: 'test' } })

/** One of each type and of each status. */
const ledger: TransactionRow[] = [
  {
    type: 'deposit',
    amount: '1250.00',
    description: 'First deposit',
    transaction_date: '2026-03-01T12:00:00Z',
  },
  {
    type: 'withdrawal',
    amount: '400.00',
    fee: '25.00',
    description: 'Paid out',
    transaction_date: '2026-03-02T12:00:00Z',
  },
  { type: 'transfer', amount: '10.00', status: 'cancelled', transaction_date: '2026-03-03T12:00:00Z' },
  { type: 'fee', amount: '15.00', status: 'failed', transaction_date: '2026-03-04T12:00:00Z' },
  {
    type: 'interest',
    amount: '3.07',
    status: 'pending',
    currency: 'EUR',
    transaction_date: '2026-03-05T12:00:00Z',
  },
]

/** Completed, but in none of the sums on the cards. */
const besides: TransactionRow[] = [
  { type: 'transfer', amount: '8500.00', transaction_date: '2026-02-27T12:00:00Z' },
  { type: 'interest', amount: '42.55', transaction_date: '2026-02-28T12:00:00Z' },
]

test('the history shows sums and rows with their sign, fee, state and day', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, [...ledger, ...besides])
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction History' })).toBeVisible()
  await expect(sum(page, 'Total Deposits')).toHaveText('$1,250.00')
  await expect(sum(page, 'Total Withdrawals')).toHaveText('$400.00')
  await expect(sum(page, 'Total Fees')).toHaveText('$25.00')
  await expect(sum(page, 'Total Transactions')).toHaveText('7')
  await expect(page.getByText('Totals include completed transactions only: 4 of 7.')).toBeVisible()

  await expect(page.getByRole('columnheader')).toHaveText([
    'Transaction',
    'Amount',
    'Status',
    'Date',
    'Running totalcompleted only',
  ])
  for (const [at, texts, amountTone, badge, badgeTone] of [
    [0, ['Interest', 'No description', '+€3.07', '03/05/26'], /text-ink-3/, 'Pending', /text-warn/],
    [1, ['Fee', 'No description', '-$15.00', '03/04/26'], /text-ink-3/, 'Failed', /text-loss/],
    [2, ['Transfer', '+$10.00', '03/03/26'], /text-ink-3/, 'Cancelled', /text-ink-2/],
    [
      3,
      ['Withdrawal', 'Paid out', '-$400.00', 'Fee: $25.00', '03/02/26'],
      /text-loss/,
      'Completed',
      /text-gain/,
    ],
    [4, ['Deposit', 'First deposit', '+$1,250.00', '03/01/26'], /text-gain/, 'Completed', /text-gain/],
    [5, ['Interest', '+$42.55', '02/28/26'], /text-gain/, 'Completed', /text-gain/],
    [6, ['Transfer', '+$8,500.00', '02/27/26'], /^(?!.*text-(gain|loss))/, 'Completed', /text-gain/],
  ] as const) {
    const row = rows(page).nth(at)
    for (const text of texts) await expect(row).toContainText(text)
    await expect(row.getByText(/^[+-]/)).toHaveClass(amountTone)
    await expect(row.getByText(badge).filter({ visible: true })).toHaveClass(badgeTone)
  }
  await expect(rows(page).nth(4)).not.toContainText('Fee:')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(rows(page).nth(3).getByText('03/02/26').filter({ visible: true })).toHaveCount(1)
  await expect(rows(page).nth(3).getByText('Completed').filter({ visible: true })).toHaveCount(1)
})

test('on a phone with text twice as large, amounts and states are in the card', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, ledger)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(address)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const part of [rows(page).getByText('1,250.00').first(), rows(page).getByText('Completed').first()]) {
    await part.scrollIntoViewIfNeeded()
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  const table = page.getByRole('table')
  expect(await table.evaluate(({ parentElement: card }) => card && card.scrollWidth - card.clientWidth)).toBe(
    0,
  )
  await expect(table.getByRole('row').nth(1).getByRole('cell').first()).toBeVisible()
})

test('filters and pages are in the URL, and back and forward restore them', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await sql`insert into transactions (user_id, type, status, amount, description, transaction_date)
    select ${user.id}, case when n <= 45 then 'deposit' else 'withdrawal' end,
      case when n <= 5 then 'pending' else 'completed' end, n, 'Row ' || n, timestamptz '2026-01-01Z' + n * interval '1 hour'
    from generate_series(1, 50) as n`
  await page.goto(address)
  await expect(page.getByText('Showing 1 to 20 of 50 transactions')).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  const next = page.getByRole('button', { name: 'Next' })
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(page.getByText('Showing 21 to 40 of 50 transactions')).toBeVisible()
  await expect(rows(page).first()).toContainText('Row 30')
  await next.click()
  await expect(page.getByText('Showing 41 to 50 of 50 transactions')).toBeVisible()
  await expect(next).toBeDisabled()
  await expect(page).toHaveURL(`${address}?offset=40`)

  await type(page).selectOption('Deposit')
  await expect(page.getByText('Showing 1 to 20 of 45 transactions')).toBeVisible()
  await expect(page).toHaveURL(`${address}?type=deposit`)
  await next.click()
  await expect(page.getByText('Showing 21 to 40 of 45 transactions')).toBeVisible()
  await size(page).selectOption('10')
  await expect(page.getByText('Showing 1 to 10 of 45 transactions')).toBeVisible()
  await status(page).selectOption('Pending')
  await expect(rows(page)).toHaveCount(5)
  await expect(page).toHaveURL(`${address}?type=deposit&status=pending&limit=10`)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)

  await page.goBack()
  await expect(page.getByText('Showing 1 to 10 of 45 transactions')).toBeVisible()
  await expect(status(page)).toHaveValue('')
  await page.goBack()
  await expect(page.getByText('Showing 21 to 40 of 45 transactions')).toBeVisible()
  await page.goForward()
  await expect(size(page)).toHaveValue('10')

  await page.reload()
  await expect(type(page)).toHaveValue('deposit')
  await expect(page.getByText('Showing 1 to 10 of 45 transactions')).toBeVisible()
  await previous.scrollIntoViewIfNeeded()
  await expectAccessible(page)
})

test('the running total covers the completed rows, and its parts are shown above them', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, [...ledger, ...besides])
  await page.goto(address)
  for (const [name, text] of [
    ['Deposits', '$1,250.00'],
    ['−Withdrawals', '$400.00'],
    ['+Interest', '$42.55'],
    ['−Fees', '$25.00'],
    ['−Net invested in units', '$0.00'],
    ['=Cash balance', '$867.55'],
  ]) {
    const part = page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^[−+=]?${name?.replace(/^[−+=]/, '')}$`) })
    await expect(part).toHaveText(name ?? '')
    await expect(part.locator('xpath=following-sibling::dd')).toHaveText(text ?? '')
  }
  const balances = rows(page).locator('td:last-child')
  await expect(balances).toHaveText(['–', '–', '–', '$867.55', '$1,292.55', '$42.55', '$0.00'])
  await type(page).selectOption('Deposit')
  await expect(balances).toHaveText(['$1,292.55'])
})

test('a row opens its details', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, ledger)
  const [stored] = await sql<{ id: number }[]>`
    select id from transactions where user_id = ${user.id} and type = 'withdrawal'`
  await page.goto(address)
  // Next to the text, on the row itself.
  await rows(page)
    .nth(3)
    .click({ position: { x: 500, y: 10 } })
  const dialog = page.getByRole('dialog', { name: 'Withdrawal' })
  for (const text of [
    `Transaction ${stored?.id}`,
    'Paid out',
    '-$400.00',
    '$25.00',
    'USD',
    '03/02/26, 12:00 UTC',
    '$825.00',
    'Completed. Included in totals.',
  ]) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  }
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(3).getByRole('button', { name: 'Withdrawal' })).toBeFocused()
  await rows(page).first().getByRole('button', { name: 'Interest' }).click()
  await expect(page.getByRole('dialog', { name: 'Interest' }).getByText('Unchanged: pending')).toBeVisible()
  // As linked from other pages and notifications, also if the list does not show it.
  await page.goto(`${address}?type=fee&open=${stored?.id}`)
  await expect(dialog.getByText('Paid out')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`${address}?type=fee`)
})

test('a search and a date range narrow the list, stay in the URL, and can be cleared', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, ledger)
  await page.goto(address)
  const list = page.getByRole('region', { name: 'Transactions' })
  await page.getByLabel('Search descriptions').fill('DEPOSIT first')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('First deposit')
  await expect(page).toHaveURL(/search=DEPOSIT\+first/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(5)
  await expect(page).toHaveURL(address)
  await list.getByLabel('From').fill('2026-03-02')
  await list.getByLabel('To').fill('2026-03-03')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(`${address}?from=2026-03-02&to=2026-03-03`)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  const dialog = await openExport(page)
  await expect(dialog.getByLabel(/^From/)).toHaveValue('2026-03-02')
  await expect(dialog.getByLabel('To (optional)')).toHaveValue('2026-03-03')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test.describe('a date range that ends before it begins', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 422/] })

  test('is reported at its field, and can be fixed there', async ({ page }) => {
    await signIn(page)
    await page.goto(`${address}?from=2026-03-02&to=2026-03-01`)
    const list = page.getByRole('region', { name: 'Transactions' })
    await expect(page.getByRole('alert')).toHaveText('The first day must not be after the last day')
    await expect(list.getByLabel('From')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('These filters are not valid')).toBeVisible()
    await list.getByLabel('To').fill('2026-03-03')
    await expect(page.getByText('No transactions found')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('every filter of the specification is offered', async ({ page }) => {
  await signIn(page)
  await page.goto(address)
  await expect(type(page).locator('option')).toHaveText([
    'All Types',
    'Deposit',
    'Withdrawal',
    'Transfer',
    'Fee',
    'Interest',
  ])
  await expect(status(page).locator('option')).toHaveText([
    'All Statuses',
    'Completed',
    'Pending',
    'Failed',
    'Cancelled',
  ])
  await expect(size(page).locator('option')).toHaveText(['10', '20', '50', '100'])
  await expect(size(page)).toHaveValue('20')
})

test('an empty history shows a message, also beyond the last page', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await page.goto(address)
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters')).toBeVisible()
  await expect(sum(page, 'Total Deposits')).toHaveText('$0.00')
  await expect(sum(page, 'Total Transactions')).toHaveText('0')
  await expect(page.getByText('No transactions booked yet.')).toBeVisible()
  await expectAccessible(page)

  await createTransactions(sql, user.id, ledger)
  await page.goto(`${address}?offset=400`)
  await expect(page.getByText('No transactions found')).toBeVisible()
  await page.getByRole('button', { name: 'Go to first page' }).click()
  await expect(rows(page)).toHaveCount(5)
})

test('the first page and every other show that they are loading', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, ledger)
  let pending = Promise.withResolvers<void>()
  await page.route(listCall, async (route) => {
    await pending.promise
    await route.continue()
  })
  await page.goto(address)
  await expect(page.getByText('Loading transactions...').first()).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  pending.resolve()
  await expect(rows(page)).toHaveCount(5)
  await expect(page.getByText('Loading transactions...')).toHaveCount(0)

  pending = Promise.withResolvers<void>()
  await type(page).selectOption('Fee')
  await expect(page.getByText('Loading transactions...').first()).toBeAttached()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  pending.resolve()
  await expect(rows(page)).toHaveCount(1)
})

test('dates follow the site settings', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, ledger)
  for (const [date_format, shown] of [
    ['MM/YY', '03/26'],
    ['MM/YYYY', '03/2026'],
    ['DD/MM/YY', '05/03/26'],
    ['DD/MM/YYYY', '05/03/2026'],
    ['MM/DD/YY', '03/05/26'],
    ['MM/DD/YYYY', '03/05/2026'],
  ]) {
    await page.route('**/api/v1/settings', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), date_format } })
    })
    await page.goto(address)
    const day = rows(page)
      .first()
      .getByText(shown ?? 'no day', { exact: true })
    await expect(day.filter({ visible: true }), date_format).toHaveCount(1)
  }
})

test.describe('when calls fail', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('the list shows an error with a retry', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createTransactions(sql, user.id, ledger)
    await page.route(listCall, fail)
    await page.goto(address)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to fetch transactions')
    await expect(page.getByText('No transactions found')).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute(listCall)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(5)
    await expect(alert).toHaveCount(0)
  })

  test('rows of other filters are not shown under the failure', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createTransactions(sql, user.id, ledger)
    await page.goto(address)
    await expect(rows(page)).toHaveCount(5)
    await page.route(listCall, fail)
    await type(page).selectOption('Fee')
    await expect(page.getByRole('alert')).toContainText('Failed to fetch transactions')
    await expect(page.getByRole('table')).toHaveCount(0)
  })

  test('the sums show no error, and dates have the default format without settings', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await createTransactions(sql, user.id, ledger)
    await page.route(summaryCall, fail)
    await page.route('**/api/v1/settings', fail)
    await page.goto(address)
    await expect(rows(page).first()).toContainText('03/05/26')
    await expect(sum(page, 'Total Deposits')).toHaveText('–')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a failed export shows the reason and can be repeated', async ({ page }) => {
    await signIn(page)
    await page.route('**/user/transactions/export**', (route) =>
      route.fulfill({
        status: 429,
        json: { error: 'Rate limit exceeded. Please wait.', code: 'rate_limited', request_id: 'test' },
      }),
    )
    await page.goto(address)
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transactions' })
    await dialog.getByRole('button', { name: 'Download' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Rate limit exceeded. Please wait.')
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeEnabled()
    await expectAccessible(page, 'dialog[open]')
  })
})

async function openExport(page: Page) {
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transactions' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('the table can be saved as a CSV file, filtered like the list and for a date range', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await sql`update users set created_at = now() - interval '1 year' where id = ${user.id}`
  await createTransactions(sql, user.id, ledger)
  await page.goto(`${address}?status=completed`)
  const dialog = await openExport(page)
  await expect(dialog.getByText('Transactions matching your filters: Completed.')).toBeVisible()
  await dialog.getByLabel(/^From/).focus()
  await page.keyboard.type('02312026')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByLabel(/^From/)).toHaveAccessibleDescription('Enter a valid date, or leave blank')
  const year = new Date().getUTCFullYear() - 1
  await dialog.getByRole('button', { name: String(year) }).click()
  await expect(dialog.getByLabel(/^From/)).toHaveValue(`${year}-01-01`)
  await expect(dialog.getByLabel(/^To /)).toHaveValue(`${year}-12-31`)
  await dialog.getByLabel(/^From/).fill('2026-03-02')
  await dialog.getByLabel(/^To /).fill('2026-03-01')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('The end date must be on or after the start date')).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByLabel(/^To /).fill('2026-03-31')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Paid out')
  expect(text).not.toContain('First deposit')
  expect(text).not.toContain('interest')
  await expect(dialog.getByText('The file has been saved to your downloads.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openExport(page)
  await expect(dialog.getByText('The file has been saved to your downloads.')).toHaveCount(0)
})

test('the table can be saved for Excel', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, ledger)
  await page.goto(address)
  const dialog = await openExport(page)
  await dialog.getByRole('radio', { name: /^Excel in any/ }).check()
  await expect(dialog.getByRole('radio', { name: /^Transactions \(Excel\)/ })).toBeChecked()
  await expectAccessible(page, 'dialog[open]')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a statement can be saved as a PDF file', async ({ page, sql }) => {
  const { user } = await signIn(page, { first_name: 'Ilse', last_name: 'Okonkwo' })
  await createTransactions(sql, user.id, ledger)
  await page.goto(address)
  const dialog = await openExport(page)
  await dialog.getByLabel('Statement (PDF)').check()
  await dialog.getByLabel(/^From/).fill('2026-03-01')
  await dialog.getByLabel(/^To /).fill('2126-03-31')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const problem = 'The date cannot be after today (UTC)'
  await expect(dialog.getByLabel(/^To /)).toHaveAccessibleDescription(problem)
  await dialog.getByLabel(/^To /).fill('2026-03-31')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await file.path())))
  const { text } = await extractText(pdf, { mergePages: true })
  for (const words of ['Okonkwo', 'Paid out', 'First deposit']) expect(text).toContain(words)
})

test('a download can be cancelled, and nothing is saved', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  const downloads: unknown[] = []
  page.on('download', (download) => downloads.push(download))
  await page.route('**/user/transactions/export**', () => {})
  await page.goto(address)
  const dialog = await openExport(page)
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('Preparing the file...')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Downloading...' })).toBeDisabled()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Cancel download' }).click()
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeEnabled()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect(downloads).toEqual([])
})

test('an export without a match saves no file and shows a message', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await createTransactions(sql, user.id, ledger)
  await page.goto(`${address}?type=withdrawal&status=pending`)
  const dialog = await openExport(page)
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(
    dialog.getByText('No transactions match, so nothing was downloaded. Change the period or filters.'),
  ).toBeVisible()
  expect(downloads).toEqual([])
  await expectAccessible(page, 'dialog[open]')
})
