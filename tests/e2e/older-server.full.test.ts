/** Responses of a server that does not send the newer fields yet, as during a deployment. */
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { HoldingsResponse, UnitHolding } from '#contract/holdings/holdings'
import { ReturnsResponse } from '#contract/portfolio/figures'
import { ValueBreakdown } from '#contract/portfolio/portfolio'
import { expect, signIn, test } from './fixtures.ts'
import { createFullAccount } from './portfolio-fixtures.ts'
import { createSeries, issueUnits } from './series-fixtures.ts'

/** Fields missing from document 4: added since, so an older server does not send them. */
const newer: [call: string, tab: string, fields: readonly string[]][] = [
  [
    'user/portfolio',
    '',
    ['source', 'request', 'pending_count', 'breakdown', 'illustrative', 'deposits_total', 'payment_due'],
  ],
  ['user/portfolio', '?tab=investments', ['source', 'request', 'pending_count', 'breakdown', 'payment_due']],
  ['user/holdings', '?tab=investments', ['holdings[].as_of']],
  ['offerings', '?tab=investments', ['offerings[].as_of']],
  ['market-intelligence', '?tab=intelligence', ['measures']],
]

/** Omits a field by its path: `holdings[].as_of` of every row. */
function withoutField(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((row) => withoutField(row, [name ?? '', ...rest]))
  if (typeof value !== 'object' || value === null || name === undefined) return value
  const { [name]: part, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [name]: withoutField(part, rest) }
}

/** Omits fields from the responses to a call; the returned function chooses which one from then on. */
async function leaveOut(page: Page, call: string, first = ''): Promise<(field: string) => void> {
  let left = first
  await page.route(`**/api/v1/${call}`, async (route) => {
    const response = await route.fetch().catch(() => undefined)
    // The page may be gone by then.
    const whole = await response?.json().catch(() => undefined)
    if (!whole) return route.abort()
    const json = withoutField(whole, left.replaceAll('[]', '').split('.'))
    await route.fulfill({ response, json })
  })
  return (field) => {
    left = field
  }
}

async function fillHoldings(page: Page, sql: Sql) {
  const { user } = await signIn(page, { verified: true })
  await createFullAccount(sql, user.id)
  const series = await createSeries(sql)
  await issueUnits(sql, series, [[user.id, '25']])
}

async function expectWhole(page: Page, field: string) {
  await expect(page.locator('main .panel').first(), field).toBeVisible()
  await expect(page.locator('main .skeleton').filter({ visible: true }), field).toHaveCount(0)
  await expect(page.getByText('could not be displayed'), field).toHaveCount(0)
  await expect(page.getByText(/undefined|NaN|Invalid/), field).toHaveCount(0)
}

for (const [call, tab, fields] of newer)
  for (const field of fields)
    test(`the dashboard${tab} is whole without ${field} in ${call}`, async ({ page, sql }) => {
      await fillHoldings(page, sql)
      await leaveOut(page, call, field)
      await page.goto(`/access/dashboard${tab}`)
      await expectWhole(page, field)
    })

const within = (part: string, { properties }: { properties: object }) =>
  Object.keys(properties).map((field) => part + field)

/** Calls that are newer themselves, and the figures in them. Row names and lists are in all of them. */
const figuresOf: [call: string, tab: string, panel: string, fields: readonly string[]][] = [
  ['user/portfolio', '', 'Breakdown of portfolio value', within('breakdown.', ValueBreakdown)],
  [
    'user/returns',
    '',
    'Returns',
    [
      ...within('returns[].', ReturnsResponse.properties.returns.items),
      'source',
      'recorded_from',
      'benchmark',
    ].filter((field) => field !== 'returns[].period'),
  ],
  [
    'user/holdings',
    '?tab=investments',
    'Holdings',
    [...within('holdings[].', UnitHolding), ...within('', HoldingsResponse)].filter(
      (field) => !['holdings[].symbol', 'holdings'].includes(field),
    ),
  ],
]

for (const [call, tab, panel, fields] of figuresOf)
  test(`the panel ${panel} is whole without any one figure in ${call}`, async ({ page, sql }) => {
    // One visit for each field.
    test.slow()
    await fillHoldings(page, sql)
    const leave = await leaveOut(page, call)
    expect(fields.length).toBeGreaterThan(5)
    for (const field of fields) {
      leave(field)
      await page.goto('/robots.txt')
      await page.goto(`/access/dashboard${tab}`)
      const shown = page.getByRole('region', { name: panel, exact: true })
      await expectWhole(page, field)
      // Parts further down are loaded when they come near.
      await shown.scrollIntoViewIfNeeded()
      await expect(shown.getByText(/[\d–]/).first(), field).toBeVisible()
      await expectWhole(page, field)
    }
  })
