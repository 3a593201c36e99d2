import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, register, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'
import { createTransactions } from '#e2e/portfolio-fixtures'
import { createAttestation, createSeries, dayFromNow, subscribe } from '#e2e/series-fixtures'

const makeName = () => `Gneiss${crypto.randomUUID().slice(0, 8)}`
const details = (page: Page) => page.getByRole('region', { name: 'Details' })
const list = (page: Page) => page.getByRole('region', { name: 'Subscriptions', exact: true })

test('the deposit is entered with the payment, and its row then links back', async ({ page, sql }) => {
  const { user } = await register(page, { last_name: makeName() })
  const admin = await signInAdmin(page)
  await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
  const series = await createSeries(sql)
  const { id } = await subscribe(sql, series, { user_id: user.id })
  await admin.call('PUT', `/subscriptions/${id}`, { action: 'review' })
  await admin.call('PUT', `/subscriptions/${id}`, { action: 'approve' })
  await page.goto(adminUrl(`?d=subscriptions&item=${id}`))
  await details(page).getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('1000.00')
  await expect(dialog.getByLabel('Description')).toHaveValue(`Payment for S-${String(id).padStart(6, '0')}`)
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await details(page)
    .getByRole('link', { name: /^Deposit \d/ })
    .click()
  const ledger = page.getByRole('region', { name: 'Transactions', exact: true })
  await expect(ledger.getByRole('button', { name: /^(Edit|Delete) / }), 'it stays as it is').toHaveCount(0)
  await ledger.getByRole('link', { name: `Payment for subscription to ${series.symbol}` }).click()
  await expect(details(page)).toContainText('Paid')
})

test('money received in parts pays from available cash, and a further deposit is confirmed first', async ({
  page,
  sql,
}) => {
  const { user } = await register(page, { last_name: makeName() })
  const admin = await signInAdmin(page)
  await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
  const series = await createSeries(sql)
  const { id } = await subscribe(sql, series, { user_id: user.id })
  await admin.call('PUT', `/subscriptions/${id}`, { action: 'review' })
  await admin.call('PUT', `/subscriptions/${id}`, { action: 'approve' })
  await sql`insert into transactions (user_id, type, status, amount, description) values
    (${user.id}, 'deposit', 'completed', '600', 'First wire'), (${user.id}, 'deposit', 'completed', '400', 'Second wire')`
  await page.goto(adminUrl(`?d=subscriptions&item=${id}`))
  await details(page).getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expect(dialog).toContainText('First wire')
  await expect(dialog).toContainText('Second wire')
  const cash = dialog.getByRole('radio', { name: /^Available cash of \$1,000\.00/ })
  await expect(cash).toBeChecked()
  await dialog.getByRole('radio', { name: /^Record a new deposit/ }).check()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('Confirm that this is a separate payment').first()).toBeVisible()
  await cash.check()
  await expect(dialog.getByText('$1,000.00 → $0.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(details(page)).toContainText('Paid')
  const [deposits] = await sql`select count(*)::int as n from transactions where user_id = ${user.id}`
  expect(deposits?.n).toBe(2)
})

test.describe('a payment whose second call fails', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('is retried with the corrected deposit, which is booked once', async ({ page, sql }) => {
    const { user } = await register(page, { last_name: makeName() })
    const admin = await signInAdmin(page)
    await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
    const series = await createSeries(sql)
    const { id } = await subscribe(sql, series, { user_id: user.id })
    await admin.call('PUT', `/subscriptions/${id}`, { action: 'review' })
    await admin.call('PUT', `/subscriptions/${id}`, { action: 'approve' })
    await page.goto(adminUrl(`?d=subscriptions&item=${id}`))
    await details(page).getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record payment' })
    await page.route(`**/subscriptions/${id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: 'Busy.', code: 'unavailable', request_id: 'test' } })
        : route.fallback(),
    )
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to record payment')
    const deposits = () =>
      sql`select amount, description from transactions where user_id = ${user.id} and type = 'deposit'`
    expect(await deposits()).toMatchObject([{ amount: '1000.00' }])
    await page.unrouteAll({ behavior: 'wait' })
    await dialog.getByLabel('Amount (USD)').fill('1200')
    await dialog.getByLabel('Description').fill('Wire of 2 March')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(details(page)).toContainText('Paid')
    expect(await deposits()).toEqual([{ amount: '1200.00', description: 'Wire of 2 March' }])
  })
})

test.describe('a decision rejected by the server', () => {
  test.use({ expectedErrors: [/status of 4(03|09|22)/] })

  test('is explained in the dialog, and nothing changes', async ({ page, sql }) => {
    const { user } = await register(page, { last_name: makeName() })
    const admin = await signInAdmin(page)
    const series = await createSeries(sql)
    const { id } = await subscribe(sql, series, { user_id: user.id })
    await admin.call('PUT', `/subscriptions/${id}`, { action: 'review' })
    await page.goto(adminUrl(`?d=subscriptions&item=${id}`))
    const detail = details(page)
    const dialog = page.getByRole('dialog')
    await expect(detail.getByRole('button', { name: 'Approve' })).toBeVisible()
    await page.route(`**/subscriptions/${id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), has_payment_account: false } })
    })
    await page.reload()
    await detail.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog).toContainText('No payment account is set')
    await expect(dialog.getByText('Not possible yet. Not verified.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'Failed to approve subscription. This investor is not verified. Complete verification first.',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await detail.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByText('Enter a reason (shown to the investor)').first()).toBeVisible()
    await dialog.getByLabel('Reason').fill('Papers are missing')
    // Someone else takes the next step in the meantime.
    await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
    await admin.call('PUT', `/subscriptions/${id}`, { action: 'approve' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to reject subscription')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(detail.getByRole('button', { name: 'Record payment' }), 'as it is now').toBeVisible()

    await detail.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog).toContainText(
      'This investor has no unallocated completed deposit of at least $1,000.00.',
    )
    await dialog.getByLabel('Amount (USD)').fill('999.99')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByText('The amount must be at least $1,000.00').first()).toBeVisible()
    await dialog.getByLabel('Amount (USD)').fill('1000.00')
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '8000.00', transaction_date: `${dayFromNow(-1)}T12:00:00Z` },
    ])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await detail.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog.getByRole('radio').first(), 'of another amount').not.toBeChecked()
    // The page may be refetching it because of the deposit.
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('is indicated by the figures before uncovered units are allotted', async ({ page, sql }) => {
    const { user } = await register(page, { last_name: makeName() })
    const admin = await signInAdmin(page)
    await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
    const series = await createSeries(sql)
    const { id } = await subscribe(sql, series, { user_id: user.id })
    const [paid = 0] = await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '1000.00', transaction_date: '2026-03-01T12:00:00Z' },
    ])
    for (const step of [
      { action: 'review' },
      { action: 'approve' },
      { action: 'fund', transaction_id: paid },
    ])
      await admin.call('PUT', `/subscriptions/${id}`, step)
    await createAttestation(sql, series, { units_held: '9.999999', as_of: dayFromNow(0) })
    await page.goto(adminUrl(`?d=subscriptions&item=${id}`))
    await details(page).getByRole('button', { name: 'Allot units' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(
      'These units cannot be issued: units in issue would be 10.000000, but only 9.999999 are attested.',
    )
    await dialog.getByRole('button', { name: 'Allot units' }).click()
    await expect(dialog.getByRole('alert')).toContainText('the latest attestation covers only 9.999999')
  })
})

test('the list is filtered by state, series and investor, searched and saved as a file', {
  tag: '@full',
}, async ({ page, sql }) => {
  const last_name = makeName()
  const { user } = await register(page, { first_name: 'Ada', last_name })
  const admin = await signInAdmin(page)
  const [one, two] = [await createSeries(sql), await createSeries(sql)]
  const first = await subscribe(sql, one, { user_id: user.id })
  const second = await subscribe(sql, two, { user_id: user.id, amount: 3000 })
  await admin.call('PUT', `/subscriptions/${second.id}`, { action: 'review' })
  const row = (reference: string) => list(page).getByRole('row').filter({ hasText: reference })

  await page.goto(adminUrl('?d=subscriptions'))
  await page.getByRole('combobox', { name: 'Investor' }).fill(last_name)
  await page.getByRole('option', { name: new RegExp(last_name) }).click()
  await expect(row(first.reference)).toBeVisible()
  await expect(row(second.reference)).toContainText('$3,000.00')
  await page.getByLabel('Status').selectOption('in_review')
  await expect(row(first.reference)).toHaveCount(0)
  await expect(row(second.reference)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await list(page).getByRole('button', { name: 'Export CSV' }).click()
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${second.reference},${two.symbol},in_review,3000.00`)
  await page.getByLabel('Status').selectOption('')
  await page.getByLabel('Series', { exact: true }).selectOption({ label: one.symbol })
  await expect(row(second.reference)).toHaveCount(0)
  await expect(row(first.reference)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`series=${one.name}`))
  await row(first.reference)
    .getByRole('link', { name: `Open ${first.reference}` })
    .click()
  await details(page)
    .getByRole('link', { name: `Ada ${last_name}` })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `Ada ${last_name}` })).toBeVisible()
})

test('pending subscriptions are counted in the navigation', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await register(page, { last_name: makeName() })
  await signInAdmin(page)
  await page.goto(adminUrl('?d=subscriptions'))
  await subscribe(sql, await createSeries(sql), { user_id: user.id })
  const entry = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: /^Subscriptions/ })
  await expect(entry).toContainText(/\d+ pending/)
})

test('is accessible, and fits a narrow screen with a long name', { tag: '@full' }, async ({ page, sql }) => {
  const last_name = `${makeName()}-Featherstonehaugh-Cholmondeley`
  const { user } = await register(page, { first_name: 'Maximiliane', last_name })
  await signInAdmin(page)
  const { id, reference } = await subscribe(sql, await createSeries(sql), { user_id: user.id })
  await page.goto(adminUrl(`?d=subscriptions&user=${user.id}&item=${id}`))
  await expect(details(page)).toContainText(last_name)
  await expect(list(page).getByRole('link', { name: `Open ${reference}` })).toBeVisible()
  await expectAccessible(page)
  for (const width of [320, 390]) await expectNoSidewaysScroll(page, width)
})
