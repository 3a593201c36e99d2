import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openAdministrator, signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, register, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'
import { createSeries, dayFromNow, issueUnits } from '#e2e/series-fixtures'

const makeName = () => `Schist${crypto.randomUUID().slice(0, 8)}`
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (page: Page, name: string) => region(page, 'Holders').getByRole('row', { name })

/** An active, verified investor. */
async function makeHolder(page: Page, first_name: string) {
  const last_name = makeName()
  const { user } = await register(page, { first_name, last_name })
  const admin = await openAdministrator(page)
  await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
  return { id: user.id, name: `${first_name} ${last_name}`, last_name }
}

test('units are transferred, redeemed and corrected after the dialog has said what happens', async ({
  page,
  sql,
}) => {
  const [ada, bo] = [await makeHolder(page, 'Ada'), await makeHolder(page, 'Bo')]
  const admin = await signInAdmin(page)
  const series = await createSeries(sql)
  await issueUnits(sql, series, [[ada.id, '25']])
  await admin.call('POST', `/series/${series.name}/valuations`, {
    low: '80.00',
    preferred: '90.00',
    high: '100.00',
    as_of: dayFromNow(-1),
    method: 'Comparable transactions',
    inputs: [],
  })
  await page.goto(adminUrl('?d=register'))
  await page.getByPlaceholder('Search symbol or name').fill(series.name)
  await expect(region(page, 'Registers')).toContainText('1 found')
  const summary = region(page, 'Registers').getByRole('row', { name: series.symbol })
  await expect(summary).toContainText(/25\.000000.*1,000\.000000/)
  await summary.getByRole('link', { name: series.symbol }).first().click()
  await expect(row(page, ada.name)).toContainText(/25\.000000.*100\.00%/)
  await expect(region(page, 'Figures')).toContainText('1,000.000000')
  await expect(region(page, 'Figures')).toContainText(/Hash of latest entry [0-9a-f]{64}/)

  await page.getByRole('button', { name: `Transfer units of ${ada.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer units' })
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  await expect(dialog.getByText('Select the investor receiving the units').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Recipient' }).fill(bo.last_name)
  await dialog.getByRole('option', { name: new RegExp(bo.last_name) }).click()
  await dialog.getByLabel('Units').fill('25.000001')
  await dialog.getByLabel('Reason').fill('Sale between the two')
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  await expect(dialog.getByText('The holder has only 25.000000 units').first()).toBeVisible()
  await dialog.getByLabel('Units').fill('10')
  await expect(dialog).toContainText('15.000000 units will remain')
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  const question = page.getByRole('dialog', { name: 'Record this transfer?' })
  await expect(question).toContainText(
    `10.000000 units of ${series.symbol} will be transferred from ${ada.name}, who keeps 15.000000, to ${bo.name}`,
  )
  await expectAccessible(page, '[role="dialog"]')
  await question.getByRole('button', { name: 'Back to editing' }).click()
  await expect(dialog.getByLabel('Units')).toHaveValue('10')
  await expect(dialog.getByRole('alert'), 'the message of the first attempt').toHaveCount(0)
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  await question.getByRole('button', { name: 'Record transfer' }).click()
  await expect(page.getByText('Transfer recorded in the register.')).toBeVisible()
  await expect(row(page, bo.name)).toContainText(/10\.000000.*40\.00%/)

  await page.getByRole('button', { name: `Redeem units of ${bo.name}` }).click()
  const redeeming = page.getByRole('dialog', { name: 'Redeem units' })
  await redeeming.getByLabel('Units').fill('4')
  await redeeming.getByLabel('Redemption proceeds (USD)').fill('480.50')
  await redeeming.getByLabel('Reason').fill('Window of the third quarter')
  await redeeming.getByRole('button', { name: 'Review redemption' }).click()
  await expect(redeeming.getByText('Confirm or correct the price per unit')).toHaveCount(1)
  await redeeming.getByLabel('I confirm the agreed price per unit').check()
  await redeeming.getByRole('button', { name: 'Review redemption' }).click()
  const asked = page.getByRole('dialog', { name: 'Record this redemption?' })
  await expect(asked).toContainText('will be redeemed, leaving 6.000000. $480.50 will be added')
  await expect(asked).toContainText('$120.13 per unit; the unit value as of')
  await expect(asked).toContainText('is $90.00 (+33.47%)')
  await expect(asked).toContainText('Cash balance, before → after$0.00 → $480.50')
  await asked.getByRole('button', { name: 'Record redemption' }).click()
  await expect(row(page, bo.name)).toContainText('6.000000')
  await expect(region(page, 'Figures')).toContainText('21.000000')

  await page.getByRole('link', { name: `View entries for ${bo.name}` }).click()
  const entries = region(page, 'Entries')
  await expect(entries.getByRole('row').filter({ hasText: 'Transfer' })).toBeVisible()
  await expect(entries.getByRole('row').filter({ hasText: /Issue/ }), 'of this investor only').toHaveCount(0)
  const redemption = entries.getByRole('row').filter({ hasText: 'Redemption' })
  const [entry] = await sql`
    select number from register_entries where token_id = ${series.id} and user_id = ${bo.id} order by number desc limit 1`
  await expect(redemption.getByRole('listitem').filter({ hasText: bo.name })).toContainText(
    `#${entry?.number}`,
  )
  await expect(redemption).toContainText('Window of the third quarter')
  await expect(redemption).toContainText('Proceeds $480.50')
  await redemption.getByRole('button', { name: /^Correct redemption/ }).click()
  const correcting = page.getByRole('dialog', { name: /^Correct redemption/ })
  await expect(correcting.getByRole('listitem').filter({ hasText: bo.name })).toContainText('+4.000000')
  await expect(correcting).toContainText('The proceeds of $480.50 will be deducted')
  await expect(correcting).toContainText('Cash balance, before → after$480.50 → $0.00')
  await correcting.getByRole('button', { name: 'Record correction' }).click()
  await expect(correcting.getByText('Enter a reason').first()).toBeVisible()
  await correcting.getByLabel('Reason').fill('Wrong investor')
  await correcting.getByRole('button', { name: 'Record correction' }).click()
  await expect(redemption).toContainText('Corrected by')
  await expect(redemption.getByRole('button'), 'once').toHaveCount(0)
  const [holding] = await sql`select units from holdings where token_id = ${series.id} and user_id = ${bo.id}`
  expect(holding?.units).toBe('10.000000')

  const downloading = page.waitForEvent('download')
  await entries.getByRole('button', { name: 'Export CSV' }).click()
  const csv = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(csv, 'all entries of three movements, below the titles').toHaveLength(7)
})

test('the cap table of an earlier day is read-only, and saved as a file', async ({ page, sql }) => {
  const ada = await makeHolder(page, 'Ada')
  await signInAdmin(page)
  const series = await createSeries(sql)
  await issueUnits(sql, series, [[ada.id, '25']])
  await page.goto(adminUrl(`?d=register&series=${series.name}`))
  await expect(row(page, ada.name)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await region(page, 'Holders').getByRole('button', { name: 'Export CSV' }).click()
  expect(readFileSync(await (await downloading).path(), 'utf8')).toMatch(
    new RegExp(`${ada.name},[^,]+@example.com,25.000000,100,25.000000,`),
  )
  await page.getByLabel('As of (end of day)').fill(dayFromNow(-1))
  await page.getByLabel('As of (end of day)').press('Enter')
  await expect(page.getByText('No holders found')).toBeVisible()
  await expect(region(page, 'Figures')).toContainText('The register has no entries.')
  await expect(page).toHaveURL(new RegExp(`on=${dayFromNow(-1)}`))
})

test.describe('a distribution', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('shows each payment to the cent and the cash of the holders before it is booked and before it is reversed', async ({
    page,
    sql,
  }) => {
    const holders = [
      await makeHolder(page, 'Ada'),
      await makeHolder(page, 'Bo'),
      await makeHolder(page, 'Cy'),
    ]
    await signInAdmin(page)
    const series = await createSeries(sql)
    await issueUnits(
      sql,
      series,
      holders.map(({ id }): [number, string] => [id, '1']),
    )
    // The price paid for their units, so that a reversal overdraws no one.
    for (const { id } of holders)
      await sql`insert into transactions (user_id, type, status, amount) values (${id}, 'deposit', 'completed', '100000')`
    await page.goto(adminUrl(`?d=register&series=${series.name}&view=distributions`))
    const form = page.getByRole('form', { name: 'New distribution' })
    await form.getByRole('button', { name: 'Preview payments' }).click()
    await expect(form.getByText('Enter the amount per unit').first()).toBeVisible()
    await expect(form.getByLabel('Record date')).toHaveValue(dayFromNow(-1))
    await form.getByLabel('Record date').fill(dayFromNow(0))
    await expect(form).toContainText('This day has not ended')
    await form.getByLabel('Amount per unit (USD)').fill('0.333333')
    await form.getByLabel('Reason').fill('Third quarter')
    await form.getByRole('button', { name: 'Preview payments' }).click()
    const payments = region(page, '$1.00 to 3 holders')
    await expect(payments.getByRole('row').filter({ hasText: '$0.34' })).toHaveCount(1)
    await expect(payments.getByRole('row').filter({ hasText: '$0.33' })).toHaveCount(2)
    await expectAccessible(page)
    await form.getByLabel('Reason').fill('Fourth quarter')
    await expect(payments, 'they belong to other words').toHaveCount(0)
    await form.getByLabel('Reason').fill('Third quarter')
    await payments.getByRole('button', { name: 'Book 3 payments' }).click()
    const dialog = page.getByRole('dialog', { name: 'Book distribution' })
    await expect(dialog).toContainText('$1.00')
    await expect(dialog).toContainText('cannot be edited or deleted')
    await expect(dialog.getByRole('region', { name: 'Cash before and after' })).toContainText(
      'Available cash of 3 investors, before → after',
    )
    expect(await sql`select from distributions where token_id = ${series.id}`, 'nothing yet').toHaveLength(0)
    await dialog.getByRole('button', { name: 'Book distribution' }).click()
    await expect(page.getByText('3 payments totaling $1.00 booked.')).toBeVisible()
    await expect(region(page, 'Booked distributions').getByRole('row')).toHaveCount(2)
    await expect(region(page, 'Booked distributions')).toContainText('Third quarter')

    const again = page.getByRole('form', { name: 'New distribution' })
    await again.getByLabel('Record date').fill(dayFromNow(0))
    await again.getByLabel('Amount per unit (USD)').fill('1')
    await again.getByLabel('Reason').fill('Special')
    await again.getByRole('button', { name: 'Preview payments' }).click()
    await expect(region(page, '$3.00 to 3 holders')).toContainText(
      'A distribution of $1.00 (Third quarter) has already been booked for this record date.',
    )
    const ids = holders.map(({ id }) => id)
    const booked = () =>
      sql`select amount, status from transactions where user_id in ${sql(ids)} and type = 'interest' order by amount`
    expect((await booked()).map(({ amount }) => amount)).toEqual(['0.33', '0.33', '0.34'])

    // One of them has spent it in the meantime.
    await sql`delete from transactions where user_id = ${holders[1]?.id ?? 0} and type = 'deposit'`
    const list = region(page, 'Booked distributions')
    await list.getByRole('button', { name: /^Reverse the distribution of \$1\.00/ }).click()
    const reversing = page.getByRole('dialog', { name: 'Reverse distribution' })
    await expect(reversing).toContainText('All 3 payments totaling $1.00')
    await reversing.getByRole('button', { name: 'Reverse distribution' }).click()
    await expect(reversing.getByText('Enter a reason').first()).toBeVisible()
    await reversing.getByLabel('Reason').fill('Wrong amount per unit')
    await expect(reversing).toContainText(
      'Overdraft: the cash balances of 1 of 3 investors would fall below zero.',
    )
    const cash = reversing.getByRole('region', { name: 'Cash before and after' }).getByRole('definition')
    await expect(cash.first(), 'who is overdrawn comes first').toHaveText(/-\$[\d,.]+ → -\$[\d,.]+$/)
    await reversing.getByRole('button', { name: 'Reverse distribution' }).click()
    await expect(reversing.getByRole('alert')).toContainText('This would leave')
    await reversing.getByLabel('Allow the overdraft').check()
    await reversing.getByLabel('Confirm amount (USD)').fill('1.00')
    await expectAccessible(page, '[role="dialog"]')
    await reversing.getByRole('button', { name: 'Reverse distribution' }).click()
    await expect(page.getByText('Distribution of $1.00 reversed.')).toBeVisible()
    await expect(list.getByRole('row').filter({ hasText: 'Reversed' })).toContainText('Wrong amount per unit')
    await expect(list.getByRole('button', { name: /^Reverse/ }), 'once').toHaveCount(0)
    expect((await booked()).map(({ status }) => status)).toEqual(Array(3).fill('cancelled'))
  })
})

test.describe('a rejection by the server', () => {
  test.use({ expectedErrors: [/status of 4(03|09|22)/] })

  test('is a sentence: for a booking after the register has changed or after another one, and a transfer to an unverified investor', async ({
    page,
    sql,
  }) => {
    const [ada, bo] = [await makeHolder(page, 'Ada'), await makeHolder(page, 'Bo')]
    const admin = await signInAdmin(page)
    const series = await createSeries(sql)
    await issueUnits(sql, series, [[ada.id, '10']])
    await page.goto(adminUrl(`?d=register&series=${series.name}&view=distributions`))
    const form = page.getByRole('form', { name: 'New distribution' })
    await form.getByLabel('Record date').fill(dayFromNow(0))
    await form.getByLabel('Amount per unit (USD)').fill('1')
    await form.getByLabel('Reason').fill('Quarter')
    await form.getByRole('button', { name: 'Preview payments' }).click()
    await page.getByRole('button', { name: 'Book 1 payment' }).click()
    await admin.call('POST', `/register/${series.name}/entries`, {
      type: 'transfer',
      from_user_id: ada.id,
      to_user_id: bo.id,
      units: '10',
      reason: 'Sale',
    })
    const dialog = page.getByRole('dialog', { name: 'Book distribution' })
    await dialog.getByRole('button', { name: 'Book distribution' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing was booked. Recalculate the payments.')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('button', { name: /^Book \d/ }), 'outdated').toHaveCount(0)

    // Someone else books the same distribution while its payments are on the screen.
    await form.getByRole('button', { name: 'Preview payments' }).click()
    await page.getByRole('button', { name: 'Book 1 payment' }).click()
    const wanted = { record_date: dayFromNow(0), amount_per_unit: '1', reason: 'Quarter' }
    const path = `/register/${series.name}/distributions`
    const plan = await admin.call('POST', path, { ...wanted, dry_run: true })
    await admin.call('POST', path, { ...wanted, head: plan.head, earlier_count: plan.earlier_count })
    await dialog.getByRole('button', { name: 'Book distribution' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      `Another distribution has been booked or reversed for record date ${dayFromNow(0)}`,
    )
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(region(page, 'Booked distributions').getByRole('row')).toHaveCount(2)
    expect(await sql`select from distributions where token_id = ${series.id}`).toHaveLength(1)
    await form.getByLabel('Reason').fill('')
    await form.getByLabel('Amount per unit (USD)').fill('')
    await form.getByLabel('Record date').fill(dayFromNow(-1))

    await page.getByRole('link', { name: 'Holders', exact: true }).click()
    await admin.call('PUT', `/users/${ada.id}/verification`, { is_verified: false })
    await page.getByRole('button', { name: `Transfer units of ${bo.name}` }).click()
    const transfer = page.getByRole('dialog', { name: 'Transfer units' })
    await transfer.getByRole('combobox', { name: 'Recipient' }).fill(ada.last_name)
    const option = transfer.getByRole('option', { name: new RegExp(ada.last_name) })
    await expect(option).toContainText('Unverified')
    await option.click()
    await expect(transfer.getByRole('alert'), 'as soon as chosen').toContainText('is not verified')
    await transfer.getByLabel('Units').fill('1')
    await transfer.getByLabel('Reason').fill('Sale')
    await transfer.getByRole('button', { name: 'Review transfer' }).click()
    await expect(transfer.getByRole('alert').first(), 'before the question').toContainText(
      `${ada.name} is not verified. Complete verification first`,
    )
    await expect(page.getByRole('dialog', { name: 'Record this transfer?' })).toHaveCount(0)

    // Someone reverts the verification after the form was filled in.
    await admin.call('PUT', `/users/${ada.id}/verification`, { is_verified: true })
    await transfer.getByRole('button', { name: /^Change investor/ }).click()
    await transfer.getByRole('combobox', { name: 'Recipient' }).fill(ada.last_name)
    await transfer.getByRole('option', { name: new RegExp(ada.last_name) }).click()
    await transfer.getByRole('button', { name: 'Review transfer' }).click()
    await admin.call('PUT', `/users/${ada.id}/verification`, { is_verified: false })
    await page.getByRole('button', { name: 'Record transfer' }).click()
    await expect(transfer.getByRole('alert')).toContainText(
      `${ada.name} is not verified. Complete verification first.`,
    )
  })

  test('an investor who holds units cannot be deleted', async ({ page, sql }) => {
    const ada = await makeHolder(page, 'Ada')
    await signInAdmin(page)
    await issueUnits(sql, await createSeries(sql), [[ada.id, '10']])
    await page.goto(adminUrl(`?d=users&search=${ada.last_name}`))
    await page.getByRole('button', { name: `Delete ${ada.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete investor' })
    await expect(dialog).toContainText('holds 10.000000 units')
    await expect(dialog.getByRole('button', { name: 'Delete investor' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
})

test('is accessible, and fits a narrow screen', { tag: '@full' }, async ({ page, sql }) => {
  const ada = await makeHolder(page, 'Ada')
  await signInAdmin(page)
  const series = await createSeries(sql)
  await issueUnits(sql, series, [[ada.id, '999.999999']])
  for (const view of ['holders', 'entries', 'distributions']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(adminUrl(`?d=register&series=${series.name}&view=${view}`))
    await expect(page.getByRole('main')).toContainText(/999\.999999|No distributions/)
    await expectAccessible(page)
    for (const width of [320, 390]) await expectNoSidewaysScroll(page, width)
  }
})
