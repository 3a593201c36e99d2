import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The viewer's own services and advertisements; the privacy policy promises that no third party is called. */
const vendorWords = /ask ai|\bmcp\b|deploy|\bagent\b|open api client|\bshare\b/i

/** Opens the reference and waits until the viewer has drawn the whole first section of the description. */
async function openReference(page: Page) {
  await page.goto('/api/v1/reference')
  await expect(page.getByRole('heading', { level: 1, name: 'Lodefield API' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'health' }).first()).toBeVisible()
}

test.describe('API reference', () => {
  test("offers none of its vendor's services", async ({ page }) => {
    await openReference(page)
    const labels = await page
      .locator('a, button, [role="button"], [role="dialog"], input, textarea')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .map((part) =>
            [part.textContent, part.getAttribute('aria-label'), part.getAttribute('placeholder')].join(' '),
          ),
      )
    expect(labels.length, 'the reference is drawn').toBeGreaterThan(20)
    expect(labels.filter((label) => vendorWords.test(label))).toEqual([])
  })

  // The fixtures fail every test whose page requests another origin, breaks the CSP or logs an error.
  test('requests nothing from another origin, also when it is searched and scrolled to the end', async ({
    page,
  }) => {
    await openReference(page)
    await page.keyboard.press('ControlOrMeta+k')
    const search = page.getByRole('dialog').getByRole('searchbox').or(page.getByRole('combobox')).first()
    await search.fill('market')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: 'Models' })
      .or(page.getByRole('button', { name: 'Models' }))
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'admin: events' })).toBeAttached()
  })
})
