import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openAdministrator, signInAdmin } from './administrator.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, register, test } from './fixtures.ts'
import { panel } from './panel.ts'
import { dayFromNow, issueUnits, makeSeries } from './series-rows.ts'

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
  const series = await makeSeries(sql)
  await issueUnits(sql, series, [[ada.id, '25']])
  await admin.call('POST', `/series/${series.name}/valuations`, {
    low: '80.00',
    preferred: '90.00',
    high: '100.00',
    as_of: dayFromNow(-1),
    method: 'Comparable transactions',
    inputs: [],
  })
  await page.goto(panel('?d=register'))
  await page.getByPlaceholder('Search symbol or name').fill(series.name)
  await expect(region(page, 'Registers')).toContainText('1 found')
  const summary = region(page, 'Registers').getByRole('row', { name: series.symbol })
  await expect(summary).toContainText(/25\.000000.*1,000\.000000/)
  await summary.getByRole('link', { name: series.symbol }).first().click()
  await expect(row(page, ada.name)).toContainText(/25\.000000.*100\.00%/)
  await expect(region(page, 'Figures')).toContainText('1,000.000000')
  await expect(region(page, 'Figures')).toContainText(/Hash of the last entry [0-9a-f]{64}/)

  await page.getByRole('button', { name: `Transfer units of ${ada.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer units' })
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  await expect(dialog.getByText('Choose the investor who receives the units').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Receiver' }).fill(bo.last_name)
  await dialog.getByRole('option', { name: new RegExp(bo.last_name) }).click()
  await dialog.getByLabel('Units').fill('25.000001')
  await dialog.getByLabel('Reason').fill('Sale between the two')
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  await expect(dialog.getByText('The holder has 25.000000 units').first()).toBeVisible()
  await dialog.getByLabel('Units').fill('10')
  await expect(dialog).toContainText('Leaves 15.000000 units')
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  const question = page.getByRole('dialog', { name: 'Enter this transfer?' })
  await expect(question).toContainText(
    `10.000000 units of ${series.symbol} move from ${ada.name}, who keeps 15.000000, to ${bo.name}`,
  )
  await expectAccessible(page, '[role="dialog"]')
  await question.getByRole('button', { name: 'Back to editing' }).click()
  await expect(dialog.getByLabel('Units')).toHaveValue('10')
  await expect(dialog.getByRole('alert'), 'the message of the first attempt').toHaveCount(0)
  await dialog.getByRole('button', { name: 'Review transfer' }).click()
  await question.getByRole('button', { name: 'Enter transfer' }).click()
  await expect(page.getByText('The transfer is in the register.')).toBeVisible()
  await expect(row(page, bo.name)).toContainText(/10\.000000.*40\.00%/)

  await page.getByRole('button', { name: `Redeem units of ${bo.name}` }).click()
  const redeeming = page.getByRole('dialog', { name: 'Redeem units' })
  await redeeming.getByLabel('Units').fill('4')
  await redeeming.getByLabel('Proceeds in USD').fill('480.50')
  await redeeming.getByLabel('Reason').fill('Window of the third quarter')
  await redeeming.getByRole('button', { name: 'Review redemption' }).click()
  await expect(redeeming.getByText('Confirm the price per unit, or correct it')).toHaveCount(1)
  await redeeming.getByLabel('The price per unit is as it was agreed').check()
  await redeeming.getByRole('button', { name: 'Review redemption' }).click()
  const asked = page.getByRole('dialog', { name: 'Enter this redemption?' })
  await expect(asked).toContainText('6.000000 are left, and $480.50 is added to the cash')
  await expect(asked).toContainText('$120.13 per unit; the unit value of')
  await expect(asked).toContainText('is $90.00 (+33.47%)')
  await expect(asked).toContainText('Cash now → after$0.00 → $480.50')
  await asked.getByRole('button', { name: 'Enter redemption' }).click()
  await expect(row(page, bo.name)).toContainText('6.000000')
  await expect(region(page, 'Figures')).toContainText('21.000000')

  await page.getByRole('link', { name: `Entries of ${bo.name}` }).click()
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
  await expect(correcting).toContainText('takes the proceeds of $480.50 back from the cash')
  await expect(correcting).toContainText('Cash now → after$480.50 → $0.00')
  await correcting.getByRole('button', { name: 'Enter correction' }).click()
  await expect(correcting.getByText('Enter the reason').first()).toBeVisible()
  await correcting.getByLabel('Reason').fill('Wrong investor')
  await correcting.getByRole('button', { name: 'Enter correction' }).click()
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
  const series = await makeSeries(sql)
  await issueUnits(sql, series, [[ada.id, '25']])
  await page.goto(panel(`?d=register&series=${series.name}`))
  await expect(row(page, ada.name)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await region(page, 'Holders').getByRole('button', { name: 'Export CSV' }).click()
  expect(readFileSync(await (await downloading).path(), 'utf8')).toMatch(
    new RegExp(`${ada.name},[^,]+@example.com,25.000000,100,25.000000,`),
  )
  await page.getByLabel('At the end of').fill(dayFromNow(-1))
  await page.getByLabel('At the end of').press('Enter')
  await expect(page.getByText('No holders found')).toBeVisible()
  await expect(region(page, 'Figures')).toContainText('The register has no entry.')
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
    const series = await makeSeries(sql)
    await issueUnits(
      sql,
      series,
      holders.map(({ id }): [number, string] => [id, '1']),
    )
    // What they paid for their units, so that a reversal overdraws nobody.
    for (const { id } of holders)
      await sql`insert into transactions (user_id, type, status, amount) values (${id}, 'deposit', 'completed', '100000')`
    await page.goto(panel(`?d=register&series=${series.name}&view=distributions`))
    const form = page.getByRole('form', { name: 'New distribution' })
    await form.getByRole('button', { name: 'Show the payments' }).click()
    await expect(form.getByText('Enter the amount per unit').first()).toBeVisible()
    await expect(form.getByLabel('Record date')).toHaveValue(dayFromNow(-1))
    await form.getByLabel('Record date').fill(dayFromNow(0))
    await expect(form).toContainText('Not over yet')
    await form.getByLabel('Amount per unit in USD').fill('0.333333')
    await form.getByLabel('Reason').fill('Third quarter')
    await form.getByRole('button', { name: 'Show the payments' }).click()
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
    await expect(dialog).toContainText('can be neither changed nor deleted')
    await expect(dialog.getByRole('region', { name: 'Cash now and after' })).toContainText(
      'Cash of 3 investors, now → after',
    )
    expect(await sql`select from distributions where token_id = ${series.id}`, 'nothing yet').toHaveLength(0)
    await dialog.getByRole('button', { name: 'Book distribution' }).click()
    await expect(page.getByText('3 payments of $1.00 in all booked.')).toBeVisible()
    await expect(region(page, 'Booked distributions').getByRole('row')).toHaveCount(2)
    await expect(region(page, 'Booked distributions')).toContainText('Third quarter')

    const again = page.getByRole('form', { name: 'New distribution' })
    await again.getByLabel('Record date').fill(dayFromNow(0))
    await again.getByLabel('Amount per unit in USD').fill('1')
    await again.getByLabel('Reason').fill('Special')
    await again.getByRole('button', { name: 'Show the payments' }).click()
    await expect(region(page, '$3.00 to 3 holders')).toContainText(
      'For this record date a distribution of $1.00 (Third quarter) was booked before.',
    )
    const ids = holders.map(({ id }) => id)
    const booked = () =>
      sql`select amount, status from transactions where user_id in ${sql(ids)} and type = 'interest' order by amount`
    expect((await booked()).map(({ amount }) => amount)).toEqual(['0.33', '0.33', '0.34'])

    // One of them has spent it meanwhile.
    await sql`delete from transactions where user_id = ${holders[1]?.id ?? 0} and type = 'deposit'`
    const list = region(page, 'Booked distributions')
    await list.getByRole('button', { name: /^Reverse the distribution of \$1\.00/ }).click()
    const reversing = page.getByRole('dialog', { name: 'Reverse distribution' })
    await expect(reversing).toContainText('cancels all 3 payments of $1.00 in all')
    await reversing.getByRole('button', { name: 'Reverse distribution' }).click()
    await expect(reversing.getByText('Enter the reason').first()).toBeVisible()
    await reversing.getByLabel('Reason').fill('Wrong amount per unit')
    await expect(reversing).toContainText('Overdraft: the cash of 1 investor of 3 falls below zero.')
    const cash = reversing.getByRole('region', { name: 'Cash now and after' }).getByRole('definition')
    await expect(cash.first(), 'who is overdrawn comes first').toHaveText(/-\$[\d,.]+ → -\$[\d,.]+$/)
    await reversing.getByRole('button', { name: 'Reverse distribution' }).click()
    await expect(reversing.getByRole('alert')).toContainText('This would leave')
    await reversing.getByLabel('Allow the overdraft').check()
    await reversing.getByLabel('Amount in USD again').fill('1.00')
    await expectAccessible(page, '[role="dialog"]')
    await reversing.getByRole('button', { name: 'Reverse distribution' }).click()
    await expect(page.getByText('The distribution of $1.00 is reversed.')).toBeVisible()
    await expect(list.getByRole('row').filter({ hasText: 'Reversed' })).toContainText('Wrong amount per unit')
    await expect(list.getByRole('button', { name: /^Reverse/ }), 'once').toHaveCount(0)
    expect((await booked()).map(({ status }) => status)).toEqual(Array(3).fill('cancelled'))
  })
})

test.describe('what the server refuses', () => {
  test.use({ expectedErrors: [/status of 4(03|09|22)/] })

  test('is a sentence: a booking after the register has changed or after another one, and a transfer to an unverified investor', async ({
    page,
    sql,
  }) => {
    const [ada, bo] = [await makeHolder(page, 'Ada'), await makeHolder(page, 'Bo')]
    const admin = await signInAdmin(page)
    const series = await makeSeries(sql)
    await issueUnits(sql, series, [[ada.id, '10']])
    await page.goto(panel(`?d=register&series=${series.name}&view=distributions`))
    const form = page.getByRole('form', { name: 'New distribution' })
    await form.getByLabel('Record date').fill(dayFromNow(0))
    await form.getByLabel('Amount per unit in USD').fill('1')
    await form.getByLabel('Reason').fill('Quarter')
    await form.getByRole('button', { name: 'Show the payments' }).click()
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
    await expect(dialog.getByRole('alert')).toContainText('Nothing was booked. Compute them again.')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('button', { name: /^Book \d/ }), 'outdated').toHaveCount(0)

    // Somebody else books the same distribution while its payments are on the screen.
    await form.getByRole('button', { name: 'Show the payments' }).click()
    await page.getByRole('button', { name: 'Book 1 payment' }).click()
    const wanted = { record_date: dayFromNow(0), amount_per_unit: '1', reason: 'Quarter' }
    const path = `/register/${series.name}/distributions`
    const plan = await admin.call('POST', path, { ...wanted, dry_run: true })
    await admin.call('POST', path, { ...wanted, head: plan.head, earlier_count: plan.earlier_count })
    await dialog.getByRole('button', { name: 'Book distribution' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      `The record date ${dayFromNow(0)} has another distribution`,
    )
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(region(page, 'Booked distributions').getByRole('row')).toHaveCount(2)
    expect(await sql`select from distributions where token_id = ${series.id}`).toHaveLength(1)
    await form.getByLabel('Reason').fill('')
    await form.getByLabel('Amount per unit in USD').fill('')
    await form.getByLabel('Record date').fill(dayFromNow(-1))

    await page.getByRole('link', { name: 'Holders', exact: true }).click()
    await admin.call('PUT', `/users/${ada.id}/verification`, { is_verified: false })
    await page.getByRole('button', { name: `Transfer units of ${bo.name}` }).click()
    const transfer = page.getByRole('dialog', { name: 'Transfer units' })
    await transfer.getByRole('combobox', { name: 'Receiver' }).fill(ada.last_name)
    const option = transfer.getByRole('option', { name: new RegExp(ada.last_name) })
    await expect(option).toContainText('Not verified')
    await option.click()
    await expect(transfer.getByRole('alert'), 'as soon as chosen').toContainText('is not verified')
    await transfer.getByLabel('Units').fill('1')
    await transfer.getByLabel('Reason').fill('Sale')
    await transfer.getByRole('button', { name: 'Review transfer' }).click()
    await expect(transfer.getByRole('alert').first(), 'before the question').toContainText(
      `${ada.name} is not verified. Verify the account under Users first`,
    )
    await expect(page.getByRole('dialog', { name: 'Enter this transfer?' })).toHaveCount(0)

    // Somebody takes the verification back after the form was filled in.
    await admin.call('PUT', `/users/${ada.id}/verification`, { is_verified: true })
    await transfer.getByRole('button', { name: /^Change user/ }).click()
    await transfer.getByRole('combobox', { name: 'Receiver' }).fill(ada.last_name)
    await transfer.getByRole('option', { name: new RegExp(ada.last_name) }).click()
    await transfer.getByRole('button', { name: 'Review transfer' }).click()
    await admin.call('PUT', `/users/${ada.id}/verification`, { is_verified: false })
    await page.getByRole('button', { name: 'Enter transfer' }).click()
    await expect(transfer.getByRole('alert')).toContainText(
      `${ada.name} is not verified. Verify the account first.`,
    )
  })

  test('an investor who holds units cannot be deleted', async ({ page, sql }) => {
    const ada = await makeHolder(page, 'Ada')
    await signInAdmin(page)
    await issueUnits(sql, await makeSeries(sql), [[ada.id, '10']])
    await page.goto(panel(`?d=users&search=${ada.last_name}`))
    await page.getByRole('button', { name: `Delete ${ada.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete user' })
    await expect(dialog).toContainText('holds 10.000000 units')
    await expect(dialog.getByRole('button', { name: 'Delete user' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
})

test('is accessible, and fits a narrow screen', async ({ page, sql }) => {
  const ada = await makeHolder(page, 'Ada')
  await signInAdmin(page)
  const series = await makeSeries(sql)
  await issueUnits(sql, series, [[ada.id, '999.999999']])
  for (const view of ['holders', 'entries', 'distributions']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(panel(`?d=register&series=${series.name}&view=${view}`))
    await expect(page.getByRole('main')).toContainText(/999\.999999|No distribution/)
    await expectAccessible(page)
    for (const width of [320, 390]) await expectNoSidewaysScroll(page, width)
  }
})
