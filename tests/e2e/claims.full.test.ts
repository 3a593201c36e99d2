import { readFileSync } from 'node:fs'
import { builtFiles } from './built-site.ts'
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

/** Claims that the product does not back. */
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

test('no built page makes a claim without backing', () => {
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

test('each badge of the home page has its condition beside it, and links to its requirement', async ({
  page,
}) => {
  await page.goto('/')
  const badges = page.getByRole('listitem').filter({ has: page.locator(':scope > b') })
  await expect(badges).toHaveCount(4)
  for (const [at, [title, id]] of [
    ['JORC certified', 'jorc-certified'],
    ['ESG compliant', 'esg-compliant'],
    ['Regulated', 'regulated'],
    ['Audited', 'audited'],
  ].entries()) {
    const badge = badges.nth(at)
    await expect(badge).toContainText('Requires')
    await badge.getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveURL(`/docs/compliance-reports#${id}`)
    const entry = page.locator(`#${id}`)
    await expect(entry).toBeInViewport()
    await expect(entry.getByRole('heading')).toHaveText(title ?? '')
    await expect(entry.locator('.mark')).toHaveText('Required, not yet shown')
    await page.goBack()
  }
  const note = page.getByText('The badges name what a project has to show before its token is offered.')
  await expect(note).toContainText('illustrative')
  await expect(page.locator('.badges-note .mark')).toHaveText('Illustrative')
})

test('each page that describes tokens says that the listed ones are illustrative', async ({ page }) => {
  for (const path of [
    '/',
    '/docs/investment-prospectus',
    '/docs/compliance-reports',
    '/docs/custody-and-segregation',
    '/docs/token-lifecycle',
    '/docs/investor-relations',
    '/legal/risk-disclosure',
  ]) {
    await page.goto(path)
    const note = page.getByRole('main').getByText(/tokens listed today are illustrative/i)
    await expect(note.first(), path).toBeVisible()
  }
})

test('each listed report is labelled as illustrative, in the list and in its preview', async ({
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
    page.getByRole('dialog').getByText('Illustrative sample, no evidence about a token'),
  ).toBeVisible()
})

test('a count of readers is labelled as illustrative', async ({ page }) => {
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
