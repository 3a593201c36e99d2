import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, register, storeSession, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'
import { createActivities } from '#e2e/portfolio-fixtures'

const makeName = () => `Schist${crypto.randomUUID().slice(0, 8)}`

test('a portfolio is created, edited and deleted, and the investor sees each step', async ({
  page,
  browser,
  baseURL,
}) => {
  const last_name = makeName()
  const investor = await register(page, { first_name: 'Ada', last_name })
  const context = await browser.newContext({ baseURL })
  const investorPage = await context.newPage()
  await storeSession(investorPage, investor)

  await signInAdmin(page)
  await page.goto(adminUrl(`?d=portfolio&search=${last_name}`))
  const table = page.getByRole('table', { name: 'Portfolios' })
  await expect(table.getByText('No Portfolio', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Create portfolio', exact: true }).click()
  const creating = page.getByRole('dialog', { name: 'Create portfolio' })
  const create = creating.getByRole('button', { name: 'Create portfolio' })
  await expect(create).toBeDisabled()
  await creating.getByRole('combobox', { name: 'Investor' }).fill(last_name)
  await creating.getByRole('option', { name: new RegExp(last_name) }).click()
  await creating.getByLabel('Total value (USD)').fill('1500.50')
  await creating.getByLabel('Total gains (USD)').fill('')
  await creating.getByLabel('Performance (%)').fill('12.3456')
  await creating.getByLabel(/^Pending investment/).fill('')
  await expectAccessible(page, '[role="dialog"]')
  await expect(creating.getByText('These figures are inconsistent.')).toBeHidden()
  await creating.getByLabel('Active investments').fill('1.5')
  await create.click()
  await expect(creating.getByLabel('Total gains (USD)')).toHaveAccessibleDescription('Enter a number')
  await expect(creating.getByLabel('Active investments')).toHaveAccessibleDescription('Enter a whole number')
  await creating.getByLabel('Total gains (USD)').fill('0')
  await creating.getByLabel('Active investments').fill('1')
  await expect(creating.getByText('These figures are inconsistent.')).toBeVisible()
  await create.click()
  const asking = page.getByRole('dialog', { name: 'Inconsistent figures' })
  await expect(asking).toContainText('Value is $1,500.50')
  await asking.getByRole('button', { name: 'Save anyway' }).click()
  await expect(table.getByText('Active Portfolio', { exact: true })).toBeVisible()
  await expect(table.getByText('$1,500.50')).toBeVisible()
  await expect(table.getByText('+12.35%')).toBeVisible()
  await expect(table.getByText('none', { exact: true })).toBeVisible()
  await expect(table.getByText('$0.00'), 'invested, and gains').toHaveCount(2)

  await investorPage.goto('/access/dashboard')
  await expect(investorPage.getByText('$1,500.50').first()).toBeVisible()

  await page.getByRole('button', { name: `Edit portfolio for Ada ${last_name}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit portfolio' })
  await editing.getByLabel('Total value (USD)').fill('1750')
  await editing.getByRole('button', { name: 'Use gains +$1,750.00' }).click()
  await expect(editing.getByText('These figures are inconsistent.')).toBeHidden()
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(table.getByText('$1,750.00').first()).toBeVisible()
  // Updated by the event stream while the dashboard is open.
  await expect(investorPage.getByText('$1,750.00').first()).toBeVisible()

  // This investor has no records, so the calculated value is zero.
  await expect(table.getByText('$1,750.00 above calculated')).toBeVisible()
  await page.getByRole('button', { name: `Use calculated figures for Ada ${last_name}` }).click()
  const reverting = page.getByRole('dialog', { name: 'Use calculated figures' })
  await expect(reverting).toContainText('instead of the manually entered $1,750.00')
  await reverting.getByRole('button', { name: 'Use calculated figures' }).click()
  await expect(page.getByText('The investor now sees calculated figures.')).toBeVisible()
  await expect(table.getByText('No records', { exact: true })).toBeVisible()
  await expect(investorPage.getByText('$1,750.00')).toHaveCount(0)
  await page.getByRole('button', { name: `Enter figures for Ada ${last_name}` }).click()
  const entering = page.getByRole('dialog', { name: 'Enter figures manually' })
  await expect(
    entering.getByText(/^The form shows the figures that the investor currently sees/),
  ).toBeVisible()
  await expect(entering.getByLabel('Total value (USD)'), 'not the figures of before').toHaveValue('0.00')
  await entering.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Delete portfolio of Ada ${last_name}` }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete portfolio' })
  await expect(deleting).toContainText(`Ada ${last_name}`)
  await expect(deleting).toContainText('This action cannot be undone.')
  await deleting.getByRole('button', { name: 'Delete portfolio' }).click()
  await expect(table.getByText('No Portfolio', { exact: true })).toBeVisible()
  await expect(investorPage.getByText('$1,750.00')).toHaveCount(0)
  await context.close()
})

test('Escape closes the list of users before the dialog, and Enter selects the only user found', {
  tag: '@full',
}, async ({ page }) => {
  const last_name = makeName()
  await register(page, { first_name: 'Ada', last_name })
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=portfolio&search=${last_name}`))
  const open = page.getByRole('button', { name: 'Create portfolio', exact: true })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Create portfolio' })
  const search = dialog.getByRole('combobox', { name: 'Investor' })
  await search.fill('nobody has this name')
  const message = page.getByText('No investors match this name or email.')
  await expect(message).toBeVisible()
  await expectAccessible(page)
  await search.press('Enter')
  await expect(message, 'Enter without an option neither chooses nor submits').toBeVisible()
  await search.press('Escape')
  await expect(message).toBeHidden()
  await expect(search, 'what was typed stays').toHaveValue('nobody has this name')
  await expect(dialog).toBeVisible()
  await search.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open, 'the focus is given back').toBeFocused()

  await open.click()
  await search.fill(last_name)
  await expect(page.getByRole('option')).toHaveCount(1)
  await search.press('Enter')
  await expect(
    dialog.getByRole('button', { name: `Change investor (currently Ada ${last_name})` }),
  ).toBeFocused()
})

test('a corrected mistake is removed from the value chart of the investor', async ({
  page,
  browser,
  baseURL,
  sql,
}) => {
  const last_name = makeName()
  const investor = await register(page, { first_name: 'Ada', last_name })
  const context = await browser.newContext({ baseURL })
  const investorPage = await context.newPage()
  await storeSession(investorPage, investor)
  const admin = await signInAdmin(page)
  const { portfolio } = await admin.call('POST', '/portfolio', {
    user_id: investor.user.id,
    total_value: '100.00',
  })
  await sql`update portfolio_values set recorded_at = recorded_at - interval '3 days' where portfolio_id = ${portfolio.id}`
  await admin.call('PUT', `/portfolio/${portfolio.id}/values`, { total_value: '7000000.00' })
  await investorPage.goto('/access/dashboard')
  const chart = investorPage.getByRole('region', { name: 'Portfolio value over time' })
  await expect(chart.getByRole('img', { name: /from \$100\.00 to \$7,000,000\.00/ })).toBeVisible()

  await page.goto(adminUrl(`?d=portfolio&search=${last_name}`))
  await page.getByRole('button', { name: `Edit portfolio for Ada ${last_name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit portfolio' })
  await dialog.getByLabel('Total value (USD)').fill('70000')
  await dialog.getByLabel('Correction: replace the last point in the value chart').check()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(dialog).toBeHidden()
  await expect(chart.getByRole('img', { name: /from \$100\.00 to \$70,000\.00/ })).toBeVisible()
  const response = await investorPage.request.get('/api/v1/user/portfolio/history', {
    headers: { authorization: `Bearer ${investor.token}` },
  })
  const { points } = await response.json()
  expect(points.map(({ total_value }: { total_value: string }) => total_value)).toEqual([
    '100.00',
    '70000.00',
  ])
  await context.close()
})

test('a recent activity is created, edited and deleted, and the investor sees it; twenty are shown', async ({
  page,
  browser,
  baseURL,
  sql,
}) => {
  const last_name = makeName()
  const note = `Assay of ${last_name}`
  const investor = await register(page, { first_name: 'Ada', last_name })
  const context = await browser.newContext({ baseURL })
  const investorPage = await context.newPage()
  await storeSession(investorPage, investor)
  await investorPage.goto('/access/dashboard')

  const admin = await signInAdmin(page)
  await page.goto(adminUrl('?d=portfolio'))
  await page.getByRole('button', { name: 'Add activity' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add activity' })
  const add = dialog.getByRole('button', { name: 'Add activity' })
  await expect(dialog.getByLabel('Date')).toHaveValue(new Date().toISOString().slice(0, 10))
  await dialog.getByRole('combobox', { name: 'Investor' }).fill(last_name)
  await dialog.getByRole('option', { name: new RegExp(last_name) }).click()
  await add.click()
  await expect(dialog.getByText('Description is required'), 'said once').toHaveCount(1)
  await expect(dialog.getByLabel('Type').locator('option')).toHaveText([
    'Activity',
    'Deposit',
    'Withdrawal',
    'Investment',
    'Other',
  ])
  await dialog.getByLabel('Description').fill(note)
  await dialog.getByLabel('Date').fill('2026-03-19')
  await dialog.getByLabel(/^Net growth/).fill('-12.50')
  await add.click()
  await expect(dialog).toBeHidden()
  const { activities } = await admin.call('GET', `/recent-activities?user_id=${investor.user.id}`)
  expect(activities).toMatchObject([
    { activity_date: '2026-03-19T00:00:00.000Z', type: 'activity', net_growth: '-12.50', balance: '0.00' },
  ])
  await page.getByRole('searchbox', { name: 'Search activities' }).fill(last_name)
  const table = page.getByRole('table', { name: 'Recent activities' })
  await expect(table.getByText(note)).toBeVisible()
  await expect(table.getByText('-$12.50')).toBeVisible()
  await expect(investorPage.getByText(note).first()).toBeVisible()

  await page.getByRole('button', { name: `Edit ${note}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit activity' })
  await editing.getByLabel('Description').fill(`${note}, corrected`)
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(table.getByText(`${note}, corrected`)).toBeVisible()
  await expect(investorPage.getByText(`${note}, corrected`).first()).toBeVisible()

  await page.getByRole('button', { name: `Delete ${note}, corrected` }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete activity' })
  await expect(deleting).toContainText('This action cannot be undone.')
  await deleting.getByRole('button', { name: 'Delete activity' }).click()
  await expect(deleting).toBeHidden()
  await expect(table.getByText(`${note}, corrected`)).toHaveCount(0)
  await expect(investorPage.getByText(note)).toHaveCount(0)

  const another = { description: note, net_growth: '1', balance: '1', activity_date: '2026-03-19T12:00:00Z' }
  await createActivities(sql, investor.user.id, Array(21).fill(another))
  await page.reload()
  await expect(page.getByText('Showing 1 to 20 of 21')).toBeVisible()
  await expect(table.getByText(note)).toHaveCount(20)
  await context.close()
})

test('is accessible and fits a narrow screen', { tag: '@full' }, async ({ page }) => {
  await register(page, { last_name: makeName() })
  await signInAdmin(page)
  await page.goto(adminUrl('?d=portfolio'))
  // The list follows changes made by other tests: not while it is dimmed.
  await expect(page.locator('table[aria-busy]')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Portfolios' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
