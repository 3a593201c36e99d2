import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { builtPages } from './built-site.ts'
import { expect, signIn, test } from './fixtures.ts'
import { fillAccount } from './portfolio-rows.ts'

type Kind = 'document' | 'stylesheet' | 'script'

/** An entry of a `budget.json` of Lighthouse: of several that fit a path, the last one applies. */
interface Budget {
  path: string
  resourceSizes: { resourceType: Kind; budget: number }[]
}

/** Bytes: a kilobyte is a thousand of them, which is a little less than Lighthouse allows. */
const KB = 1000

function readBudgets(name: string): { path: string; limitOf: (kind: Kind) => number | undefined }[] {
  const budgets = JSON.parse(readFileSync(`tests/budgets/${name}.json`, 'utf8')) as Budget[]
  return budgets.map(({ path, resourceSizes }) => ({
    path,
    limitOf: (kind) => resourceSizes.find(({ resourceType }) => resourceType === kind)?.budget,
  }))
}

/** `*` matches anything, and `$` at the end marks the end of the path. */
const fits = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/[.?+]/g, '\\$&').replaceAll('*', '.*')}`).test(path)

const firstView = readBudgets('first-view')
const islandsStarted = readBudgets('islands-started')
const budgetOf = (budgets: typeof firstView, path: string) =>
  budgets.findLast((entry) => fits(entry.path, path))

/**
 * Upper bounds in KB: for what a page sends before its islands start, and for JavaScript after that. 69 KiB, or 1.15
 * times React, where islands start without a press, and more where they wait for one.
 */
const BAR = { text: 25, home: 45, sheet: 34, island: 70.6, pressed: 76.5 }

/** Begins with cards from the server, so that its island starts at once. */
const departmentsFirst = '/docs/investor-relations'

test('no budget exceeds the bounds of the site', () => {
  for (const { path, limitOf } of firstView) {
    if (path === departmentsFirst) continue
    const whole = (limitOf('document') ?? 0) + (limitOf('stylesheet') ?? 0) + (limitOf('script') ?? 0)
    const bar = path === '/$' ? BAR.home : path === '/tokens/*' ? BAR.sheet : BAR.text
    expect(whole, path).toBeLessThanOrEqual(bar)
  }
  for (const { path, limitOf } of islandsStarted) {
    const startsByItself = ['/$', departmentsFirst].includes(path)
    expect(limitOf('script'), path).toBeLessThanOrEqual(startsByItself ? BAR.island : BAR.pressed)
  }
})

interface Part {
  path: string
  kind: Kind
  bytes: number
  isReact: boolean
}

async function readPart(request: Request): Promise<Part> {
  const response = await request.response()
  const { responseBodySize: bytes } = await request.sizes()
  const path = new URL(request.url()).pathname
  // The smallest files do not shrink by compression.
  if (bytes > 1500) expect(response?.headers()['content-encoding'], path).toBe('br')
  const kind = request.resourceType() as Kind
  const text = kind === 'script' ? ((await response?.text()) ?? '') : ''
  return { path, kind, bytes, isReact: text.includes('react.transitional.element') }
}

/** Records the HTML, CSS and JavaScript sent from now on. */
function watchTransfers(page: Page): () => Promise<Part[]> {
  const parts: Promise<Part>[] = []
  page.on('requestfinished', (request) => {
    if (['document', 'stylesheet', 'script'].includes(request.resourceType())) parts.push(readPart(request))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return Promise.all(parts)
  }
}

/** Lists the parts of the page that exceed its budget. */
function findExcess(budgets: typeof firstView, path: string, parts: Part[]): string[] {
  const budget = budgetOf(budgets, path)
  if (!budget) return [`${path} has no budget`]
  return (['document', 'stylesheet', 'script'] as const).flatMap((kind) => {
    const limit = budget.limitOf(kind)
    const bytes = parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.bytes, 0)
    return limit !== undefined && bytes > limit * KB ? [`${path}: ${kind} of ${bytes} bytes`] : []
  })
}

/** What a page draws after a while, so that it can be printed, is not of its first view: it never comes. */
const holdWhatComesLater = () => {
  const { setTimeout: wait, requestIdleCallback: request } = window
  Object.assign(window, {
    setTimeout: (run: () => void, after = 0, ...values: []) =>
      after < 4000 ? wait(run, after, ...values) : 0,
    requestIdleCallback: (run: IdleRequestCallback, options?: IdleRequestOptions) =>
      (options?.timeout ?? 0) < 4000 ? request(run, options) : 0,
  })
}

const isText = (address: string) => /^\/(docs|legal|tokens|proof)(?=\/|$)(?!\/404)/.test(address)

/** Holds its styles and its script, so that it is whole when it is saved. */
const onePart = '/proof/verify'

for (const kind of ['docs', 'legal', 'tokens', 'proof']) {
  test(`every page under /${kind} keeps to its budget of HTML, CSS and JavaScript, and needs no React to be read`, async ({
    browser,
  }) => {
    const heavy: string[] = []
    const addresses = builtPages.map(({ address }) => address)
    for (const address of addresses.filter((path) => isText(path) && `${path}/`.startsWith(`/${kind}/`))) {
      // A separate context: nothing may come from the cache of the page before.
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.addInitScript(holdWhatComesLater)
      const readTransfers = watchTransfers(page)
      await page.goto(address)
      const parts = await readTransfers()
      await context.close()
      if (address === onePart) expect(parts.length, address).toBe(1)
      else expect(parts.length, address).toBeGreaterThan(2)
      heavy.push(...findExcess(firstView, address, parts))
      if (address === departmentsFirst) continue
      heavy.push(...parts.filter(({ isReact }) => isReact).map(({ path }) => `${address}: ${path}`))
    }
    expect(heavy).toEqual([])
  })
}

test('the home page keeps to its budget before its island', async ({ page }) => {
  // The ticker starts when the browser is idle, which is prevented here.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const readTransfers = watchTransfers(page)
  await page.goto('/')
  const parts = await readTransfers()
  expect(parts.filter(({ isReact }) => isReact)).toEqual([])
  expect(findExcess(firstView, '/', parts)).toEqual([])
})

for (const [address, use] of [
  ['/', async (page) => expect(page.locator('.ticker .mark')).toContainText('Simulated')],
  [
    '/docs/audit-reports',
    async (page) => {
      await page
        .getByRole('button', { name: /^Preview/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    '/docs/help-support',
    async (page) => {
      await page.getByRole('button', { name: 'Open a ticket' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    departmentsFirst,
    async (page) => {
      const card = page.locator('[data-department]').first()
      await card.scrollIntoViewIfNeeded()
      await expect(card.getByRole('link').first()).toBeVisible()
    },
  ],
] satisfies [string, (page: Page) => Promise<void>][]) {
  test(`${address} with its islands started keeps to its budget of JavaScript`, async ({ page }) => {
    const readTransfers = watchTransfers(page)
    await page.goto(address)
    await use(page)
    const parts = await readTransfers()
    expect(parts.some(({ isReact }) => isReact)).toBe(true)
    expect(findExcess(islandsStarted, address, parts)).toEqual([])
  })
}

/** Bytes of JavaScript of the first view of the dashboard, in KB. */
const DASHBOARD = 130

test('the first view of a dashboard with a year of figures keeps to its bound of JavaScript', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page, { verified: true })
  await fillAccount(sql, user.id)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(holdWhatComesLater)
  const parts: Promise<Part>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') parts.push(readPart(request))
  })
  await page.goto('/access/dashboard')
  const chart = page.getByRole('region', { name: 'Portfolio value over time' })
  await expect(chart.getByRole('img')).toBeVisible()
  await expect(page.getByText('Monthly valuation 5')).toBeVisible()
  await expect(page.getByRole('banner').getByText('1', { exact: true })).toBeVisible()
  const scripts = await Promise.all(parts)
  const sum = scripts.reduce((total, { bytes }) => total + bytes, 0)
  expect(sum, scripts.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')).toBeLessThanOrEqual(
    DASHBOARD * KB,
  )

  const allocation = page.getByRole('region', { name: 'Allocation by category' })
  await expect(allocation.getByRole('img'), 'is loaded when it is scrolled to').toHaveCount(0)
  await allocation.scrollIntoViewIfNeeded()
  await expect(allocation.getByRole('img')).toBeVisible()
})
