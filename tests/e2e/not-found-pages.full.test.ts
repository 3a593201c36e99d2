import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const generic = "The page you're looking for doesn't exist or has been moved."
const kinds = {
  docs: "The documentation page you're looking for doesn't exist.",
  legal: "The legal page you're looking for doesn't exist.",
} as const

// The browser logs every 404.
test.use({ expectedErrors: [/Failed to load resource/] })

async function expectNotFound(page: Page, text: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page).toHaveTitle('Page Not Found · Lodefield')
}

test.describe('404 page', () => {
  for (const address of [
    '/no-such-page',
    '/no/such/page',
    '/admin',
    '/admin/login',
    '/admin/users/1?tab=2',
  ]) {
    test(`${address} responds with status 404 and the page of document 2`, async ({ page }) => {
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      await expectNotFound(page, generic)
      await expect(page.getByText('404', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
      await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    })
  }

  test('an unknown URL of the area has the name of the site in its title', async ({ page }) => {
    await page.route('**/api/v1/settings', (route) => route.fulfill({ json: { site_name: 'Ores and Co' } }))
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ores and Co' })).toBeVisible()
    await page.goto('/access/no-such-page')
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle('Page Not Found · Ores and Co')
  })

  test("'Go Home' links to the home page, the note to support", async ({ page }) => {
    await page.goto('/no-such-page')
    await page.getByRole('main').getByRole('link', { name: 'contact support' }).click()
    await expect(page).toHaveURL('/docs/help-support')
    await page.goto('/no-such-page')
    await page.getByRole('link', { name: 'Go Home' }).click()
    await expect(page).toHaveURL('/')
  })

  test("'Go Back' returns to the page before", async ({ page }) => {
    await page.goto('/docs/glossary')
    await page.goto('/no-such-page')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/docs/glossary')
  })
})

for (const [kind, text] of Object.entries(kinds)) {
  test.describe(`an unknown URL under /${kind}`, () => {
    const address = `/${kind}/no-such-page`
    const call = `**/api/v1/${kind}/no-such-page`
    const loading = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' })

    test(`responds with status 404 and '${text}'`, async ({ page }) => {
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      await expectNotFound(page, text)
      await expect(loading(page)).toBeHidden()
      await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
      await expect(page).toHaveURL('/')
    })

    test("shows 'Loading' during the request, then the published page", async ({ page }) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(call, async (route) => {
        await released
        await route.fulfill({
          json: {
            slug: 'no-such-page',
            title: 'Published a minute ago',
            ...(kind === 'docs' && { description: 'What it is about.' }),
            content: '<h2>First part</h2><p>Its text.</p>',
            last_updated: '2026-02-28',
          },
        })
      })
      await page.goto(address)
      await expect(loading(page)).toBeVisible()
      await expect(page.getByText(text)).toBeHidden()
      release()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published a minute ago')
      await expect(page.getByRole('heading', { level: 2, name: 'First part' })).toBeVisible()
      await expect(page).toHaveTitle('Published a minute ago · Lodefield')
      await expect(loading(page)).toBeHidden()
      await expect(page.getByText('Page Not Found')).toBeHidden()
      const main = page.getByRole('main')
      await expect(main.getByText('Last updated: February 28, 2026')).toBeVisible()
      if (kind === 'docs') {
        await expect(main.getByText('What it is about.')).toBeVisible()
        const grid = page.getByRole('region', { name: 'Related Documentation' })
        const targets = await grid
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
        expect(targets).toEqual(
          [
            'investment-prospectus',
            'performance-analytics',
            'compliance-reports',
            'audit-reports',
            'resource-center',
          ].map((slug) => `/docs/${slug}`),
        )
      } else {
        await expect(main.locator('a[href="/contact"]').filter({ visible: true })).toHaveCount(1)
        await expect(main.locator('a[href="/support"]').filter({ visible: true })).toHaveCount(1)
      }
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })

    for (const [reason, response] of [
      ['the server fails', { status: 500, json: { error: 'Something failed.', code: 'internal' } }],
      ['the network fails', undefined],
    ] as const) {
      test(`shows Page Not Found when ${reason}`, async ({ page }) => {
        await page.route(call, (route) => (response ? route.fulfill(response) : route.abort()))
        await page.goto(address)
        await expectNotFound(page, text)
        await expect(loading(page)).toBeHidden()
      })
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('an unknown documentation page shows its view, and does not stay at Loading', async ({ page }) => {
    await page.goto('/docs/no-such-page')
    await expectNotFound(page, kinds.docs)
    await expect(page.getByText('Loading')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeHidden()
  })
})

test('redirects keep the query', async ({ page }) => {
  for (const [from, to] of [
    ['/contact', '/docs/help-support?from=mail'],
    ['/support', '/docs/help-support?from=mail'],
    ['/access-platform', '/access/login?from=mail'],
    ['/dashboard', '/access/login?next=%2Faccess%2Fdashboard%3Ffrom%3Dmail'],
    ['/documents', '/access/login?next=%2Faccess%2Fdocuments%3Ffrom%3Dmail'],
  ] as const) {
    await test.step(`${from} ends at ${to}`, async () => {
      await page.goto(`${from}?from=mail`)
      await expect(page).toHaveURL(to)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        to.startsWith('/access') ? 'Access Platform' : 'Help and Support',
      )
    })
  }
})

test.describe('guarded pages', () => {
  test('redirect a visitor to sign in, and back afterwards', async ({ page }) => {
    for (const name of ['dashboard', 'transactions', 'settings', 'documents']) {
      await page.goto(`/access/${name}?tab=2#part`)
      await expect(page).toHaveURL(`/access/login?next=${encodeURIComponent(`/access/${name}?tab=2`)}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Access Platform' })).toBeVisible()
    }
  })

  for (const [what, stored] of [
    ['the token', 'token'],
    ['the user record', 'user'],
  ] as const) {
    test(`${what} alone does not open them`, async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem(name, '{}'), stored)
      await page.goto('/access/settings')
      await expect(page).toHaveURL('/access/login?next=%2Faccess%2Fsettings')
    })
  }

  test('open with both', async ({ page }) => {
    await signIn(page)
    await page.goto('/access/transactions')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/access/transactions')
  })
})

test.describe('investor area', () => {
  test('an unknown URL in it shows the 404 page', async ({ page }) => {
    await page.goto('/docs/glossary')
    await page.goto('/access/no-such-page')
    await expectNotFound(page, generic)
    await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('main').getByRole('link', { name: 'contact support' })).toHaveAttribute(
      'href',
      '/docs/help-support',
    )
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/docs/glossary')
  })

  test.describe('when a screen fails', () => {
    test.use({ expectedErrors: [/The browser refused/] })
    test("the router's error screen reads 'Unexpected Application Error!'", async ({ page }) => {
      await page.addInitScript(() => {
        const encode = window.encodeURIComponent
        window.encodeURIComponent = (text) => {
          if (String(text).startsWith('/access/')) throw new Error('The browser refused')
          return encode(text)
        }
      })
      await page.goto('/access/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
      await expect(page).toHaveTitle('Unexpected Application Error! · Lodefield')
      await expect(page.getByRole('main')).not.toContainText(/\bat .*\.js:\d+/)
      await expectAccessible(page)
      await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
        'href',
        '/docs/help-support',
      )
    })
  })
})
