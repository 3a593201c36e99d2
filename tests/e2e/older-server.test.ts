/** Responses of a server that does not send the newer fields yet, as during a deployment. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { fillAccount } from './portfolio-rows.ts'

/** What document 4 leaves out of a response: added since, so an older server does not send it. */
const newer: [call: string, tab: string, fields: readonly string[]][] = [
  [
    'user/portfolio',
    '',
    ['source', 'request', 'pending_count', 'breakdown', 'illustrative', 'deposits_total', 'payment_due'],
  ],
  ['user/portfolio', '?tab=investments', ['source', 'request', 'pending_count', 'breakdown', 'payment_due']],
  ['market-intelligence', '?tab=intelligence', ['measures']],
]

async function leaveOut(page: Page, call: string, field: string) {
  await page.route(`**/api/v1/${call}`, async (route) => {
    const response = await route.fetch().catch(() => undefined)
    if (!response) return route.abort()
    const { [field]: _left, ...json } = await response.json()
    await route.fulfill({ response, json })
  })
}

for (const [call, tab, fields] of newer)
  for (const field of fields)
    test(`the dashboard${tab} is whole without ${field} in ${call}`, async ({ page, sql }) => {
      const { user } = await signIn(page, { verified: true })
      await fillAccount(sql, user.id)
      await leaveOut(page, call, field)
      await page.goto(`/access/dashboard${tab}`)
      await expect(page.locator('main .panel').first()).toBeVisible()
      await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
      await expect(page.getByText('could not be shown')).toHaveCount(0)
      await expect(page.getByText(/undefined|NaN/)).toHaveCount(0)
    })
