import type { Page } from '@playwright/test'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectNoSidewaysScroll, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

/** The viewer's own services and advertisements; the privacy policy promises that no third party is called. */
const vendorWords = /ask ai|\bmcp\b|deploy|\bagent\b|open api client|\bshare\b/i

/** Opens the reference and waits until the viewer has drawn the whole first section of the description. */
async function openReference(page: Page) {
  await page.goto('/api/v1/reference')
  await expect(page.getByRole('heading', { level: 1, name: 'Lodefield API' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Market prices' }).first()).toBeVisible()
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
  test('requests nothing from another origin, even when searched and scrolled to the end', async ({
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
    await expect(page.getByRole('heading', { name: 'Operations' }).last()).toBeAttached()
  })

  test('lists the calls of visitors and investors in named sections, and none of the panel', async ({
    page,
  }) => {
    await openReference(page)
    const sidebar = page.getByRole('complementary')
    for (const name of [
      'Market prices',
      'Support',
      'Portfolio and holdings',
      'Account security',
      'Operations',
    ]) {
      await expect(sidebar.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(page.getByText(/admin|panel/i)).toHaveCount(0)
  })

  test("follows the site's choice of theme", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await openReference(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('body')).toHaveClass(/dark-mode/)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 22, 27)')
  })

  test("has the site's fonts on the first visit, and links to its sections", async ({ page, context }) => {
    await openReference(page)
    const bar = page.getByRole('banner')
    for (const [name, address] of [
      ['Tokens', '/tokens'],
      ['Proof', '/proof'],
      ['Documentation', '/docs'],
    ] as const)
      await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    const session = await context.newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const readFaces = async (selector: string) => {
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(({ familyName }) => familyName).join()
    }
    await expect.poll(() => readFaces('.site-bar a:last-child')).toMatch(/^IBM Plex Sans/)
    await expect.poll(() => readFaces('.introduction-description p')).toMatch(/^IBM Plex Sans/)
  })

  test('does not scroll sideways on a phone with text twice as large', async ({ page }) => {
    await openReference(page)
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    for (const width of [390, 320]) await expectNoSidewaysScroll(page, width)
  })

  test('does not link off the site', async ({ page, baseURL }) => {
    await openReference(page)
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) =>
        links.filter((link) => link.checkVisibility()).map((link) => (link as HTMLAnchorElement).href),
      )
    expect(addresses.length).toBeGreaterThan(2)
    expect(addresses.filter((address) => !address.startsWith(`${baseURL}/`))).toEqual([])
  })

  test('shows the calls of the panel to a signed-in administrator', async ({ page, context }) => {
    await signInAdmin(page)
    await page.goto(adminUrl(''))
    await page.getByRole('button', { name: /Administrator$/ }).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'API reference' }).click()
    const reference = await opened
    await expect(
      reference.getByRole('heading', { level: 1, name: 'Lodefield API: administrator panel' }),
    ).toBeVisible()
    // The text of a call is drawn when it comes near the viewport; the list next to it has them all.
    await expect(reference.getByRole('link', { name: 'audit-log' })).toBeVisible()
    await expect(reference.getByRole('heading', { name: 'access-rules' }).first()).toBeVisible()
  })

  test.describe('without a session', () => {
    test.use({ expectedErrors: [/status of 401|status of 404/] })

    test('the calls of the panel are not shown', async ({ page }) => {
      await page.goto('/api/v1/reference?calls=panel')
      await expect(page.getByText('Sign in as an administrator to view')).toBeVisible()
    })
  })
})
