import { signInAdmin } from './administrator.ts'
import { expect, test } from './fixtures.ts'
import { panel } from './panel.ts'

test('keeps what is typed while the palette is on its way', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(/\/Palette[^/]*\.js$/, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await signInAdmin(page)
  await page.goto(panel())
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('aub')
  await page.keyboard.press('Backspace')
  await asked.promise
  await expect(page.getByRole('status').filter({ hasText: 'Opening the search...' })).toContainText('au')
  await page.keyboard.type('d')
  held.resolve()
  const field = page.getByRole('dialog', { name: 'Find or do' }).getByRole('combobox')
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
