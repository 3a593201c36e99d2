import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

/** The entries of the Documentation menu, in order. */
const documentation = [
  ['Investment prospectus', '/docs/investment-prospectus'],
  ['Performance analytics', '/docs/performance-analytics'],
  ['Compliance reports', '/docs/compliance-reports'],
  ['Audit reports', '/docs/audit-reports'],
  ['Resource center', '/docs/resource-center'],
  ['Investor relations', '/docs/investor-relations'],
  ['Help and Support', '/docs/help-support'],
  ['Terms of service', '/legal/terms-of-service'],
  ['Privacy policy', '/legal/privacy-policy'],
] as const

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** The summary of a `<details>`, which opens it. */
const summary = (within: Locator, text: string) => within.locator('summary').filter({ hasText: text })
const linksOf = (list: Locator) =>
  list
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))

test.describe('Documentation menu', () => {
  test('opens, moves and closes', async ({ page }) => {
    await page.goto('/')
    await test.step('opens by mouse and lists the nine pages in order', async () => {
      const menu = bar(page)
      await expect(menu.getByRole('link', { name: 'Audit reports' })).toBeHidden()
      await summary(menu, 'Documentation').click()
      expect(await linksOf(menu.getByRole('list'))).toEqual(documentation)
      await menu.getByRole('link', { name: 'Audit reports' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Audit reports' })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'Audit reports' }), 'closed on the new page').toBeHidden()
    })
    await test.step('closes on an outside click and on Escape, which returns the focus', async () => {
      await page.goto('/')
      const button = summary(bar(page), 'Documentation')
      const first = bar(page).getByRole('link', { name: 'Investment prospectus' })
      await button.click()
      await expect(first).toBeVisible()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(first).toBeHidden()

      await button.click()
      await page.keyboard.press('ArrowDown')
      await expect(first).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(first).toBeHidden()
      await expect(button).toBeFocused()
    })
    await test.step('works by keyboard: Enter opens, arrows, Home and End move, Enter follows, Tab leaves', async () => {
      await page.goto('/')
      const button = summary(bar(page), 'Documentation')
      const link = (name: string) => bar(page).getByRole('link', { name })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(link('Investment prospectus')).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(link('Performance analytics')).toBeFocused()
      await page.keyboard.press('End')
      await expect(link('Privacy policy')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(link('Investment prospectus'), 'after the last comes the first').toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(link('Privacy policy')).toBeFocused()
      await page.keyboard.press('Home')
      await expect(link('Investment prospectus')).toBeFocused()

      await link('Privacy policy').focus()
      await page.keyboard.press('Tab')
      await expect(link('Learn More')).toBeFocused()
      await expect(link('Privacy policy'), 'closed when the focus left it').toBeHidden()

      await button.focus()
      await page.keyboard.press('ArrowDown')
      await expect(link('Investment prospectus')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/docs/investment-prospectus')
    })
    await test.step('is closed after going back', async () => {
      await page.goto('/')
      await summary(bar(page), 'Documentation').click()
      await bar(page).getByRole('link', { name: 'Resource center' }).click()
      await expect(page).toHaveURL('/docs/resource-center')
      await page.goBack()
      await expect(bar(page).getByRole('link', { name: 'Resource center' })).toBeHidden()
    })
  })

  test('links to nine pages, each highlighted in the menu as the current one', async ({ page }) => {
    for (const [title, address] of documentation) {
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(bar(page).locator('[aria-current="page"]')).toHaveText([title])
    }
  })
})

test.describe('signed out', () => {
  test('there is no bell and no user menu, nor with a token alone', { tag: '@full' }, async ({ page }) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.addInitScript(() => localStorage.setItem('token', 'a-token'))
    await page.goto('/docs/investment-prospectus')
    await page.waitForLoadState('networkidle')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: 'Access Platform' })).toBeVisible()
    await expect(summary(banner, 'User menu')).toBeHidden()
    await expect(banner.locator('summary[aria-label="Notifications"]')).toBeHidden()
    expect(
      loaded.filter((url) => /Account/.test(url)),
      'nothing is loaded for them',
    ).toEqual([])
  })

  test('the bar of a visitor', async ({ page }) => {
    await page.goto('/')
    await test.step('the keyboard goes through the bar in visual order, and each stop shows the focus', async () => {
      const stops: string[] = []
      // Not once another test has listed a real series.
      const hasNotice = await page.getByRole('complementary', { name: 'Demonstration' }).isVisible()
      for (let stop = 0; stop < (hasNotice ? 9 : 8); stop += 1) {
        await page.keyboard.press('Tab')
        const { name, outlined } = await page.evaluate(() => {
          const focused = document.activeElement as HTMLElement
          const { outlineStyle, outlineWidth } = getComputedStyle(focused)
          return {
            name: focused.getAttribute('aria-label') ?? focused.textContent.trim(),
            outlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
          }
        })
        expect(outlined, `${name} shows that it has the focus`).toBe(true)
        stops.push(name)
      }
      expect(stops).toEqual([
        'Skip to content',
        ...(hasNotice ? ['What this means'] : []),
        'Lodefield',
        'Tokens',
        'Proof',
        'Documentation',
        'Learn More about investing',
        'Search this site',
        'Access Platform',
      ])
    })
    await test.step("'Learn More' links to the prospectus, 'Access Platform' to sign-in", async () => {
      await page.goto('/')
      await bar(page).getByRole('link', { name: 'Learn More' }).click()
      await expect(page).toHaveURL('/docs/investment-prospectus')
      await page.getByRole('banner').getByRole('link', { name: 'Access Platform' }).click()
      await expect(page).toHaveURL('/access/login')
    })
  })

  test("'Skip to content' moves the focus to the main part", { tag: '@full' }, async ({ page }) => {
    await page.goto('/docs/audit-reports')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test.describe('without JavaScript', { tag: '@full' }, () => {
  test.use({ javaScriptEnabled: false })

  test('the Documentation menu opens and its links work', async ({ page }) => {
    await page.goto('/')
    await summary(bar(page), 'Documentation').click()
    expect(await linksOf(bar(page).getByRole('list'))).toEqual(documentation)
    await bar(page).getByRole('link', { name: 'Terms of service' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Access Platform' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Search this site' }), 'needs a script').toBeHidden()
    await expect(page.getByRole('contentinfo')).toContainText('Monday - Friday: 9:00 AM - 6:00 PM PST')
  })

  test('@mobile the menu opens with both of its sections', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').locator('summary[aria-label="Menu"]').tap()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Help and Support' })).toBeVisible()
    await summary(menu, 'Account').tap()
    await expect(menu.getByRole('link', { name: 'Sign in or create an account' })).toBeVisible()
  })
})

test.describe('signed in', () => {
  const userMenu = (page: Page) =>
    page.getByRole('banner').locator('details').filter({ hasText: 'User menu' })
  const bell = (page: Page) => page.getByRole('banner').locator('summary[aria-label="Notifications"]')
  const panelOf = (page: Page) =>
    page.getByRole('banner').locator('details').filter({ hasText: 'Notifications' })

  test('a bell and a user menu replace Access Platform', async ({ page }) => {
    const { email } = await signIn(page, { first_name: 'Ada', last_name: 'Reyes' })
    await page.goto('/')
    await expect(bell(page)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Access Platform' })).toBeHidden()
    await summary(userMenu(page), 'Ada R').click()
    await expect(userMenu(page)).toContainText(email)
    expect(await linksOf(userMenu(page).getByRole('list'))).toEqual([
      ['Dashboard', '/access/dashboard'],
      ['Transaction History', '/access/transactions'],
      ['Documents', '/access/documents'],
      ['Settings', '/access/settings'],
    ])
    await expect(userMenu(page).getByRole('button', { name: 'Logout' })).toBeVisible()
    await expectAccessible(page, '[data-navbar]')
  })

  test('the bar links from public pages to the dashboard, the transactions and the documents', async ({
    page,
  }) => {
    await signIn(page)
    const area = page.getByRole('navigation', { name: 'Account' })
    const links = [
      ['Portfolio', '/access/dashboard'],
      ['Transactions', '/access/transactions'],
      ['Documents', '/access/documents'],
    ] as const
    for (const from of ['/', '/docs/audit-reports']) {
      await page.goto(from)
      expect(await linksOf(area), from).toEqual(links)
      await expect(area.locator('[aria-current="page"]')).toHaveCount(0)
    }
    await expectAccessible(page, '[data-navbar]')
    // From the narrowest window on which it shows them, all of them fit in the bar.
    for (const width of [1024, 1100, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(area.getByRole('link', { name: 'Documents' })).toBeVisible()
      const overflow = await page
        .locator('[data-navbar] > .wrap')
        .evaluate((bar) => bar.scrollWidth - bar.clientWidth)
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    }
    await area.getByRole('link', { name: 'Portfolio' }).click()
    await expect(page).toHaveURL('/access/dashboard')
    await page.goto('/docs/audit-reports')
    await page.setViewportSize({ width: 1023, height: 800 })
    await expect(area).toBeHidden()
    await page.locator('summary[aria-label="Menu"]').click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await summary(menu, 'Account').click()
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  })

  test('menus of the bar', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/')
    await test.step('the user menu closes on an outside click and on Escape', async () => {
      const button = summary(userMenu(page), 'User menu')
      const logout = userMenu(page).getByRole('button', { name: 'Logout' })
      await button.click()
      await expect(logout).toBeVisible()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(logout).toBeHidden()
      await button.click()
      await expect(logout).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(logout).toBeHidden()
    })
    await test.step("the notification panel says 'No notifications', has a refresh button, and closes on an outside click", async () => {
      await page.goto('/')
      await bell(page).click()
      const panel = panelOf(page)
      await expect(panel.getByText('No notifications')).toBeVisible()
      await expect(panel.getByRole('button', { name: 'Refresh notifications' })).toBeVisible()
      const list = panel.locator('.overflow-y-auto')
      expect(await list.evaluate((element) => getComputedStyle(element).maxHeight), '80 units of 4 px').toBe(
        '320px',
      )
      await expectAccessible(page, '[data-navbar]')
      await page.getByRole('heading', { level: 1 }).click()
      await expect(panel.getByText('No notifications')).toBeHidden()
    })
    await test.step('one menu closes when another opens', async () => {
      await page.goto('/')
      await bell(page).click()
      await expect(page.getByText('No notifications')).toBeVisible()
      await summary(userMenu(page), 'User menu').click()
      await expect(page.getByText('No notifications')).toBeHidden()
      await expect(userMenu(page).getByRole('button', { name: 'Logout' })).toBeVisible()
    })
  })

  test('Logout clears token, user and refreshToken and brings Access Platform back', async ({ page }) => {
    await signIn(page)
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.goto('/docs/audit-reports')
    await summary(userMenu(page), 'User menu').click()
    await userMenu(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Access Platform' })).toBeVisible()
    await expect(bell(page)).toBeHidden()
    expect(await page.evaluate(() => Object.keys(localStorage)), 'what is not the session stays').toEqual([
      'theme',
    ])
  })

  test('Logout clicked twice sends one request', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/docs/glossary')
    await expect(bell(page)).toBeVisible()
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/logout')) requests += 1
    })
    await summary(userMenu(page), 'User menu').click()
    const logout = userMenu(page).getByRole('button', { name: 'Logout' })
    await logout.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Access Platform' })).toBeVisible()
    expect(requests).toBe(1)
  })

  test('signing out in one tab signs out the other', async ({ page, context }) => {
    await signIn(page)
    await page.goto('/')
    await expect(bell(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/docs/glossary')
    await expect(bell(other)).toBeVisible()
    await summary(userMenu(other), 'User menu').click()
    await userMenu(other).getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Access Platform' })).toBeVisible()
  })
})

test.describe('mobile menu', { tag: '@full' }, () => {
  const toggle = (page: Page) => page.getByRole('banner').locator('summary[aria-label="Menu"]')
  const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' })

  test('@mobile has collapsible Documentation and Account sections', async ({ page }) => {
    await page.goto('/')
    const menu = menuOf(page)
    await expect(menu).toBeHidden()
    await toggle(page).tap()
    await expect(menu.getByRole('link', { name: 'Learn More' })).toHaveAttribute(
      'href',
      '/docs/investment-prospectus',
    )
    await expect(menu.getByRole('link', { name: 'Access Platform' })).toHaveAttribute('href', '/access/login')

    const sections = menu.locator('details')
    await expect(sections.locator('summary')).toHaveText(['Documentation', 'Account'])
    expect(await linksOf(sections.first())).toEqual(documentation)
    for (const [section, link] of [
      ['Documentation', 'Help and Support'],
      ['Account', 'Sign in or create an account'],
    ] as const) {
      const entry = menu.getByRole('link', { name: link })
      const wasOpen = await entry.isVisible()
      await summary(menu, section).tap()
      await expect(entry).toBeVisible({ visible: !wasOpen })
      await summary(menu, section).tap()
      await expect(entry).toBeVisible({ visible: wasOpen })
    }
  })

  test('@mobile is at most 80vh high and scrolls inside', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 500 })
    await page.goto('/')
    await toggle(page).tap()
    await summary(menuOf(page), 'Account').tap()
    const { maxHeight, height, scrolls } = await menuOf(page).evaluate((menu) => ({
      maxHeight: getComputedStyle(menu).maxHeight,
      height: menu.getBoundingClientRect().height,
      scrolls: menu.scrollHeight > menu.clientHeight,
    }))
    expect(maxHeight).toBe('400px')
    expect(height).toBeLessThanOrEqual(400)
    expect(scrolls).toBe(true)
    await menuOf(page).getByRole('link', { name: 'Access Platform' }).scrollIntoViewIfNeeded()
    await expect(menuOf(page).getByRole('link', { name: 'Access Platform' })).toBeInViewport()
  })

  test('@mobile closes on its button, an outside click, Escape and a followed link', async ({ page }) => {
    await page.goto('/')
    const menu = menuOf(page)
    await toggle(page).tap()
    await expect(menu).toBeVisible()
    await toggle(page).tap()
    await expect(menu).toBeHidden()

    await toggle(page).tap()
    await summary(menu, 'Documentation').tap()
    await page.touchscreen.tap(195, 830)
    await expect(menu).toBeHidden()

    await toggle(page).tap()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()

    await toggle(page).tap()
    await menu.getByRole('link', { name: 'Learn More' }).tap()
    await expect(page).toHaveURL('/docs/investment-prospectus')
    await expect(menu).toBeHidden()
  })

  test('@mobile signed in, the Account section holds the pages of the area and Logout', async ({ page }) => {
    await signIn(page)
    await page.goto('/docs/glossary')
    await toggle(page).tap()
    await expect(menuOf(page).getByRole('link', { name: 'Access Platform' })).toBeHidden()
    await summary(menuOf(page), 'Account').tap()
    const account = menuOf(page).locator('details').nth(1)
    for (const [name, address] of [
      ['Dashboard', '/access/dashboard'],
      ['Transaction History', '/access/transactions'],
      ['Documents', '/access/documents'],
      ['Settings', '/access/settings'],
    ] as const) {
      await expect(account.getByRole('link', { name })).toHaveAttribute('href', address)
    }
    await expectAccessible(page, '[data-navbar]')
    await account.getByRole('button', { name: 'Logout' }).tap()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect(menuOf(page)).toBeHidden()
    await toggle(page).tap()
    await expect(menuOf(page).getByRole('link', { name: 'Access Platform' })).toBeVisible()
  })

  test('@mobile fits 320 px with everything in it open', async ({ page }) => {
    await page.goto('/')
    await toggle(page).tap()
    await summary(menuOf(page), 'Account').tap()
    await expectNoSidewaysScroll(page)
  })
})

test('every page starts at its top, and going back restores the scroll position', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/')
  for (const [title, address] of [
    ['Technical documentation', '/docs/technical-documentation'],
    ['Privacy policy', '/legal/privacy-policy'],
    ['Help and Support', '/docs/help-support'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY), address).toBe(0)
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => {
    location.href = '/access/dashboard'
  })
  await expect(page).toHaveURL(/\/access\/login/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test.describe('footer', () => {
  const footer = (page: Page) => page.getByRole('contentinfo')

  test('links to the documentation and legal pages, technical documentation among them', async ({ page }) => {
    await page.goto('/')
    const docs = footer(page).getByRole('navigation', { name: 'Documentation' })
    expect(await linksOf(docs)).toEqual([
      ['Overview', '/docs'],
      ...documentation.slice(0, 7),
      ['Technical documentation', '/docs/technical-documentation'],
    ])
    const legal = await linksOf(footer(page).getByRole('navigation', { name: 'Legal' }))
    expect(legal).toEqual(expect.arrayContaining(documentation.slice(7).map((entry) => [...entry])))
    await docs.getByRole('link', { name: 'Technical documentation' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Technical documentation' })).toBeVisible()
  })

  test('the copyright line has the current year, whenever the site was built', { tag: '@full' }, async ({
    page,
  }) => {
    await page.clock.setFixedTime('2031-06-15T12:00:00Z')
    await page.goto('/')
    await expect(footer(page)).toContainText(/© 2031 Lodefield\.\s+All rights reserved\./)
  })

  test('contact details and the company address come from the server', async ({ page, request }) => {
    const support = (await (await request.get('/api/v1/support')).json()) as Record<string, string>
    const settings = (await (await request.get('/api/v1/settings')).json()) as Record<string, string>
    const fetched = [page.waitForResponse('**/api/v1/support'), page.waitForResponse('**/api/v1/settings')]
    await page.goto('/')
    await Promise.all(fetched)
    const contact = footer(page).getByRole('region', { name: 'Contact' })
    await expect(contact.getByRole('link', { name: support.email })).toHaveAttribute(
      'href',
      `mailto:${support.email}`,
    )
    await expect(contact.getByRole('link', { name: support.phone })).toHaveAttribute('href', /^tel:\+?\d+$/)
    await expect(contact).toContainText(support.support_hours ?? '')
    await expect
      .poll(async () => (await contact.locator('address').textContent())?.trim())
      .toBe(settings.company_address?.trim())
  })

  test('the settings replace the defaults, links and line breaks included', { tag: '@full' }, async ({
    page,
  }) => {
    await page.route('**/api/v1/support', (route) =>
      route.fulfill({
        json: {
          email: 'desk@northgate.example',
          phone: '+44 (0)20 5550 0101',
          whatsapp: '+44 20 5550 0102',
          linkedin: 'https://www.linkedin.com/company/northgate-example',
          telegram: '@northgate_desk',
          support_hours: 'Every day: 8:00 AM - 8:00 PM GMT',
        },
      }),
    )
    await page.route('**/api/v1/settings', (route) =>
      route.fulfill({ json: { site_name: 'Northgate', company_address: '1 Assay Street\nOld Town <b>' } }),
    )
    await page.goto('/docs/glossary')
    const contact = footer(page).getByRole('region', { name: 'Contact' })
    await expect(contact.locator('address')).toHaveText('1 Assay Street\nOld Town <b>', {
      useInnerText: true,
    })
    await expect(contact).toContainText('Every day: 8:00 AM - 8:00 PM GMT')
    for (const [name, address] of [
      ['desk@northgate.example', 'mailto:desk@northgate.example'],
      ['+44 (0)20 5550 0101', 'tel:+4402055500101'],
      ['WhatsApp', 'https://wa.me/442055500102'],
      ['LinkedIn', 'https://www.linkedin.com/company/northgate-example'],
      ['Telegram', 'https://t.me/northgate_desk'],
    ] as const) {
      await expect(contact.getByRole('link', { name })).toHaveAttribute('href', address)
    }
    await expect(footer(page)).toContainText(/© \d{4} Northgate\./)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Northgate' })).toBeVisible()
    await expect(page).toHaveTitle('Glossary · Northgate')
  })

  test('a Telegram contact that is a link stays that link', { tag: '@full' }, async ({ page }) => {
    await page.route('**/api/v1/support', (route) =>
      route.fulfill({ json: { telegram: 'https://t.me/northgate' } }),
    )
    await page.goto('/')
    const contact = footer(page).getByRole('region', { name: 'Contact' })
    await expect(contact.getByRole('link', { name: 'Telegram' })).toHaveAttribute(
      'href',
      'https://t.me/northgate',
    )
    await expect(contact, 'a missing value keeps its default').toContainText(
      'Monday - Friday: 9:00 AM - 6:00 PM PST',
    )
  })

  test.describe('when the calls fail', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/Failed to load resource/] })
    for (const [reason, response] of [
      ['the network fails', undefined],
      ['the server fails', { status: 500, json: { error: 'Something failed.', code: 'internal' } }],
      ['the response is not JSON', { body: '<html>' }],
    ] as const) {
      test(`the defaults stay without a message, because ${reason}`, async ({ page }) => {
        const failing = /\/api\/v1\/(support|settings)$/
        await page.route(failing, (route) => (response ? route.fulfill(response) : route.abort()))
        const messages: string[] = []
        page.on('console', (message) => messages.push(message.text()))
        await page.goto('/docs/glossary')
        await page.waitForLoadState('networkidle')
        const contact = footer(page).getByRole('region', { name: 'Contact' })
        await expect(contact).toContainText('Monday - Friday: 9:00 AM - 6:00 PM PST')
        // A new installation serves these too.
        await expect(contact.getByRole('link', { name: 'contact@lodefield.example' })).toBeVisible()
        await expect(contact.getByRole('link', { name: '+1 (202) 555-0100' })).toHaveAttribute(
          'href',
          'tel:+12025550100',
        )
        await expect(contact.locator('address')).toHaveText('Registered office: not yet published')
        await expect(contact.getByRole('link', { name: /WhatsApp|LinkedIn|Telegram/ })).toHaveCount(0)
        await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
        // The browser logs a failed request; the page adds nothing.
        expect(messages.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
      })
    }
  })
})
