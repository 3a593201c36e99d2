/** The section Reports: a preset, the sums, both files, and a schedule. */
import { readFile } from 'node:fs/promises'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

test('an administrator previews a report, saves it twice, and schedules it', async ({ page }) => {
  const { user } = await signInAdmin(page)
  await page.goto(adminUrl('?d=reports'))
  await page.getByLabel('Report', { exact: true }).selectOption('Cash flows')
  await expect(page).toHaveURL(/report=flows/)
  await page.getByLabel('Period').selectOption('This year')
  const sums = page.getByRole('region', { name: 'Completed transactions, USD' })
  await expect(sums.getByRole('row', { name: /^Total/ })).toBeVisible()
  await page.getByLabel('Last day').fill('2020-01-01')
  await expect(page.getByRole('alert')).toHaveText('The last day must not be before the first day.')
  await page.getByLabel('Period').selectOption('This year')
  for (const [label, begin] of [
    ['Export CSV', 'Currency,Type'],
    ['Export PDF', '%PDF-1.7'],
  ] as const) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: label }).click()
    const path = await (await saving).path()
    expect((await readFile(path)).subarray(0, begin.length).toString()).toBe(begin)
  }
  await expectAccessible(page)

  const schedules = page.getByRole('region', { name: 'Schedules' })
  await schedules.getByRole('button', { name: 'Add schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Frequency').selectOption('weekly')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(dialog.getByRole('group', { name: 'Recipients' })).toContainText(
    'Select at least one administrator',
  )
  await dialog.getByLabel(user.username, { exact: true }).check()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect(schedules).toContainText('Weekly on Monday, for the previous week')
  await schedules.getByRole('button', { name: 'Delete schedule Cash flows, weekly' }).first().click()
  await dialog.getByRole('button', { name: 'Delete schedule' }).click()
  await expect(dialog).toBeHidden()
  await expectNoSidewaysScroll(page)
})
