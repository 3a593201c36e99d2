import type { Page } from '@playwright/test'
import { builtPages } from '#e2e/built-pages'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/fixtures'

const railOf = (page: Page) => page.getByRole('navigation', { name: 'All documents' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search this site' })

/** Groups of the list, each with the URLs in it. */
const groupsOf = (page: Page) =>
  railOf(page)
    .locator('h2')
    .evaluateAll((titles) =>
      titles.map((title) => [
        title.textContent,
        [...(title.nextElementSibling?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
      ]),
    )

const groups = [
  [
    'For investors',
    [
      '/docs/investment-prospectus',
      '/docs/performance-analytics',
      '/docs/investor-relations',
      '/docs/help-support',
    ],
  ],
  ['Assurance', ['/docs/compliance-reports', '/docs/audit-reports']],
  [
    'Guides',
    [
      '/docs/resource-center',
      '/docs/reading-a-resource-statement',
      '/docs/token-lifecycle',
      '/docs/custody-and-segregation',
      '/docs/market-notes-rare-earths',
      '/docs/glossary',
    ],
  ],
  ['Technical', ['/docs/technical-documentation']],
  ['Legal', ['/legal/terms-of-service', '/legal/privacy-policy', '/legal/risk-disclosure', '/legal/cookies']],
] as const
const listed = groups.flatMap(([, addresses]) => addresses)

test.describe('the list of all documents', () => {
  test('has every documentation and legal page in its group, and marks the current one', async ({ page }) => {
    const built = builtPages
      .map(({ address }) => address)
      .filter((address) => /^\/(docs|legal)\/(?!404)/.test(address) && address !== '/docs/privacy-policy')
    expect([...listed].sort()).toEqual(built.sort())
    for (const address of ['/docs/glossary', '/legal/cookies']) {
      await page.goto(address)
      expect(await groupsOf(page)).toEqual(groups)
      const current = railOf(page).locator('[aria-current="page"]')
      await expect(current).toHaveCount(1)
      await expect(current).toHaveAttribute('href', address)
    }
    await page.goto('/docs/privacy-policy')
    await expect(railOf(page).locator('[aria-current="page"]')).toHaveAttribute(
      'href',
      '/legal/privacy-policy',
    )
  })

  test('is next to the text at 1440 px, before JavaScript, and stays there while the page scrolls', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1440, height: 900 },
      ...(baseURL && { baseURL }),
    })
    const page = await context.newPage()
    await page.goto('/docs/technical-documentation#sessions')
    await expect(page.getByRole('heading', { level: 2, name: 'Sessions' })).toBeInViewport()
    const link = railOf(page).getByRole('link', { name: 'Glossary' })
    await expect(link).toBeInViewport()
    await expect(railOf(page).locator('summary')).toBeHidden()
    await link.click()
    await expect(page).toHaveURL('/docs/glossary')
    await context.close()
  })

  for (const width of [320, 390, 768]) {
    test(`is folded at ${width} px; Escape folds it again and returns the focus`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/docs/glossary')
      const fold = railOf(page).locator('summary')
      await expect(fold).toHaveText('All documents')
      await expect(railOf(page).getByRole('link')).toHaveCount(0)
      await fold.focus()
      await page.keyboard.press('Enter')
      // Including the overview of all.
      await expect(railOf(page).getByRole('link')).toHaveCount(listed.length + 1)
      await expectNoSidewaysScroll(page, width)
      if (width === 320) await expectAccessible(page)
      await page.keyboard.press('Tab')
      await expect(railOf(page).getByRole('link').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(fold).toBeFocused()
      await expect(railOf(page).getByRole('link')).toHaveCount(0)
      await fold.click()
      await railOf(page).getByRole('link', { name: 'Token lifecycle' }).click()
      await expect(page).toHaveURL('/docs/token-lifecycle')
    })
  }
})

test('the overview lists every document of its groups, and the references', async ({ page }) => {
  await page.goto('/docs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  const links = page.locator('.prose a[href^="/"]')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  for (const address of [...listed, '/api/v1/reference']) expect(addresses).toContain(address)
  await expect(railOf(page).locator('[aria-current="page"]')).toHaveText('Overview')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await page.goto('/docs/glossary')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Guides' }).click()
  await expect(page).toHaveURL('/docs#guides')
})

test('a breadcrumb leads home and names the group and the page', async ({ page }) => {
  for (const [address, names] of [
    ['/docs/audit-reports', ['Home', 'Assurance', 'Audit reports']],
    ['/legal/cookies', ['Home', 'Legal', 'Cookies and local storage']],
  ] as const) {
    await page.goto(address)
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(breadcrumb.getByRole('listitem')).toHaveText([...names])
    await expect(breadcrumb.locator('[aria-current="page"]')).toHaveText(names[2])
    await expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  }
})

test('every page shows the date of its last update', async ({ page }) => {
  for (const address of listed) {
    await page.goto(address)
    await expect(page.getByText(/^Last updated: .*\d{4}$/).locator('time'), address).toHaveAttribute(
      'datetime',
      /^\d{4}-\d{2}-\d{2}$/,
    )
  }
})

test('next leads through all documents in the order of the list, and previous back', async ({ page }) => {
  const links = page.getByRole('navigation', { name: 'Previous and next page' })
  for (const [at, address] of listed.entries()) {
    await page.goto(address)
    for (const [name, target] of [
      [/^Previous/, listed[at - 1]],
      [/^Next/, listed[at + 1]],
    ] as const) {
      const link = links.getByRole('link', { name })
      if (target) await expect(link, address).toHaveAttribute('href', target)
      else await expect(link, address).toHaveCount(0)
    }
  }
})

test.describe('sections and their parts are links to themselves, as are headings of a text', () => {
  for (const [address, sections, parts] of [
    [
      '/proof',
      ['units', 'how', 'snapshots', 'terminal'],
      ['shows', 'not-shown', 'browser', 'python', 'command', 'own-program'],
    ],
    [
      '/tokens/witgold',
      ['ground', 'statement', 'curve', 'chain', 'valuation', 'terms', 'documents', 'attestations'],
      [
        'known',
        'changes',
        'reading',
        'inputs',
        'sensitivity',
        'history',
        'risks',
        'verify',
        'counts',
        'updates',
      ],
    ],
    [
      '/docs/help-support',
      ['emergency', 'questions-and-guides', 'contact-a-team-directly'],
      ['faq-title', 'guides'],
    ],
  ] as const) {
    test(`on ${address}`, async ({ page }) => {
      await page.goto(address)
      for (const id of [...sections, ...parts]) {
        const level = (sections as readonly string[]).includes(id) ? 2 : 3
        const link = page.getByRole('heading', { level }).locator(`a[href="#${id}"]`)
        await expect(link, id).toHaveCount(1)
        await expect(page.locator(`[id="${id}"]`), id).toHaveCount(1)
      }
      const last = page.getByRole('heading').locator(`a[href="#${parts.at(-1)}"]`)
      const colorOf = (element: Element) => getComputedStyle(element).color
      expect(await last.evaluate(colorOf), 'as the heading').toBe(await last.locator('..').evaluate(colorOf))
      await last.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${address}#${parts.at(-1)}`)
      await expect(last).toBeInViewport()
    })
  }
})

test('code and tabs that are cut off have the shaded edge of tables', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, selector] of [
    ['/docs/technical-documentation', '.prose pre'],
    ['/docs/help-support', '[role="tablist"]'],
  ] as const) {
    await page.goto(address)
    const part = page.locator(selector).first()
    await part.scrollIntoViewIfNeeded()
    expect(await part.evaluate((one) => one.scrollWidth - one.clientWidth), selector).toBeGreaterThan(0)
    await expect
      .poll(() => part.evaluate((one) => getComputedStyle(one).backgroundAttachment), { message: selector })
      .toMatch(/^local, scroll/)
  }
})

test('every heading is a link to itself, by keyboard too, with its title as name', async ({ page }) => {
  await page.goto('/docs/technical-documentation')
  const heading = page.getByRole('heading', { level: 2, name: 'Custody and the audit log', exact: true })
  const link = heading.getByRole('link', { name: 'Custody and the audit log', exact: true })
  const sign = () => link.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(await sign()).toBe('none')
  await link.hover()
  expect(await sign()).toContain('#')
  await page.mouse.move(0, 0)
  expect(await sign()).toBe('none')
  await link.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  expect(await sign()).toContain('#')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/docs/technical-documentation#custody-and-the-audit-log')
  await expect(
    page.getByRole('heading', { level: 3, name: 'Rate limits' }).getByRole('link'),
  ).toHaveAttribute('href', '#rate-limits')
})

test.describe('the bar', () => {
  for (const width of [390, 768, 1440]) {
    test(`stays on top at ${width} px, with a search field that opens the search`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/docs/technical-documentation')
      await page.getByRole('heading', { level: 2, name: 'Sessions' }).evaluate((h) => h.scrollIntoView())
      const field = page.getByRole('button', { name: 'Search this site' })
      await expect(field).toBeInViewport({ ratio: 1 })
      await expect(field).toContainText('Search')
      expect((await field.boundingBox())?.width, 'wide enough for its text').toBeGreaterThan(90)
      await field.click()
      await expect(dialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(field).toBeFocused()
    })
  }

  test('shows Ctrl K, and the keys open the search', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/legal/terms-of-service')
    const field = page.getByRole('button', { name: 'Search this site' })
    expect(await field.evaluate((button) => getComputedStyle(button, '::after').content)).toContain('Ctrl K')
    await page.keyboard.press('Control+k')
    await expect(dialog(page).getByRole('searchbox')).toBeFocused()
  })

  test('does not cover the heading that a link leads to', async ({ page }) => {
    for (const width of [390, 1100, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/docs/technical-documentation#sessions')
      const heading = page.getByRole('heading', { level: 2, name: 'Sessions' })
      await expect(heading).toBeInViewport()
      const isOnTop = await heading.evaluate((element) => {
        const box = element.getBoundingClientRect()
        const found = document.elementFromPoint(box.left + 4, box.top + box.height / 2)
        return element.contains(found)
      })
      expect(isOnTop, `${width} px`).toBe(true)
    }
  })

  test('does not cover the focused element, nor scroll the page on focus', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto('/docs/technical-documentation#sessions')
    await expect(page.getByRole('heading', { level: 2, name: 'Sessions' })).toBeInViewport()
    const position = await page.evaluate(() => scrollY)
    await page.getByRole('navigation', { name: 'On this page' }).locator('summary').focus()
    await page.getByRole('button', { name: 'Search this site' }).focus()
    expect(await page.evaluate(() => scrollY)).toBe(position)
    const link = page.locator('.prose a[href="#how-pricing-works"]')
    await link.focus()
    const bar = await page.getByRole('navigation', { name: 'On this page' }).boundingBox()
    expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  })

  test('scrolls away on a low screen, as in a magnified page', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto('/docs/glossary')
    await page.evaluate(() => scrollTo(0, 2000))
    await expect(page.getByRole('banner')).not.toBeInViewport()
  })
})

test('print has the text without navigation', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/docs/technical-documentation')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    railOf(page),
    page.getByRole('navigation'),
  ]) {
    await expect(part.filter({ visible: true })).toHaveCount(0)
  }
  const link = page.locator('.prose p > a[href^="/docs/"]').first()
  const address = await link.getAttribute('href')
  const printed = await link.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(printed, 'a reader on paper sees where a link leads').toContain(address)
  await expect(page.locator('.prose button').filter({ visible: true })).toHaveCount(0)
  const text = await page.locator('.document-text').boundingBox()
  const sheet = await page.evaluate(() => document.documentElement.clientWidth)
  expect(text?.width ?? 0, 'the text fills the sheet').toBeGreaterThan(sheet * 0.9)
})

test('print has the site name, list markers and folded content, and no buttons', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/docs/performance-analytics')
  const before = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element, '::before').getPropertyValue(name), property)
  expect(await before('main', 'content')).toContain('Lodefield')
  await expect(page.locator('.chart details table'), 'the months as a table').toBeVisible()
  await page.goto('/docs/investment-prospectus')
  expect(await before('.prose ul:not([class]) > li', 'border-top-style'), 'no background').toBe('solid')
  await page.goto('/docs/help-support')
  await expect(page.locator('.questions .answer').first()).toBeVisible()
  await page.goto('/tokens/witgold')
  const subscribe = page.getByRole('main').getByText('Subscribe', { exact: true })
  await expect(subscribe).toHaveCount(2)
  await expect(subscribe.filter({ visible: true })).toHaveCount(0)
  await page.goto('/proof')
  await expect(page.locator('.proof-actions')).toBeHidden()
})

test('print has drawings no taller than a sheet', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/docs/token-lifecycle')
  const drawing = await page.getByRole('main').getByRole('img').first().boundingBox()
  expect(drawing?.height ?? 0).toBeGreaterThan(200)
  // 16 cm; a sheet has 25 cm between its margins.
  expect(drawing?.height ?? Infinity).toBeLessThan(610)
})

for (const width of [320, 390, 1440]) {
  test(`the words of the search field are whole or left out with text twice as large at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/docs/glossary')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const field = page.getByRole('button', { name: 'Search this site' })
    const cut = await field.evaluate((button) => {
      const box = button.getBoundingClientRect()
      const words = button.querySelector('span')?.getBoundingClientRect()
      if (!words) return 'no words'
      const isLeftOut = words.top >= box.bottom - 2
      return isLeftOut || words.right <= box.right ? '' : `${words.right} > ${box.right}`
    })
    expect(cut).toBe('')
  })
}

test('on a phone a table of figures in four columns needs no sideways scroll', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs/performance-analytics')
  const region = page.locator('.table-region').filter({ hasText: '438 days' }).first()
  expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
})
