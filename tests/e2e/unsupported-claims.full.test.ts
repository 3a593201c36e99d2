import { readFileSync } from 'node:fs'
import { builtFiles } from './built-pages.ts'
import { expect, test } from './fixtures.ts'

/** Text of a built page as a reader sees it: without tags, scripts and line breaks. */
function readText(path: string): string {
  const html = readFileSync(`dist/site/${path}`, 'utf8')
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/\s+/g, ' ')
}

/** Claims that the product does not support. */
const unbacked = [
  /who stands behind each claim/i,
  /does not name them is not offered|do not name them is not offered/i,
  /independent audits?\b(?! (has|have|is|are) to)(?= of backing| under)/i,
  /by someone who does not work for us/i,
  /projects are JORC[^.]*: a qualified person signs/i,
  /resource figures are reported under/i,
  /backing assets are held apart/i,
  /backing assets are examined/i,
  /never exceed the units held/i,
  /team makes contact within/i,
  /covered at all hours/i,
  /SOC 2 (Type II )?(certified|compliant|audited)/i,
  /(?<!not )\b(insured by|guaranteed returns?|bank-grade|military-grade|world-class|best-in-class|industry-leading|fully regulated|unmatched|cutting-edge|seamless)\b/i,
  /\blive prices\b/i,
]

test('no built page makes an unsupported claim', () => {
  const pages = builtFiles.map(({ path }) => path)
  expect(pages.length).toBeGreaterThan(15)
  const found = pages.flatMap((path) => {
    const text = readText(path)
    return unbacked.flatMap((claim) => {
      const match = claim.exec(text)
      return match ? [`${path}: ${text.slice(Math.max(0, match.index - 60), match.index + 80)}`] : []
    })
  })
  expect(found).toEqual([])
})

test('each badge of the home page has its condition next to it, and links to its requirement', async ({
  page,
}) => {
  await page.goto('/')
  const section = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Requirements for every series', exact: true }),
  })
  const badges = section.getByRole('listitem').filter({ has: page.locator(':scope > b') })
  await expect(badges).toHaveCount(4)
  await expect(section).toContainText('What a project must meet before its token is offered.')
  for (const [at, [title, id]] of [
    ['JORC certified', 'jorc-certified'],
    ['ESG compliant', 'esg-compliant'],
    ['Regulated', 'regulated'],
    ['Audited', 'audited'],
  ].entries()) {
    await badges
      .nth(at)
      .getByRole('link', { name: title ?? '', exact: true })
      .click()
    await expect(page).toHaveURL(`/docs/compliance-reports#${id}`)
    const entry = page.locator(`#${id}`)
    await expect(entry).toBeInViewport()
    await expect(entry.getByRole('heading')).toHaveText(title ?? '')
    await expect(entry.locator('.mark')).toHaveText('Required')
    await page.goBack()
  }
  await page.goto('/docs/compliance-reports')
  await expect(page.getByText('Required, not yet demonstrated.', { exact: true })).toBeVisible()
})

test('every page says once, above its bar, that the series are illustrative, and links to what this means', async ({
  page,
}) => {
  for (const { path } of builtFiles) {
    const notices = readFileSync(`dist/site/${path}`, 'utf8').split('data-demonstration').length - 1
    expect(notices, path).toBe(1)
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const notice = page.getByRole('complementary', { name: 'Demonstration' })
    await expect(notice).toHaveText(
      /^Demonstration: the series, documents and counterparties shown on this site are illustrative\. No securities are being offered\. What this means$/,
    )
    const box = await notice.boundingBox()
    const bar = await page.locator('.site-header').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), 'directly above the bar').toBeCloseTo(bar?.y ?? 0, 0)
    if (width === 1280) expect(box?.height, 'one line').toBeLessThan(45)
    await notice.getByRole('link', { name: 'What this means' }).click()
    await expect(page).toHaveURL('/legal/risk-disclosure#about-figures-on-this-site')
    await expect(page.locator('#about-figures-on-this-site')).toBeInViewport()
  }
})

test('the status of the listed series is stated on the three pages that describe them', async ({ page }) => {
  for (const path of ['/tokens', '/docs/investment-prospectus', '/legal/risk-disclosure']) {
    await page.goto(path)
    const note = page.getByRole('complementary').filter({ hasText: 'Status of the listed series' })
    await expect(note, path).toContainText('The series listed today are illustrative')
  }
})

test('each listed report is labeled as illustrative, in the list and in its preview', async ({
  page,
  request,
}) => {
  const response = await request.get('/api/v1/reports')
  const { reports } = (await response.json()) as { reports: { id: string; illustrative: boolean }[] }
  expect(reports.filter(({ illustrative }) => illustrative)).toHaveLength(9)
  for (const path of ['/docs/audit-reports', '/docs/compliance-reports']) {
    await page.goto(path)
    const entries = page.locator('[data-report]')
    const marks = entries.locator('.mark')
    await expect(marks).toHaveText((await entries.all()).map(() => 'Illustrative'))
  }
  await page
    .getByRole('button', { name: /^Preview/ })
    .first()
    .click()
  await expect(
    page.getByRole('dialog').getByText('Illustrative sample; not evidence about any token'),
  ).toBeVisible()
})

test('a count of readers is labeled as illustrative', async ({ page }) => {
  await page.goto('/docs/help-support')
  const counts = page.locator('#faq-panel .helpful')
  await expect(counts).toHaveCount(6)
  for (const count of await counts.all())
    await expect(count).toContainText(/found this helpful\s*\(illustrative\)/)
})

test('response times are called targets wherever they appear', async ({ page }) => {
  await page.goto('/docs/help-support')
  await page.getByRole('heading', { name: 'Contact a team directly' }).scrollIntoViewIfNeeded()
  await expect(page.locator('[data-department]')).toHaveCount(5)
  const times = page.getByRole('main').getByText(/\b(under \d+|within \d+) (minutes|hours?)\b|: \d+ hours$/)
  expect(await times.count()).toBeGreaterThan(6)
  for (const time of await times.all()) await expect(time).toContainText(/target|aims/i)
})
