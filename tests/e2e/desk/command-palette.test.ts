import { signInAdmin } from '#e2e/administrator'
import { expect, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

test('keeps typed text while the palette is loading', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(/\/CommandPalette[^/]*\.js$/, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await signInAdmin(page)
  await page.goto(adminUrl())
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('aub')
  await page.keyboard.press('Backspace')
  await asked.promise
  await expect(page.getByRole('status').filter({ hasText: 'Opening the search...' })).toContainText('au')
  await page.keyboard.type('d')
  held.resolve()
  const field = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox')
  await page.keyboard.type('it')
  await expect(field).toBeFocused()
  await page.keyboard.type(' log')
  await expect(field).toHaveValue('audit log')
  await expect(page.getByRole('option', { name: /^Audit log/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field, 'begins empty').toHaveValue('')
})
