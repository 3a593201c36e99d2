import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { blockEvents, signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, register, retryLoading, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

/** Entries of this test, identified by their entity. */
async function addEntries(sql: Sql, count = 3): Promise<string> {
  const entity = `stone-${crypto.randomUUID().slice(0, 8)}`
  for (let id = 1; id <= count; id += 1) {
    await sql`
      insert into audit_log (admin_name, action, entity, entity_id, before, after, ip_address, request_id)
      values ('somebody', ${`${entity}.polish`}, ${entity}, ${String(id)},
        ${sql.json({ name: 'Quartz', weight: id, note: '<img src=x onerror=alert(1)>' })},
        ${sql.json({ name: 'Quartz', weight: id + 1, note: '<img src=x onerror=alert(1)>' })}, '192.0.2.7', 'r-1')`
  }
  return entity
}

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr:not([hidden])')

test('an entry is a sentence, and expands to just the changes', async ({ page, sql }) => {
  const entity = await addEntries(sql)
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=audit-log&entity=${entity}`))
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText(`somebody performed “polish” on ${entity.replace('-', ' ')}`)
  await expect(rows(page).first()).toContainText('weight: 3 → 4')
  await rows(page).first().getByRole('button').click()
  const weight = page.getByRole('listitem').filter({ hasText: 'weight' }).filter({ hasText: 'changed' })
  await expect(weight.locator('mark')).toHaveText(['3', '4'])
  const note = page.getByRole('listitem').filter({ hasText: 'note' })
  await expect(note, 'what did not change is not shown').toHaveCount(0)
  await expect(page.getByText('Unchanged fields: 2')).toBeVisible()
  await expectAccessible(page)
})

test('search, filters, order and pages are in the URL, and Back restores them', async ({ page, sql }) => {
  const entity = await addEntries(sql, 22)
  await signInAdmin(page)
  await page.goto(adminUrl('?d=audit-log'))
  await page.getByRole('searchbox', { name: 'Search name, email, reference or text' }).fill(entity)
  await expect(page.getByText('Showing 1 to 22 of 22')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`d=audit-log&search=${entity}$`))
  await page.getByLabel('Rows').selectOption('20')
  await expect(page.getByText('Showing 1 to 20 of 22')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 21 to 22 of 22')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByText('Showing 21 to 22 of 22')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 20 of 22')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Page' })
  await expect(field).toHaveAccessibleDescription('of 2')
  await field.fill('3')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('of 2 Enter a page number from 1 to 2')
  await field.fill('2')
  await field.press('Enter')
  await expect(page.getByText('Showing 21 to 22 of 22')).toBeVisible()
  await expect(field).toBeFocused()
  await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Time' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('weight: 1 → 2')
  const action = page.getByRole('combobox', { name: 'Action' })
  await expect(action.getByRole('option', { name: 'Session: sign in' }), 'in words').toHaveCount(1)
  await action.selectOption(`${entity}.polish`)
  await expect(page).toHaveURL(/action=/)
  await expect(page.getByText('Showing 1 to 20 of 22')).toBeVisible()
})

test('a search without a match says so and links back to all entries', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=audit-log&search=no-such-word-anywhere'))
  await expect(page.getByText('No entries yet')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page.getByText(/^Showing 1 to/)).toBeVisible()
  await expect(page).toHaveURL(adminUrl('?d=audit-log'))
})

test('the choice of columns is stored', { tag: '@full' }, async ({ page, sql }) => {
  const entity = await addEntries(sql, 1)
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=audit-log&entity=${entity}`))
  await expect(page.getByRole('columnheader', { name: 'IP address' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'IP address' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'IP address' })).toHaveCount(0)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'IP address' })).toHaveCount(0)
})

test('the matching entries are exported', async ({ page, sql }) => {
  const entity = await addEntries(sql, 2)
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=audit-log&entity=${entity}`))
  await expect(rows(page)).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`${entity}.polish,${entity},2,`)
})

test('says who did what to whom, for one investor, and whether the chain is unbroken', async ({
  page,
  sql,
}) => {
  const last_name = `Doe-${crypto.randomUUID().slice(0, 8)}`
  const { user: jane } = await register(page, { first_name: 'Jane', last_name })
  const { user: admin } = await signInAdmin(page)
  await sql`insert into audit_log (admin_id, action, entity, entity_id, before, after, ip_address, request_id)
    values (${admin.id}, 'user.verify', 'user', ${String(jane.id)}, '{"is_verified": false}', '{"is_verified": true}', '192.0.2.7', 'r-1')`
  await page.goto(adminUrl('?d=audit-log'))
  await page.getByRole('combobox', { name: 'Investor' }).fill(last_name)
  await page.getByRole('option', { name: new RegExp(last_name) }).click()
  await expect(page).toHaveURL(new RegExp(`user=${jane.id}`))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`${admin.username} manually verified Jane ${last_name}`)
  await expect(rows(page)).toContainText('verified: no → yes')
  const check = page.getByRole('region', { name: 'Audit log verification' })
  await check.getByRole('button', { name: 'Verify audit log' }).click()
  await expect(check).toContainText(/Last verified on .* entries, /)
  await rows(page)
    .getByRole('link', { name: `Jane ${last_name}` })
    .click()
  await expect(page).toHaveURL(adminUrl(`?d=users&user=${jane.id}`))
})

test.describe('a log that cannot be read', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 500/] })
  test('shows an error, and Retry reads it again', async ({ page }) => {
    await blockEvents(page)
    await signInAdmin(page)
    const json = { error: 'Something went wrong', code: 'internal', request_id: 'r-1' }
    await page.route('**/admin/audit-log?*', (route) => route.fulfill({ status: 500, json }))
    await page.goto(adminUrl('?d=audit-log'))
    await expect(page.getByRole('alert')).toContainText('Failed to fetch the audit log')
    await retryLoading(page, '**/admin/audit-log?*')
    await expect(page.getByText(/^Showing 1 to/)).toBeVisible()
  })
})

test('entries are cards with a choice of order on a phone @mobile', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const entity = await addEntries(sql, 2)
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=audit-log&entity=${entity}`))
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('created_at')
  await expect(rows(page).first()).toContainText('weight: 1 → 2')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})
