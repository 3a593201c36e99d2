import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

/** The elements below a second-level heading, up to the next one. */
const under = (page: Page, title: string) =>
  page.locator(
    `xpath=//*[@data-content]/*[not(self::h2)][preceding-sibling::h2[1][normalize-space()="${title}"]]`,
  )

const sectionsOf = (page: Page) => page.locator('[data-content] > h2').allInnerTexts()

/** Opens a text page and checks the parts that all of them share. */
async function openPage(page: Page, address: string, title: string) {
  const response = await page.goto(address)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Home' })).toHaveAttribute(
    'href',
    '/',
  )
}

test('Investment prospectus: overview, strategy, risk management, four steps, disclaimer, back link', async ({
  page,
}) => {
  await openPage(page, '/docs/investment-prospectus', 'Investment prospectus')
  const sections = await sectionsOf(page)
  expect(sections).toEqual(
    expect.arrayContaining([
      'Overview',
      'Strategy',
      'Risk management',
      'The investment process',
      'Disclaimer',
    ]),
  )
  const steps = under(page, 'The investment process').locator('li.step')
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Registration',
    'Selection',
    'Investment',
    'Monitoring',
  ])
  const codes = under(page, 'Overview').getByRole('table').getByRole('link', { name: '$' })
  await expect(codes).toHaveCount(10)
  for (const code of await codes.all()) {
    const name = (await code.textContent()) ?? ''
    await expect(code).toHaveAttribute('href', `/tokens/${name.slice(1).toLowerCase()}`)
  }
  await expect(page.getByRole('main'), 'the list is public').not.toContainText('after sign-in and may change')
  const status = page.getByRole('complementary').filter({ hasText: 'Status of this document' })
  await expect(status).toContainText('It is not a prospectus within the meaning of Regulation (EU) 2017/1129')
  await expect(page.locator('[data-content] > :first-child'), 'it is the first').toContainText(
    'Status of this document',
  )
  const terms = under(page, 'At a glance').getByRole('table')
  for (const [term, claim] of [
    ['Asset backing', '100%'],
    ['Target annual return', '15-25%'],
    ['Minimum investment', '$100'],
  ])
    await expect(terms.getByRole('row', { name: term }).locator('strong'), term).toHaveText(claim ?? '')
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('Performance analytics', () => {
  const illustrative = /illustrative/i

  test.beforeEach(async ({ page }) => {
    await openPage(page, '/docs/performance-analytics', 'Performance analytics')
  })

  test('says before any figure that all of them are illustrative', async ({ page }) => {
    const note = page.getByRole('complementary').filter({ hasText: 'These figures are illustrative' })
    await expect(note).toContainText('It is not the track record of any portfolio, token or investor')
    await expect(note).toBeInViewport()
    const above = await page.locator('[data-content]').evaluate((content) => {
      const [aside, figure] = [content.querySelector('aside'), content.querySelector('.figure')]
      return Boolean(
        aside && figure && aside.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
    })
    expect(above).toBe(true)
  })

  test('metric cards: total return 18.5, annualized 15.2', async ({ page }) => {
    const figures = await page
      .locator('.figure')
      .evaluateAll((all) =>
        all.map((figure) =>
          ['dt', '.value', '.note'].map((part) => figure.querySelector(part)?.textContent?.trim()),
        ),
      )
    const byLabel = new Map(figures.map(([label, value, note]) => [label, { value, note }]))
    for (const [label, value] of [
      ['Total return', '+18.5%'],
      ['Annualized return', '+15.2%'],
      ['Sharpe ratio', '1.8'],
      ['Max drawdown', '-8.3%'],
      ['Volatility', '12.4%'],
      ['Beta', '0.85'],
    ] as const) {
      expect(byLabel.get(label)?.value, label).toBe(value)
      expect(byLabel.get(label)?.note, `${label} has its badge`).toMatch(illustrative)
    }
  })

  test('portfolio allocation: gold 35, silver 25, copper 20, rare earths 15, lithium 5 percent', async ({
    page,
  }) => {
    const chart = page.getByRole('figure').filter({ hasText: 'Portfolio allocation' })
    await expect(chart.locator('figcaption')).toContainText(illustrative)
    const rows = await chart
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('.num')?.textContent]),
      )
    expect(rows).toEqual([
      ['Gold', '35%'],
      ['Silver', '25%'],
      ['Copper', '20%'],
      ['Rare earths', '15%'],
      ['Lithium', '5%'],
    ])
    const widthOf = async (bar: string) => {
      const box = await chart.locator('dl > div').first().locator(bar).boundingBox()
      return box?.width ?? 0
    }
    const share = (await widthOf('.share')) / (await widthOf('.ground'))
    expect(share, 'a bar fills as much of its track as it says').toBeCloseTo(0.35, 2)
  })

  test('monthly performance against a benchmark, as a chart and as a table', async ({ page }) => {
    const chart = page.getByRole('figure').filter({ hasText: 'Monthly returns as a table' })
    await expect(chart.locator('figcaption')).toContainText(illustrative)
    await expect(chart.getByRole('img', { name: /^Bar chart of the monthly returns/ })).toBeVisible()
    await chart.getByText('Monthly returns as a table').click()
    const table = chart.getByRole('table')
    await expect(table.getByRole('columnheader')).toHaveText([
      'Month',
      'Portfolio',
      'Benchmark',
      'Difference',
    ])
    await expect(table.getByRole('row')).toHaveCount(13)
    const months = await table
      .getByRole('row')
      .evaluateAll((rows) =>
        rows
          .slice(1)
          .map((row) => [...row.querySelectorAll('td')].map((cell) => Number.parseFloat(cell.textContent))),
      )
    const compound = (at: number) => months.reduce((value, month) => value * (1 + (month[at] ?? 0) / 100), 1)
    expect((compound(0) - 1) * 100, 'the months compound to the total return').toBeCloseTo(18.5, 0)
    for (const [portfolio = 0, benchmark = 0, difference] of months) {
      expect(portfolio - benchmark).toBeCloseTo(difference ?? Number.NaN, 5)
    }
  })

  test('attribution adds up to the total return; highlights; risk metrics', async ({ page }) => {
    const chart = page.getByRole('figure').filter({ hasText: 'Contribution to return' })
    await expect(chart.locator('figcaption')).toContainText(illustrative)
    const parts = (await chart.locator('.num').allInnerTexts()).map(Number.parseFloat)
    expect(parts).toHaveLength(6)
    const total = parts.pop()
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(18.5, 5)
    expect(total).toBe(18.5)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const bar of await chart.locator('svg').all()) await expect(bar, 'on a phone too').toBeVisible()
    await expect(page.locator('.highlights').getByRole('listitem')).not.toHaveCount(0)
    expect(await sectionsOf(page)).toEqual(expect.arrayContaining(['Risk metrics', 'Portfolio allocation']))
  })
})

test('Compliance reports: compliance and certification lists and six downloadable reports', async ({
  page,
  request,
}) => {
  await openPage(page, '/docs/compliance-reports', 'Compliance reports')
  const checks = (section: string) => under(page, section).getByRole('heading', { level: 3 }).allInnerTexts()
  expect(await checks('Compliance programs')).toHaveLength(6)
  expect(await checks('Certifications and attestations')).toEqual(
    expect.arrayContaining([
      'JORC certified',
      'ESG compliant',
      'Regulated',
      'Audited',
      'SOC 2 Type II criteria',
    ]),
  )
  await expect(page.getByText('No listed series has demonstrated them yet.')).toBeVisible()
  const reports = page.locator('[data-report]')
  await expect(reports).toHaveCount(6)
  for (const report of await reports.all()) {
    await expect(report.getByRole('button', { name: /^Preview/ })).toBeVisible()
    const address = (await report.getByRole('link', { name: /^Download/ }).getAttribute('href')) ?? ''
    const file = await request.head(address)
    expect([file.status(), file.headers()['content-type']], address).toEqual([200, 'application/pdf'])
  }
})

test('Audit reports: three reports with preview and download, a summary and a timeline', async ({
  page,
  request,
}) => {
  await openPage(page, '/docs/audit-reports', 'Audit reports')
  const reports = page.locator('[data-report]')
  await expect(reports).toHaveCount(3)
  for (const report of await reports.all()) {
    await expect(report.getByRole('button', { name: /^Preview/ })).toBeVisible()
    const address = (await report.getByRole('link', { name: /^Download/ }).getAttribute('href')) ?? ''
    expect((await request.head(address)).status(), address).toBe(200)
  }
  await expect(under(page, 'Summary').getByRole('row')).toHaveCount(4)
  const days = await under(page, 'Timeline')
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(days.length).toBeGreaterThan(3)
  expect(days, 'oldest first').toEqual([...days].sort())
})

test('Resource center: educational materials, market research, video library and tools', async ({ page }) => {
  await openPage(page, '/docs/resource-center', 'Resource center')
  expect(await sectionsOf(page)).toEqual(
    expect.arrayContaining(['Educational materials', 'Market research', 'Video library', 'Tools']),
  )
  for (const section of ['Educational materials', 'Market research']) {
    await expect(under(page, section).getByRole('listitem').getByRole('link').first()).toBeVisible()
  }
  await expect(under(page, 'Video library').first()).toContainText('No videos have been published yet.')
})

test.describe('Return calculator', () => {
  test('calculates as its fields change, and names the invalid ones', async ({ page }) => {
    await page.goto('/docs/resource-center')
    const calculator = page.locator('[data-return-calculator]')
    const results = () => calculator.locator('output').allInnerTexts()
    const fill = async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await calculator.getByLabel(label).fill(value)
    }
    await expect(calculator).toContainText('Illustration, not a forecast')
    // 10,000 × (1.08 × 0.985)^5; without the fee 10,000 × 1.08^5.
    expect(await results()).toEqual(['$13,624', '$3,624', '$1,069'])

    const labels = {
      amount: 'Initial investment, USD',
      gain: 'Annual return',
      fee: 'Annual fee',
      years: 'Years',
    }
    await fill({ [labels.amount]: '1000', [labels.gain]: '10', [labels.fee]: '0', [labels.years]: '2' })
    expect(await results()).toEqual(['$1,210', '$210', '$0'])
    await fill({ [labels.gain]: '0', [labels.fee]: '10', [labels.years]: '1' })
    expect(await results()).toEqual(['$900', '-$100', '$100'])

    await fill({ [labels.years]: '1.5' })
    await expect(calculator.getByRole('alert')).toHaveText('Years: enter a whole number from 1 to 40.')
    await expect(calculator.getByLabel(labels.years)).toHaveAttribute('aria-invalid', 'true')
    expect(await results()).toEqual(['–', '–', '–'])
    await fill({ [labels.years]: '2' })
    await expect(calculator.getByRole('alert')).toBeEmpty()
    expect(await results()).toEqual(['$810', '-$190', '$190'])
    await calculator.getByLabel(labels.years).press('Enter')
    await expect(page, 'Enter sends nothing').toHaveURL('/docs/resource-center')
  })
})

test('Investor relations: three department cards under their titles, metrics and updates', async ({
  page,
}) => {
  await openPage(page, '/docs/investor-relations', 'Investor relations')
  const cards = under(page, 'Departments').locator('[data-department]')
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
    'Investment Inquiries',
    'Investor Support',
    'Financial Reporting',
  ])
  await expect(under(page, 'Updates').locator('details')).not.toHaveCount(0)
  const metrics = await page.locator('.figure .value').allInnerTexts()
  expect(metrics).toEqual(expect.arrayContaining(['$100', '15-25%', '100%', '30 seconds']))
})

test('Help and Support: search, filter, three action cards, FAQ tabs, six guides, contacts, emergency', async ({
  page,
}) => {
  await openPage(page, '/docs/help-support', 'Help and Support')
  await expect(page.getByRole('searchbox', { name: 'Search questions and guides' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('all')
  const actions = page.locator('[data-support-forms]')
  for (const title of ['Live chat', 'Support ticket', 'Schedule a call']) {
    await expect(actions.getByText(title, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('tab')).toHaveText([
    'All',
    'Account',
    'Investment',
    'Security',
    'Technical',
    'Compliance',
  ])
  await expect(page.locator('#faq-panel details')).toHaveCount(6)
  await expect(page.locator('.guides > li')).toHaveCount(6)
  await page.getByRole('heading', { level: 2, name: 'Contact a team directly' }).scrollIntoViewIfNeeded()
  await expect(page.locator('[data-department]')).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Emergency' })).toBeVisible()
})

test('Technical documentation: tokens, custody, pricing and the API, with links to its reference', async ({
  page,
  request,
}) => {
  await openPage(page, '/docs/technical-documentation', 'Technical documentation')
  expect(await sectionsOf(page)).toEqual(
    expect.arrayContaining([
      'How tokens work',
      'Custody and the audit log',
      'How pricing works',
      'API conventions',
      'Sessions',
      'Market data sources',
    ]),
  )
  const main = page.getByRole('main')
  const description = await main.getByRole('link', { name: 'OpenAPI description' }).getAttribute('href')
  expect(await (await request.get(description ?? '')).json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
  })
  await main.getByRole('link', { name: 'API reference' }).click()
  await expect(page).toHaveURL('/api/v1/reference')
})

const related = [
  ['Investment prospectus', '/docs/investment-prospectus'],
  ['Performance analytics', '/docs/performance-analytics'],
  ['Compliance reports', '/docs/compliance-reports'],
  ['Audit reports', '/docs/audit-reports'],
  ['Resource center', '/docs/resource-center'],
]

for (const slug of [
  'custody-and-segregation',
  'glossary',
  'market-notes-rare-earths',
  'reading-a-resource-statement',
  'token-lifecycle',
]) {
  test(`/docs/${slug} shows title, description and content, and Related Documentation with its five links`, async ({
    page,
    request,
  }) => {
    const stored = (await (await request.get(`/api/v1/docs/${slug}`)).json()) as Record<string, string>
    await openPage(page, `/docs/${slug}`, stored.title ?? 'missing')
    await expect(page.getByRole('main')).toContainText(stored.description ?? 'missing')
    const sections = await sectionsOf(page)
    expect(sections.length).toBeGreaterThan(1)
    const fetched = await page.evaluate(
      (html) =>
        [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('h2')].map(
          (h) => h.textContent,
        ),
      stored.content ?? '',
    )
    expect(fetched, 'the API returns the same text').toEqual(sections)
    const grid = page.getByRole('region', { name: 'Related Documentation' })
    const links = await grid
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    expect(links).toEqual(related)
  })
}

test.describe('legal pages', () => {
  const readText = (page: Page) => page.locator('[data-content]').textContent()

  test('Terms of service: eight numbered sections and Back to Home', async ({ page }) => {
    await openPage(page, '/legal/terms-of-service', 'Terms of service')
    const sections = await sectionsOf(page)
    expect(sections.map((title) => title.split(' ')[0])).toEqual([
      '1.',
      '2.',
      '3.',
      '4.',
      '5.',
      '6.',
      '7.',
      '8.',
    ])
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('Privacy policy: its sections, December 2024, GDPR, CCPA, SOC 2 Type II, privacy team under 24 hours', async ({
    page,
  }) => {
    await openPage(page, '/legal/privacy-policy', 'Privacy policy')
    await expect(page.getByText('Last updated: December 2024')).toBeVisible()
    expect(await sectionsOf(page)).toEqual(
      expect.arrayContaining([
        'Information we collect',
        'How we use it, and our legal basis',
        'Security',
        'Your privacy rights',
        'Sharing',
        'Contact the privacy team',
      ]),
    )
    const text = await readText(page)
    for (const words of ['GDPR', 'CCPA', 'SOC 2 Type II']) expect(text).toContain(words)
    await expect(under(page, 'Contact the privacy team').first()).toContainText('under 24 hours')
  })

  test('the privacy policy is one text at two URLs; /legal/privacy-policy is the canonical one', async ({
    page,
  }) => {
    await page.goto('/legal/privacy-policy')
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
    expect(new URL(canonical ?? '', page.url()).pathname).toBe('/legal/privacy-policy')
    const text = await readText(page)
    await openPage(page, '/docs/privacy-policy', 'Privacy policy')
    expect(await readText(page)).toBe(text)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', canonical ?? '')
  })

  for (const slug of ['terms-of-service', 'privacy-policy', 'cookies', 'risk-disclosure']) {
    test(`/legal/${slug} shows when it was last updated and links to /contact and /support`, async ({
      page,
      request,
    }) => {
      const stored = (await (await request.get(`/api/v1/legal/${slug}`)).json()) as Record<string, string>
      await openPage(page, `/legal/${slug}`, stored.title ?? 'missing')
      await expect(page.getByText(/^Last updated: .*\d{4}$/).locator('time')).toHaveAttribute(
        'datetime',
        stored.last_updated ?? 'missing',
      )
      const note = page.getByText('Questions about this page?')
      await expect(note.getByRole('link', { name: 'Help and Support' })).toHaveAttribute('href', '/support')
      await note.getByRole('link', { name: 'contact us' }).click()
      await expect(page).toHaveURL('/docs/help-support')
    })
  }
})

const contentsOf = (page: Page) => page.getByRole('navigation', { name: 'On this page' })
const currentSection = (page: Page) => contentsOf(page).locator('[aria-current]')

test.describe("'On this page'", () => {
  test('lists the sections and highlights the linked one, at any position', async ({ page }) => {
    await page.goto('/docs/technical-documentation')
    const links = contentsOf(page).getByRole('link')
    await expect(links).toHaveText(await sectionsOf(page))
    // Backwards and forwards; the last sections cannot be scrolled to the top edge.
    for (const name of [
      'Sessions',
      'Health checks and versioning',
      'How tokens work',
      'First calls',
      'Sessions',
    ]) {
      await contentsOf(page).getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport()
      await expect(currentSection(page)).toHaveText(name)
    }
    await page.goBack()
    await expect(currentSection(page)).toHaveText('First calls')
  })

  test('highlights the section of an opened URL', async ({ page }) => {
    await page.goto('/docs/technical-documentation#health-checks-and-versioning')
    await expect(currentSection(page)).toHaveText('Health checks and versioning')
  })

  test('follows the reader by scrolling, into the middle of a section and to the end', async ({ page }) => {
    await page.goto('/docs/technical-documentation')
    await expect(currentSection(page)).toHaveCount(0)
    const end = page.getByRole('heading', { level: 3, name: 'Rate limits' })
    await end.evaluate((heading) => heading.scrollIntoView())
    await expect(currentSection(page)).toHaveText('API conventions')
    await contentsOf(page).getByRole('link', { name: 'How pricing works' }).click()
    // The page scrolls to the section some time after the click.
    await expect(page.getByRole('heading', { name: 'How pricing works' })).toBeInViewport()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(currentSection(page)).toHaveText('Health checks and versioning')
    await page.evaluate(() => scrollTo(0, 0))
    await expect(currentSection(page)).toHaveCount(0)
  })

  for (const width of [390, 768]) {
    test(`is folded at ${width} px, stays in reach and names the current section`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/docs/technical-documentation')
      const fold = contentsOf(page).locator('summary')
      await expect(contentsOf(page)).toHaveCount(1)
      await expect(contentsOf(page).getByRole('link')).toHaveCount(0)
      await fold.click()
      await contentsOf(page).getByRole('link', { name: 'Sessions' }).click()
      await expect(contentsOf(page).getByRole('link'), 'folded again').toHaveCount(0)
      const heading = page.getByRole('heading', { level: 2, name: 'Sessions' })
      await expect(heading).toBeInViewport()
      await expect(fold).toBeInViewport()
      await expect(fold).toContainText('Sessions')
      const [bar, title] = await Promise.all([fold.boundingBox(), heading.boundingBox()])
      expect(title?.y, 'the heading is not covered').toBeGreaterThanOrEqual(
        (bar?.y ?? 0) + (bar?.height ?? 0),
      )
      await fold.click()
      await expect(currentSection(page)).toHaveText('Sessions')
      if (width === 390) await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(contentsOf(page).getByRole('link')).toHaveCount(0)
      await expect(fold).toBeFocused()
    })
  }

  test('is folded on legal pages too, and works without JavaScript', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      ...(baseURL && { baseURL }),
    })
    const page = await context.newPage()
    await page.goto('/legal/terms-of-service')
    await contentsOf(page).locator('summary').click()
    await contentsOf(page)
      .getByRole('link', { name: /Your account/ })
      .click()
    await expect(page.getByRole('heading', { level: 2, name: /Your account/ })).toBeInViewport()
    await context.close()
  })
})

test('a table wider than the screen scrolls inside its container, by keyboard too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/docs/technical-documentation')
  const region = page.getByRole('group', { name: 'Table, scrolls horizontally' }).first()
  await region.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

test('a table of names in code leaves the sentences beside them space on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs/technical-documentation')
  const cell = page.getByRole('cell', { name: /^No token, a bad or expired one/ })
  expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(170)
  const region = page.getByRole('group', { name: 'Table, scrolls horizontally' }).filter({ has: cell })
  expect(await region.evaluate((element) => getComputedStyle(element).backgroundAttachment)).toMatch(
    /^local, scroll/,
  )
})
