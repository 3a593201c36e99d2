/** A subscription from the series page to units in the register, in an investor's and an administrator's windows. */
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures'
import { addDocument, makeValuation } from '#e2e/offering-fixtures'
import { adminUrl } from '#e2e/panel'
import { createTransactions } from '#e2e/portfolio-fixtures'
import { createSeries, dayFromNow } from '#e2e/series-fixtures'
import { getAmountField, getStep, getSubmitButton, openDocument } from '#e2e/subscribe-form'

test('an investor subscribes and an administrator allots, each following the other without a reload', async ({
  page: desk,
  browser,
  sql,
}) => {
  test.slow()
  const admin = await signInAdmin(desk)
  const series = await createSeries(sql)
  await addDocument(desk, admin, series.symbol)
  await makeValuation(sql, series.id, 1, '110.00')
  const own = await (await browser.newContext()).newPage()
  const last_name = `Gneiss${crypto.randomUUID().slice(0, 8)}`
  const { user } = await signIn(own, { first_name: 'Ada', last_name })
  await admin.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
  await desk.goto(adminUrl(`?d=subscriptions&search=${last_name}`))
  await expect(desk.getByText('No subscriptions found')).toBeVisible()
  await desk.evaluate(() => Object.assign(window, { isFirstLoad: true }))

  // The series page, and the form that it leads to.
  await own.goto(`/tokens/${series.code}`)
  await expect(own.locator('.strip')).toContainText('$110.00')
  await own.locator('#terms').scrollIntoViewIfNeeded()
  await own.locator('#terms').getByRole('link', { name: 'Subscribe', exact: true }).click()
  await expect(own.getByRole('heading', { level: 1 })).toHaveText(`Subscribe to ${series.symbol}`)
  await getAmountField(own).fill('2,500.50')
  await expect(getStep(own, 'Amount')).toContainText('25.005000 units at $100.00 each.')
  const acknowledge = own.getByRole('checkbox', { name: 'I have read version 1 of Terms of the series' })
  await expect(acknowledge).toBeDisabled()
  await openDocument(own, 'Terms of the series')
  await acknowledge.check()
  await expect(getStep(own, 'Review')).toContainText('25.005000')
  await expect(getStep(own, 'Review')).toContainText('Terms of the series, version 1')
  await expectAccessible(own)
  await getSubmitButton(own).click()
  await expect(own).toHaveURL(/\/access\/subscriptions\/\d+$/)
  await expect(own.getByText('Subscription submitted.')).toBeVisible()
  await own.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  const id = Number(own.url().split('/').at(-1))
  const reference = `S-${String(id).padStart(6, '0')}`
  const timeline = own.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(timeline).toHaveText([/^Submitted.*You$/])
  const [stored] = await sql`
    select s.amount, s.units, count(a.*)::int as acknowledged from subscriptions s
    left join subscription_acknowledgements a on a.subscription_id = s.id where s.id = ${id} group by s.id`
  expect({ ...stored }).toEqual({ amount: '2500.50', units: '25.005000', acknowledged: 1 })

  // The desk sees it appear, and starts the review.
  const list = desk.getByRole('region', { name: 'Subscriptions', exact: true })
  await list.getByRole('link', { name: `Open ${reference}` }).click()
  const detail = desk.getByRole('region', { name: 'Details' })
  await expect(detail.getByRole('heading', { name: `$2,500.50 of ${series.symbol}` })).toBeFocused()
  await expect(detail).toContainText('25.005000 at $100.00')
  const dialog = desk.getByRole('dialog')
  await detail.getByRole('button', { name: 'Start review' }).click()
  await dialog.getByLabel('Reason (optional)').fill('Asked for the source of funds')
  await dialog.getByRole('button', { name: 'Start review' }).click()
  await expect(desk.getByText(`${reference} is in review.`)).toBeVisible()
  await expect(timeline.first()).toHaveText(/^In review.*Investment team.*Asked for the source of funds$/)

  await detail.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toContainText('notified with payment instructions')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(detail.getByText('Approved', { exact: true }).first()).toBeVisible()
  const pay = own.getByRole('region', { name: /^Pay \$2,500\.50 by/ })
  await expect(pay).toContainText(`Payment reference${reference}`)

  // The payment arrives while the desk looks for it.
  await detail.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog).toContainText('no unallocated completed deposit of at least $2,500.50')
  const deposit = { type: 'deposit', amount: '2500.50', transaction_date: `${dayFromNow(0)}T00:00:00Z` }
  await createTransactions(sql, user.id, [
    { ...deposit, description: 'Wire from the bank' },
    { ...deposit, amount: '2500.49', description: 'Too small' },
  ])
  const deposits = dialog.getByRole('group', { name: 'Deposit' })
  await expect(deposits.getByRole('radio'), 'what covers the amount, and one to be entered').toHaveCount(2)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await detail.getByRole('button', { name: 'Record payment' }).click()
  await expect(deposits.getByRole('radio', { name: /Wire from the bank/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(timeline.first()).toHaveText(/^Paid/)

  await detail.getByRole('button', { name: 'Allot units' }).click()
  for (const [label, figure] of [
    ['Units in issue', '0.000000'],
    ['To be allotted', '+ 25.005000'],
    ['Units in issue after allotment', '25.005000'],
    ['Units in custody', '1,000.000000'],
  ] as const) {
    await expect(dialog.getByText(label, { exact: true }).locator('xpath=..')).toContainText(figure)
  }
  await expectAccessible(desk, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Allot units' }).click()
  await expect(
    desk.getByText(`${reference} has been allotted. The units are in the register of holders.`),
  ).toBeVisible()
  await expect(detail.getByText('No further action')).toBeVisible()
  const steps = detail.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.nth(0)).toContainText('Investor')
  await expect(steps.nth(1)).toContainText(/tester, .* UTC/)
  await expect(steps.nth(1)).toContainText('Asked for the source of funds')

  // The investor holds the units.
  await expect(timeline).toHaveText([/^Allotted/, /^Paid/, /^Approved/, /^In review/, /^Submitted/])
  await expect(own.getByText(`25.005000 units of ${series.symbol} allotted`)).toBeVisible()
  await own.getByRole('link', { name: 'View holding', exact: true }).click()
  await expect(own).toHaveURL(`/access/holdings/${series.code}`)
  const figures = own.getByRole('main').locator('dl').first()
  await expect(figures).toContainText('25.005000')
  await expect(figures).toContainText('$2,750.55')
  await expect(own.getByRole('region', { name: 'Register entries' }).getByRole('row')).toHaveCount(2)
  const wasReloaded = (window: typeof own) => window.evaluate(() => !('isFirstLoad' in globalThis))
  expect([await wasReloaded(own), await wasReloaded(desk)], 'no window was reloaded').toEqual([false, false])

  await desk.reload()
  await expect(detail.getByText('No further action'), 'an address of its own').toBeVisible()
  await detail.getByRole('link', { name: 'Close details' }).click()
  await expect(list.getByRole('link', { name: `Open ${reference}` })).toBeFocused()
  await own.goto('/access/dashboard?tab=investments')
  const paid = own.getByRole('region', { name: 'Your deposits' }).getByRole('listitem')
  await expect(paid.filter({ hasText: 'paid for' })).toContainText(`paid for ${series.symbol}, ${reference}`)
})

test('an administrator who has a subscription open sees the investor withdraw it', async ({
  page: desk,
  browser,
  sql,
}) => {
  await signInAdmin(desk)
  const series = await createSeries(sql)
  const own = await (await browser.newContext()).newPage()
  await signIn(own)
  await own.goto(`/access/subscribe/${series.code}`)
  await getAmountField(own).fill('1000')
  await getSubmitButton(own).click()
  await expect(own).toHaveURL(/\/access\/subscriptions\/\d+$/)
  await desk.goto(adminUrl(`?d=subscriptions&item=${own.url().split('/').at(-1)}`))
  const detail = desk.getByRole('region', { name: 'Details' })
  await expect(detail.getByRole('button', { name: 'Start review' })).toBeVisible()
  await own.getByRole('button', { name: 'Withdraw' }).click()
  await own.getByRole('dialog').getByRole('button', { name: 'Withdraw subscription' }).click()
  await expect(own.getByRole('heading', { name: 'You withdrew this subscription' })).toBeVisible()
  await expect(detail.getByText('No further action')).toBeVisible()
  await expect(detail.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
})
