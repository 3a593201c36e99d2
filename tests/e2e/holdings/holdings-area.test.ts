import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { openAdministrator } from '#e2e/administrator'
import {
  expect,
  expectAccessible,
  expectLargeTargets,
  expectNoSidewaysScroll,
  signIn,
  test,
} from '#e2e/fixtures'
import { expectNoShift, watchShifts } from '#e2e/layout-shifts'
import { addDocument, addVersion, advanceSubscription, makeValuation } from '#e2e/offering-fixtures'
import { createInvestments, createPortfolio, createTransactions } from '#e2e/portfolio-fixtures'
import { findOverlappingTexts, getPrintedTexts, textOf } from '#e2e/printed-text'
import { createSeries, dayFromNow, type MadeSeries, subscribe } from '#e2e/series-fixtures'

const investments = '/access/dashboard?tab=investments'

/** Issues units at a cost of a dollar each, one entry after the other. */
async function issue(sql: Sql, user_id: number, { id }: MadeSeries, units: number, entries = 1) {
  for (let entry = 0; entry < entries; entry++) {
    await sql.begin(async (tx) => {
      const [movement] = await tx`
        insert into register_movements (token_id, type, reason) values (${id}, 'issue', 'Entered by a test') returning id`
      const row = { token_id: id, movement_id: movement?.id }
      await tx`insert into register_entries ${tx([
        { ...row, user_id: null, units: -units, cost: -units },
        { ...row, user_id, units, cost: units },
      ])}`
    })
  }
}

/** Every displayed figure opens with the same number; in an equation its sign may belong to that. */
async function expectFiguresOpen(page: Page, count: number) {
  const figures = page.getByRole('main').getByTitle('View calculation and sources').filter({ visible: true })
  await expect(figures).toHaveCount(count)
  const dialog = page.locator('dialog[open]')
  for (let at = 0; at < count; at++) {
    const shown = (await figures.nth(at).textContent()) ?? ''
    await figures.nth(at).click()
    const opened = dialog.locator('[data-part="value"]')
    await expect(opened, `the figure ${at}, ${shown}`).toHaveText(/./)
    expect([shown, shown.replace(/^\+\$/, '$')]).toContain(await opened.textContent())
    await expect(dialog.getByRole('button', { name: 'Download CSV' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
}

test.describe('Holdings', () => {
  test('begins My Investments: units, values, shares, open subscriptions, cash and the total', async ({
    page,
    sql,
  }) => {
    const administrator = await openAdministrator(page)
    const [first, second] = [
      await createSeries(sql, { name: 'A series with quite a long name, of the northern district' }),
      await createSeries(sql),
    ]
    const { user } = await signIn(page)
    await sql`update users set is_verified = true where id = ${user.id}`
    await issue(sql, user.id, first, 100)
    await issue(sql, user.id, second, 50)
    await makeValuation(sql, first.id, 20, '3.00')
    const { id: open } = await subscribe(sql, first, { user_id: user.id, amount: 1000 })
    await advanceSubscription(sql, administrator, open, 'approved')
    await sql`insert into transactions (user_id, type, status, amount) values (${user.id}, 'deposit', 'completed', 450)`
    // The first load learns what has been recorded since the sign-in; the second reserves the space for it.
    await page.goto(investments)
    await expect(page.getByRole('region', { name: 'Holdings' }).getByRole('row')).toHaveCount(6)
    await page.addInitScript(watchShifts)
    await page.reload()

    const panel = page.getByRole('region', { name: 'Holdings' })
    const rows = panel.getByRole('row')
    await expect(rows).toHaveCount(6)
    await expect(rows.nth(1)).toContainText(first.symbol)
    for (const text of ['100.000000', '$100.00', '$3.00', '$300.00', '+$200.00', '+200.00%', '50.00%'])
      await expect(rows.nth(1)).toContainText(text)
    await expect(rows.nth(1).getByRole('link', { name: /^S-\d+ approved$/ })).toBeVisible()
    // Without a valuation there is no value.
    for (const text of ['50.000000', '$50.00', '–']) await expect(rows.nth(2)).toContainText(text)
    // Value and gain including the unvalued units are unknown.
    await expect(rows.nth(3)).toHaveText('Total holdings$150.00––')
    await expect(rows.nth(4)).toContainText(
      '$1,000.00 is payable for approved subscriptions. Pay each by a deposit with its reference; until then it is not deducted from your cash balance.$300.00',
    )
    await expect(rows.nth(5)).toContainText('Total$600.00')
    await expectNoShift(page)
    await expectAccessible(page)

    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings.first()).toHaveText('Holdings')
    await expect(headings.last()).toHaveText('Your deposits')

    await expectLargeTargets(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(rows.first()).toBeHidden()
    const card = panel.getByRole('listitem').filter({ hasText: first.symbol }).first()
    for (const text of ['$300.00', '+$200.00', 'Units 100.000000', 'Cost basis $100.00', 'Weight 50.00%'])
      await expect(card).toContainText(text)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await card.getByRole('link', { name: first.symbol }).first().click()
    await expect(page).toHaveURL(`/access/holdings/${first.code}`)
  })

  test('add up with income and fees to the total gains of the dashboard', async ({ page, sql }) => {
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    await issue(sql, user.id, series, 100)
    await makeValuation(sql, series.id, 20, '3.00')
    await sql`insert into transactions (user_id, type, status, amount) values
      (${user.id}, 'deposit', 'completed', 450), (${user.id}, 'interest', 'completed', 45), (${user.id}, 'fee', 'completed', 5)`
    await page.goto(investments)
    const rows = page.getByRole('region', { name: 'Holdings' }).getByRole('row')
    await expect(rows.nth(2)).toHaveText('Total holdings$100.00$300.00+$200.00')
    await expect(rows.nth(4)).toHaveText(
      'Realized gains, transfers, interest and distributions, net of fees+$40.00',
    )
    await expect(rows.nth(5)).toHaveText('Total$690.00+$240.00')
    await rows.nth(5).getByRole('button', { name: '+$240.00' }).click()
    const dialog = page.getByRole('dialog', { name: 'Total Gains' })
    for (const text of ['+$240.00', 'Interest and distributions', 'Fees'])
      await expect(dialog).toContainText(text)
    await page.keyboard.press('Escape')

    // A row: units, cost, unit value, value, gain, its percent, share; then the sums, the cash and the total.
    await expectFiguresOpen(page, 7 + 3 + 2 + 1 + 2)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectFiguresOpen(page, 7 + 3 + 2 + 1 + 2)
    await page.goto(`/access/holdings/${series.code}`)
    await expectFiguresOpen(page, 7)
    await page.goto('/access/transactions')
    // Four cards, the equation down to the cash, and the transfers, on demand on a phone.
    await page.getByRole('button', { name: 'How these totals are calculated' }).click()
    await expectFiguresOpen(page, 4 + 6 + 1)
    await page.getByRole('main').getByRole('button', { name: '$5.00' }).first().click()
    await page
      .getByRole('dialog', { name: 'Total Fees' })
      .getByRole('link', { name: /^Fee \d+$/ })
      .click()
    await expect(page).toHaveURL(/\/access\/transactions\?open=\d+$/)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog')).toContainText('$5.00')
    await page.keyboard.press('Escape')

    // The purchase is not a transaction, but still has its row on the page.
    const paid = page.getByRole('region', { name: 'Units purchased and redeemed' }).getByRole('row')
    await expect(paid).toHaveCount(2)
    await expect(paid.nth(1)).toContainText(`Units allotted, ${series.symbol}`)
    await expect(paid.nth(1)).toContainText('-$100.00')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('lead to a message about redeeming units or withdrawing cash', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    await issue(sql, user.id, series, 100)
    for (const [address, name, subject] of [
      [
        `/access/holdings/${series.code}`,
        'contact the investment team',
        `Redemption of units of ${series.symbol}`,
      ],
      [investments, 'request a withdrawal', 'Withdrawal of cash'],
      ['/access/transactions', 'contact the investment team', 'Withdrawal of cash'],
    ] as const) {
      await page.goto(address)
      await page.getByRole('main').getByRole('link', { name }).click()
      const ticket = page.getByRole('dialog', { name: 'Support ticket' })
      await expect(ticket.getByLabel('Subject')).toHaveValue(subject)
      await expect(ticket.getByLabel('Category')).toHaveValue('investment')
    }
  })

  test('are empty with links to units, also with an approved request', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await page.goto(investments)
    const panel = page.getByRole('region', { name: 'Holdings' })
    await expect(panel).toContainText('You hold no units yet')
    await expect(panel.getByRole('link', { name: 'View all series' })).toHaveAttribute('href', '/tokens')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await createPortfolio(sql, user.id, { active_investments: 1 })
    await createInvestments(sql, user.id, ['$MONZ'])
    await panel.getByRole('link', { name: 'Subscribe to $MONZ' }).click()
    await expect(page).toHaveURL('/access/subscribe/monz')
  })

  test('have the approved requests of their series folded, and closed subscriptions', {
    tag: '@full',
  }, async ({ page, sql }) => {
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    await issue(sql, user.id, series, 10)
    await createPortfolio(sql, user.id, { active_investments: 2 })
    await createInvestments(sql, user.id, [series.symbol, '$MONZ'])
    const withdrawn = await subscribe(sql, series, { user_id: user.id, amount: 1000 })
    await sql`update subscriptions set state = 'withdrawn' where id = ${withdrawn.id}`
    const open = await subscribe(sql, series, { user_id: user.id, amount: 2000 })
    const deposit = { type: 'deposit', amount: '50.00', transaction_date: '2026-05-01T09:00:00Z' }
    await createTransactions(
      sql,
      user.id,
      Array.from({ length: 8 }, () => deposit),
    )
    await page.goto(investments)
    const approved = page.getByRole('region', { name: 'Approved requests' })
    await expect(approved.getByRole('listitem')).toHaveCount(1)
    await expect(approved).toContainText('$MONZ')
    const part = page.getByText('1 of 2 subscriptions')
    await expect(part, 'only on paper').toBeHidden()
    const paper = textOf(await getPrintedTexts(page))
    for (const text of ['1 of 2 approved requests', '1 of 2 subscriptions', '6 of 8 deposits'])
      expect(paper).toContain(text)
    expect(paper).not.toContain('Show all')
    await approved.getByRole('button', { name: 'Show all 2 approved requests' }).click()
    await expect(approved.getByRole('listitem')).toHaveCount(2)
    const subscriptions = page.getByRole('region', { name: 'Subscriptions' })
    await expect(subscriptions.getByRole('listitem')).toHaveCount(1)
    await expect(subscriptions).toContainText(open.reference)
    await subscriptions.getByRole('button', { name: 'Show all 2 subscriptions' }).click()
    await expect(subscriptions).toContainText(withdrawn.reference)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test.describe('that cannot be loaded', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 503/] })
    test('say so, with a retry, next to what was loaded', async ({ page }) => {
      await signIn(page)
      const call = '**/api/v1/user/holdings'
      await page.route(call, (route) =>
        route.fulfill({ status: 503, json: { error: 'Not now', code: 'unavailable', request_id: 'r' } }),
      )
      await page.goto(investments)
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('Your holdings could not be loaded')
      await expect(page.getByText('No investments yet')).toBeVisible()
      await page.unroute(call)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('You hold no units yet')).toBeVisible()
    })
  })

  test('follow a movement, a valuation and a distribution in another tab without a reload', async ({
    page,
    context,
    sql,
  }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    await sql`update users set is_verified = true where id = ${user.id}`
    await issue(sql, user.id, series, 5)
    await page.goto(investments)
    await expect(page.getByRole('region', { name: 'Holdings' })).toContainText('5.000000')
    const other = await context.newPage()
    await other.goto(`/access/holdings/${series.code}`)
    await expect(other.getByRole('main')).toContainText('5.000000')
    await issue(sql, user.id, series, 7)
    await expect(other.getByRole('main').locator('dl').first()).toContainText('12.000000')
    await page.bringToFront()
    const panel = page.getByRole('region', { name: 'Holdings' })
    await expect(panel).toContainText('12.000000')
    // Neither tab comes to the front from here on: only announced changes are fetched.
    await expect(panel).toContainText('Uninvested cash-$12.00')
    await makeValuation(sql, series.id, 1, '3.00')
    await expect(panel).toContainText('$36.00')
    await expect(other.getByRole('main').locator('dl').first()).toContainText('$36.00')
    const documents = other.getByRole('region', { name: 'Documents' })
    const { documentId } = await addDocument(page, administrator, series.symbol, { title: 'Yearly report' })
    await expect(documents).toContainText('Yearly report')
    await expect(documents).toContainText('Version 1')
    await addVersion(page, administrator, documentId)
    await expect(documents).toContainText('Version 2')
    const distribution = { record_date: dayFromNow(0), amount_per_unit: '0.500000', reason: 'Metal sold' }
    const book = (more: object) =>
      administrator.call('POST', `/register/${series.code}/distributions`, { ...distribution, ...more })
    const { head, earlier_count } = await book({ dry_run: true })
    await book({ head, earlier_count })
    // The units cost twelve dollars; the distribution brings six.
    await expect(panel).toContainText('Uninvested cash-$6.00')
    const paid = other.getByRole('region', { name: 'Distributions' })
    await expect(paid.getByRole('row').nth(1)).toContainText(/Metal sold.*12\.000000.*\$0\.50.*\+\$6\.00/)
    await paid.getByRole('link', { name: /^transaction \d+$/ }).click()
    await expect(other.getByRole('dialog')).toContainText('Metal sold')
    await page.goto('/access/transactions')
    await page.getByRole('button', { name: 'Interest' }).click()
    const detail = page.getByRole('dialog')
    await expect(detail).toContainText('12.000000 units × $0.500000 = $6.00')
    await expect(detail).toContainText(/Based on units held at booking, .+, \d\d:\d\d UTC/)
    await detail.getByRole('link', { name: `All distributions of ${series.symbol}` }).click()
    await expect(page.getByRole('region', { name: 'Distributions' })).toBeInViewport()
  })
})

test.describe('a holding', () => {
  test('shows its figures, entries, valuations and documents', async ({ page, sql, context }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    await addDocument(page, administrator, series.symbol, { title: 'Statement of the resource', must: false })
    const { user } = await signIn(page)
    await issue(sql, user.id, series, 100)
    await issue(sql, user.id, series, 20)
    const gold = { label: 'Gold price', value: '2,400', unit: 'USD/oz', source: 'LBMA', as_of: '2026-03-01' }
    for (const [days, value] of [
      [60, '2.00'],
      [30, '1.50'],
      [1, '2.50'],
    ] as const)
      await makeValuation(sql, series.id, days, value, days === 30 ? [gold] : [])
    await page.addInitScript(watchShifts)
    await page.goto(`/access/holdings/${series.code}`)
    const figures = page.getByRole('main').locator('dl').first()
    for (const text of ['120.000000', '$2.50', '$300.00', '$120.00', '+$180.00', '+150.00%'])
      await expect(figures).toContainText(text)

    const entries = page.getByRole('region', { name: 'Register entries' })
    await expect(entries.getByRole('row')).toHaveCount(3)
    await expectNoShift(page)
    const newest = entries.getByRole('row').nth(1)
    for (const text of ['Allotted', 'Entered by a test', '+20.000000', '120.000000'])
      await expect(newest).toContainText(text)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await newest.getByRole('button', { name: /^Copy the hash of entry/ }).click()
    const [stored] = await sql`
      select hash from register_entries where user_id = ${user.id} order by number desc limit 1`
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(stored?.hash)

    const valuations = page.getByRole('region', { name: 'Unit value' })
    await expect(valuations.getByRole('img', { name: /from \$2\.00 to \$2\.50$/ })).toBeVisible()
    expect(await valuations.locator('path[data-line="preferred"]').getAttribute('d')).toMatch(
      /^M[\d.]+ [\d.]+(H[\d.]+V[\d.]+){2}H[\d.]+$/,
    )
    await valuations.getByRole('button', { name: 'Show table' }).click()
    await expect(valuations.getByRole('row'), 'one with its inputs').toHaveCount(5)
    await expect(valuations.getByRole('row').nth(1)).toContainText('$2.50')
    const input = valuations.getByText('Gold price: 2,400 USD/oz (LBMA, March 1, 2026)')
    await expect(input).toBeHidden()
    await valuations.getByText('1 input').click()
    await expect(input).toBeVisible()
    await valuations.getByText('1 input').click()
    await expect(page.getByRole('region', { name: 'Documents' })).toContainText('Statement of the resource')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Certificate (PDF)' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
    await expect(page.getByRole('link', { name: 'Series details' })).toHaveAttribute(
      'href',
      `/tokens/${series.code}`,
    )
    await expectAccessible(page)
    await expectLargeTargets(page)
    await expectNoSidewaysScroll(page)
  })

  test('is printed with its panels below each other, without a panel that has only a button', {
    tag: '@full',
  }, async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    for (const title of ['Statement of the resource', 'Report of the mine', 'Terms', 'Deed'])
      await addDocument(page, administrator, series.symbol, { title, must: false })
    const { user } = await signIn(page)
    await issue(sql, user.id, series, 10, 6)
    await makeValuation(sql, series.id, 30, '2.00')
    await makeValuation(sql, series.id, 1, '2.50')
    await subscribe(sql, series, { user_id: user.id, amount: 1000 })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/access/holdings/${series.code}`)
    await expect(page.getByRole('region', { name: 'Subscriptions' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Unit value' }).getByRole('img')).toBeVisible()
    const printed = await getPrintedTexts(page)
    for (const text of ['Register entries', 'Unit value', 'Subscriptions', 'Deed'])
      expect(textOf(printed)).toContain(text)
    expect(textOf(printed)).not.toContain('Proof of your units')
    expect(findOverlappingTexts(printed)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(
      page.getByText('Low–high range').locator('i'),
      'seen without backgrounds, which browsers do not print',
    ).toHaveCSS('border-top-style', 'solid')
  })

  test('of an illustrative series carries the mark, and so do its subscriptions', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    await addDocument(page, administrator, series.symbol)
    await makeValuation(sql, series.id, 3, '2.00')
    await sql`insert into series (token_id, is_illustrative) values (${series.id}, true)`
    const real = await createSeries(sql)
    const { user } = await signIn(page)
    await issue(sql, user.id, series, 10)
    await issue(sql, user.id, real, 10)
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    const mark = (part: string) =>
      page
        .getByRole('region', { name: part })
        .getByText('Illustrative', { exact: true })
        .filter({ visible: true })

    await page.goto(investments)
    const rows = page.getByRole('region', { name: 'Holdings' }).getByRole('row')
    await expect(rows.filter({ hasText: series.symbol })).toContainText('Illustrative')
    await expect(rows.filter({ hasText: real.symbol })).not.toContainText('Illustrative')
    await expect(mark('Subscriptions')).toHaveCount(1)
    await page.setViewportSize({ width: 320, height: 800 })
    await expect(mark('Holdings')).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    await page.goto(`/access/holdings/${series.code}`)
    await expect(page.getByRole('main')).toContainText('The underlying asset of this series is fictitious')
    for (const part of ['Unit value', 'Documents']) await expect(mark(part), part).toHaveCount(1)
    await expectAccessible(page)
    await page.goto(`/access/subscriptions/${id}`)
    await expect(mark('Details')).toHaveCount(1)
    await page.goto(`/access/subscribe/${series.code}`)
    for (const part of ['Offering', 'Step 2: Documents', 'Step 3: Review'])
      await expect(mark(part), part).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    await page.goto(`/access/subscribe/${real.code}`)
    await expect(page.getByRole('region', { name: 'Offering' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Illustrative', { exact: true })).toHaveCount(0)
  })

  test.describe('of a series that is no longer offered', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 404/] })
    test('says so and keeps everything except the link to its page, which leads back', async ({
      page,
      sql,
    }) => {
      const administrator = await openAdministrator(page)
      const series = await createSeries(sql)
      const { user } = await signIn(page)
      await issue(sql, user.id, series, 10)
      await page.goto(`/access/holdings/${series.code}`)
      const main = page.getByRole('main')
      const sheet = main.getByRole('link', { name: 'Series details' })
      await expect(sheet).toBeVisible()
      await expect(main).not.toContainText('no longer offered')
      await administrator.call('PATCH', `/tokens/${series.id}/status`, { is_active: false })
      await expect(main).toContainText(
        'This series is no longer offered and its public page has been removed.',
      )
      await expect(sheet).toHaveCount(0)
      await expect(main.locator('dl').first()).toContainText('10.000000')
      await expectAccessible(page)
      expect((await page.goto(`/tokens/${series.code}`))?.status()).toBe(404)
      await expect(main).toContainText("doesn't exist or is no longer offered")
      await main.getByRole('link', { name: 'My Investments' }).click()
      await expect(page.getByRole('region', { name: 'Holdings' })).toContainText(series.symbol)
    })
  })

  test('with many entries shows the latest, and more on request', { tag: '@full' }, async ({ page, sql }) => {
    const series = await createSeries(sql, { units_held: '2000' })
    const { user } = await signIn(page)
    await issue(sql, user.id, series, 1, 45)
    await page.goto(`/access/holdings/${series.code}`)
    const entries = page.getByRole('region', { name: 'Register entries' })
    await expect(entries.getByRole('row')).toHaveCount(21)
    expect(textOf(await getPrintedTexts(page))).toContain('20 of 45 entries')
    await entries.getByRole('button', { name: 'Show 20 more (25 remaining)' }).click()
    await expect(entries.getByRole('row')).toHaveCount(41)
    await entries.getByRole('button', { name: 'Show 5 more (5 remaining)' }).click()
    await expect(entries.getByRole('row')).toHaveCount(46)
    expect(textOf(await getPrintedTexts(page))).not.toContain('of 45 entries')
  })

  test.describe('of a series without units', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 404/] })
    test('is not found', async ({ page, sql }) => {
      const series = await createSeries(sql)
      await signIn(page)
      await page.goto(`/access/holdings/${series.code}`)
      await expect(page.getByText('You hold no units of this series')).toBeVisible()
      await expectAccessible(page)
    })
  })
})
