import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { expectNoShift, watchShifts } from '#e2e/layout-shifts'
import { makeValuation } from '#e2e/offering-fixtures'
import { createPortfolio, createTransactions } from '#e2e/portfolio-fixtures'
import { createSeries, dayFromNow, issueUnits } from '#e2e/series-fixtures'

const overview = '/access/dashboard'
const panel = (page: Page, title: string) => page.getByRole('region', { name: title })
const breakdown = (page: Page) => panel(page, 'Breakdown of portfolio value')

/** 20 units at 100.00, paid for by a deposit of 5,000.00. */
async function makeHolder(sql: Sql, user_id: number) {
  const series = await createSeries(sql)
  await makeValuation(sql, series.id, 300, '100.00')
  await createTransactions(sql, user_id, [
    { type: 'deposit', amount: '5000.00', fee: '1.25', transaction_date: `${dayFromNow(-200)}T09:00:00Z` },
    { type: 'withdrawal', amount: '700.00', transaction_date: `${dayFromNow(-20)}T09:00:00Z` },
  ])
  await issueUnits(sql, series, [[user_id, '20']])
  return series
}

test('calculated figures form the equation, name their source, and follow a valuation immediately', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  const { id } = await makeHolder(sql, user.id)
  await page.goto(overview)
  const cells = breakdown(page).locator('dl > div')
  await expect(cells).toHaveText([
    /^Deposited\$5,000\.00most recent/,
    /Withdrawn\$700\.00most recent/,
    /Gains-\$1\.25as of/,
    /Value\$4,298\.75as of/,
    'SourceCalculatedfrom transactions, register entries and valuations',
  ])
  await makeValuation(sql, id, 1, '110.00')
  await expect(cells.nth(3)).toContainText('$4,498.75')
  await expect(cells.nth(2)).toContainText('$198.75')

  const figures = page.locator('.metric-figure')
  const colorOf = (at: number) => figures.nth(at).evaluate((figure) => getComputedStyle(figure).color)
  expect(await colorOf(2), 'a gain').not.toBe(await colorOf(1))
  await sql`insert into series (token_id, is_illustrative) values (${id}, true)`
  await page.reload()
  await expect(breakdown(page)).toContainText(
    'Units are carried at the latest valuation; the series are illustrative.',
  )
  expect(await colorOf(2), 'no verdict on an invented asset').toBe(await colorOf(1))
})

test('a figure opens with its formula, its records, their sources, and a CSV of them', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  const { symbol } = await makeHolder(sql, user.id)
  await page.goto(overview)
  const value = breakdown(page).getByRole('button', { name: '$4,298.75' })
  await value.click()
  const dialog = page.getByRole('dialog', { name: 'Total Portfolio Value' })
  await expect(dialog.locator('[data-part="value"]')).toHaveText('$4,298.75')
  await expect(dialog.getByText(/Value = units × unit value of each series/)).toBeVisible()
  await expect(dialog.getByRole('row', { name: `20.000000 units of ${symbol} × $100.00` })).toContainText(
    '$2,000.00',
  )
  await expect(dialog.getByRole('row', { name: /^Cash/ })).toContainText('$2,298.75')
  await expect(dialog.getByRole('link', { name: `Valuations of ${symbol}` })).toHaveAttribute(
    'href',
    `/access/holdings/${symbol.slice(1).toLowerCase()}#valuations`,
  )
  await expectAccessible(page, 'dialog[open]')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const amounts = file
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',').at(-3)))
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(4298.75, 6)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(value).toBeFocused()
})

test('a manually entered figure says what the records add up to', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await makeHolder(sql, user.id)
  await createPortfolio(sql, user.id, { total_value: '9000.00', total_gains: '55.00', active_investments: 1 })
  await page.goto(overview)
  for (const [shown, title, records] of [
    ['$9,000.00', 'Total Portfolio Value', 'Your records add up to $4,298.75: completed transactions, '],
    ['+$55.00', 'Total Gains', 'Your records add up to -$1.25: completed transactions, '],
  ] as const) {
    await page.locator('.metrics').getByRole('button', { name: shown }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.locator('[data-part="value"]')).toHaveText(shown)
    await expect(dialog.locator('[data-part="records"]')).toContainText(records)
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
  }
})

test('the figures of the cards and the return are defined where they open', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await makeHolder(sql, user.id)
  await page.goto(overview)
  const figures = page.locator('.metrics').getByTitle('View calculation and sources')
  for (const [button, title, definition] of [
    [figures.nth(0), 'Total Portfolio Value', 'Total Portfolio Value is the value of your units'],
    [figures.nth(1), 'Deposited', 'Total Invested, also shown as Deposited, is the sum of'],
    [figures.nth(2), 'Total Gains', 'Total Gains is your portfolio value plus everything withdrawn'],
    [figures.nth(3), 'Active Investments', 'Active Investments is the number of series'],
    [
      panel(page, 'Portfolio Performance').getByTitle('View calculation and sources'),
      'Total return',
      'Performance, or total return, is Total Gains as a percentage of Total Invested',
    ],
  ] as const) {
    await button.click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByText(definition)).toBeVisible()
    await expect(dialog.locator('[data-part="records"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
})

test('a figure for a period shows what happened in it', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await makeHolder(sql, user.id)
  await page.goto(overview)
  await breakdown(page).getByRole('button', { name: '$5,000.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposited' })
  const figure = dialog.locator('[data-part="value"]')
  await expect(figure).toHaveText('$5,000.00')
  await dialog.getByRole('button', { name: '3M', exact: true }).click()
  await expect(figure).toHaveText('$0.00')
  await expect(dialog.getByText('No inputs yet.')).toBeVisible()
  await dialog.getByRole('button', { name: '1Y', exact: true }).click()
  await expect(dialog.getByRole('row', { name: /^Deposit \d+/ })).toContainText('$5,000.00')
})

test('every figure of the cards, the equation and the return opens', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await makeHolder(sql, user.id)
  await page.goto(overview)
  const main = page.getByRole('main')
  // Four cards, four terms and the total return; those in the table of returns appear once it is near.
  const figures = main.locator('[title="View calculation and sources"]:not(.returns-place *)')
  await expect(figures).toHaveCount(9)
  for (let at = 0; at < 9; at++) {
    const shown = await figures.nth(at).textContent()
    await figures.nth(at).click()
    const value = page.locator('dialog[open] [data-part="value"]')
    await expect(value, `the figure ${at}`).toHaveText(shown?.replace(/^\+\$/, '$') ?? '')
    await page.keyboard.press('Escape')
    await expect(value).toHaveCount(0)
  }
  const allocation = panel(page, 'Allocation by category')
  await allocation.scrollIntoViewIfNeeded()
  const shares = allocation.getByTitle('View calculation and sources')
  await expect(shares, 'the value and the share of one category').toHaveCount(2)
  const share = await shares.last().textContent()
  await shares.last().click()
  await expect(page.locator('dialog[open] [data-part="value"]')).toHaveText(share ?? '')
})

test('the chart draws the selected period', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await makeHolder(sql, user.id)
  await page.goto(overview)
  const chart = panel(page, 'Portfolio value over time')
  await expect(chart.getByRole('img', { name: /from \$4,998\.75 to \$4,298\.75/ })).toBeVisible()
  const path = chart.locator('path[data-line="value"]')
  const whole = await path.getAttribute('d')
  const quarter = chart.getByRole('button', { name: '3M', exact: true })
  await quarter.click()
  await expect(quarter).toHaveAttribute('aria-pressed', 'true')
  // It begins with the value in effect at the time.
  await expect(chart.getByRole('img', { name: /from \$4,998\.75 to \$4,298\.75/ })).toBeVisible()
  await expect(path).not.toHaveAttribute('d', whole ?? '')
  await chart.getByRole('button', { name: '1M', exact: true }).click()
  await chart.getByRole('button', { name: 'All', exact: true }).click()
  await expect(path).toHaveAttribute('d', whole ?? '')
})

test('returns have both measures of each period, and a benchmark that names its source', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  const { id } = await makeHolder(sql, user.id)
  await makeValuation(sql, id, 10, '110.00')
  await page.goto(overview)
  const returns = panel(page, 'Returns')
  await returns.scrollIntoViewIfNeeded()
  const rows = returns.getByRole('row')
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(5)).toContainText(/Since inception.*from your first record, .*%.*%–/)
  // The holdings are younger than a year.
  await expect(rows.nth(5)).toContainText('cumulative')
  await returns.getByLabel('Benchmark').selectOption('Gold')
  await expect(rows.nth(0)).toContainText('Gold')
  await expect(rows.nth(5)).toContainText(/%.*%.*%/)
  await expect(returns.getByText('Prices are simulated.')).toBeVisible()
  const measured = rows.nth(5).getByTitle('View calculation and sources').first()
  const shown = await measured.textContent()
  await measured.click()
  const dialog = page.getByRole('dialog', { name: 'Time-weighted return' })
  await expect(dialog.locator('[data-part="value"]')).toHaveText(shown ?? '')
  await expect(dialog.getByText(/^From your first record on .* to .*, cumulative$/)).toBeVisible()
  await expect(dialog.getByText(/product of end value ÷ start value/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

test('figures and returns fit a narrow screen', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await makeHolder(sql, user.id)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(overview)
  await panel(page, 'Returns').scrollIntoViewIfNeeded()
  await expect(panel(page, 'Returns').getByRole('row')).toHaveCount(6)
  await expectNoSidewaysScroll(page)
  await breakdown(page).getByRole('button', { name: '$700.00' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /^Withdrawal/ })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test("a holder's records fit with text of twice the size", { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  const { symbol } = await makeHolder(sql, user.id)
  await createTransactions(sql, user.id, [
    { type: 'deposit', amount: '105300.00', transaction_date: '2026-05-01T09:00:00Z' },
  ])
  for (const [address, shown] of [
    [overview, breakdown(page)],
    [
      `${overview}?tab=investments`,
      page.getByRole('link', { name: symbol }).filter({ visible: true }).first(),
    ],
    [`${overview}?tab=intelligence`, page.getByRole('table', { name: 'Metal prices since valuation' })],
    ['/access/transactions', page.getByRole('table', { name: 'Transactions, newest first' })],
    [`/access/holdings/${symbol.slice(1)}`, page.getByRole('table', { name: 'Entries, newest first' })],
  ] as const) {
    await page.goto(address)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(shown, address).toBeVisible()
    for (const width of [320, 768]) await expectNoSidewaysScroll(page, width)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const broken = await page.locator('dl dd button').evaluateAll((figures) =>
        figures
          .filter((figure) => {
            const text = document.createRange()
            text.selectNodeContents(figure)
            return text.getClientRects().length > 1
          })
          .map(({ textContent }) => textContent),
      )
      expect(broken, `${address}: amounts on two lines at ${width} px`).toEqual([])
    }
  }
})

for (const width of [390, 768, 1440])
  test(`nothing moves while an account with an unexplained value is loaded, at ${width} px`, {
    tag: '@full',
  }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    await createPortfolio(sql, user.id, {
      total_value: '1000.00',
      total_invested: '900.00',
      total_gains: '-20.00',
      active_investments: 1,
    })
    await createTransactions(sql, user.id, [
      { type: 'deposit', amount: '1250.50', transaction_date: '2026-05-01T09:00:00Z' },
    ])
    // Not a new account: no next step takes space above the figures.
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('user') ?? '{}')
      localStorage.setItem('user', JSON.stringify({ ...stored, underway: true }))
    })
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(watchShifts)
    const pending = Promise.withResolvers<void>()
    await page.route('**/api/v1/user/portfolio', async (route) => {
      await pending.promise
      await route.continue()
    })
    await page.goto(overview)
    await expect(page.getByText('Loading your dashboard...')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    pending.resolve()
    await expect(breakdown(page)).toContainText('Unreconciled difference')
    await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
    await expectNoShift(page)
  })

test.describe('a figure that cannot be loaded', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('says so, and is loaded by the next try', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await makeHolder(sql, user.id)
    // If a series changes elsewhere, the figure is refetched and the button would be gone before it is pressed.
    await page.route('**/api/v1/events', () => {})
    let fails = true
    await page.route('**/api/v1/user/figures/**', (route) =>
      fails
        ? route.fulfill({ status: 500, json: { error: 'x', code: 'internal', request_id: 'test' } })
        : route.continue(),
    )
    await page.goto(overview)
    await breakdown(page).getByRole('button', { name: '$700.00' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdrawn' })
    await expect(dialog.getByText('The figure could not be loaded')).toBeVisible()
    fails = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.locator('[data-part="value"]')).toHaveText('$700.00')
  })
})
