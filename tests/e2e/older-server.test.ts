/** Responses of a server that does not send the newer fields yet, as during a deployment. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { fillAccount } from './portfolio-rows.ts'
import { issueUnits, makeSeries } from './series-rows.ts'

/** What document 4 leaves out of a response: added since, so an older server does not send it. */
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

/** Leaves out a field by its path: `holdings[].as_of` of every row. */
function withoutField(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((row) => withoutField(row, [name ?? '', ...rest]))
  if (typeof value !== 'object' || value === null || name === undefined) return value
  const { [name]: part, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [name]: withoutField(part, rest) }
}

async function leaveOut(page: Page, call: string, field: string) {
  await page.route(`**/api/v1/${call}`, async (route) => {
    const response = await route.fetch().catch(() => undefined)
    // The page may have gone meanwhile.
    const whole = await response?.json().catch(() => undefined)
    if (!whole) return route.abort()
    const json = withoutField(whole, field.replaceAll('[]', '').split('.'))
    await route.fulfill({ response, json })
  })
}

for (const [call, tab, fields] of newer)
  for (const field of fields)
    test(`the dashboard${tab} is whole without ${field} in ${call}`, async ({ page, sql }) => {
      const { user } = await signIn(page, { verified: true })
      await fillAccount(sql, user.id)
      const series = await makeSeries(sql)
      await issueUnits(sql, series, [[user.id, '25']])
      await leaveOut(page, call, field)
      await page.goto(`/access/dashboard${tab}`)
      await expect(page.locator('main .panel').first()).toBeVisible()
      await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
      await expect(page.getByText('could not be shown')).toHaveCount(0)
      await expect(page.getByText(/undefined|NaN/)).toHaveCount(0)
    })
