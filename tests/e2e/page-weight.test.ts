/** Page weights: before islands start, computed from the built files; afterwards, measured in a browser. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { builtPages } from './built-pages.ts'
import { expect, signIn, test } from './fixtures.ts'
import { listPageFiles, type PageWeight, weighPages } from './page-weights.ts'
import { createFullAccount } from './portfolio-fixtures.ts'

/** Bytes: a kilobyte is a thousand of them, slightly less than Lighthouse allows. */
const KB = 1000

/** The maximum weight as a multiple of the recorded one; the limits of the file apply as well. */
const GROWTH = 1.03

/** Upper bounds in KB of what a page sends before its islands start. */
const BOUNDS = { text: 25, home: 45, sheet: 34 }

/** Begins with cards from the server, so its island starts immediately. */
const departmentsFirst = '/docs/investor-relations'

/** Text in React that minification keeps. */
const REACT = 'react.transitional.element'

const budgets = JSON.parse(readFileSync('tests/budgets/page-weights.json', 'utf8')) as {
  /** Maximum bytes by pattern: `*` matches anything, `$` marks the end, and the last match applies. */
  limits: Record<string, PageWeight>
  /** Recorded bytes by URL. */
  pages: Record<string, PageWeight>
  /** JavaScript in bytes once the islands of a page or the charts of the dashboard have started. */
  scripts: Record<string, { recorded: number; limit: number }>
}
const weights = weighPages()

const matches = (pattern: string, address: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}`).test(address)

test('no page exceeds its limits or is more than 3 percent above its recorded weight', () => {
  const heavy = [...weights].flatMap(([address, weight]) => {
    const [, limits] = Object.entries(budgets.limits).findLast(([pattern]) => matches(pattern, address)) ?? []
    return (['document', 'stylesheet', 'script'] as const).flatMap((kind) => {
      // A new page has limits, but no recorded weight.
      const recorded = budgets.pages[address]?.[kind] ?? Number.POSITIVE_INFINITY
      const limit = Math.min(limits?.[kind] ?? 0, recorded * GROWTH)
      return weight[kind] > limit ? [`${address}: ${kind} of ${weight[kind]} bytes, limit ${limit}`] : []
    })
  })
  expect(heavy, 'npm run budgets records a deliberate change').toEqual([])
})

test('no page exceeds the bounds of the site', () => {
  for (const [address, { document, stylesheet, script }] of weights) {
    if (address === departmentsFirst) continue
    const bound = address === '/' ? 'home' : address.startsWith('/tokens/') ? 'sheet' : 'text'
    expect(document + stylesheet + script, address).toBeLessThanOrEqual(BOUNDS[bound] * KB)
  }
})

test('no page needs React to be read', () => {
  const pages = builtPages.filter(({ address }) => weights.has(address))
  const needing = pages.filter(({ path }) =>
    listPageFiles(path).scripts.some((script) => readFileSync(`dist/site/${script}`, 'utf8').includes(REACT)),
  )
  expect(needing.map(({ address }) => address)).toEqual([])
})

/** Content that a page draws later, for printing, is not part of its first view: it never loads here. */
const holdWhatComesLater = () => {
  const { setTimeout: wait, requestIdleCallback: request } = window
  Object.assign(window, {
    setTimeout: (run: () => void, after = 0, ...values: []) =>
      after < 4000 ? wait(run, after, ...values) : 0,
    requestIdleCallback: (run: IdleRequestCallback, options?: IdleRequestOptions) =>
      (options?.timeout ?? 0) < 4000 ? request(run, options) : 0,
  })
}

interface Script {
  path: string
  bytes: number
}

/** Records the scripts sent from now on, and the stylesheets of the site. */
function watchTransfers(page: Page) {
  const scripts: Promise<Script>[] = []
  const stylesheets: string[] = []
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname.slice(1)
    if (request.resourceType() === 'stylesheet' && !path.startsWith('api/')) stylesheets.push(path)
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize: bytes }) => ({ path, bytes })))
  })
  return async () => ({ scripts: await Promise.all(scripts), stylesheets })
}

for (const address of ['/', '/docs/audit-reports', '/legal/privacy-policy', '/tokens/hall', '/proof'])
  test(`a browser loads exactly the files included in the weight of ${address}`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.addInitScript(holdWhatComesLater)
    // The ticker of the home page starts when the browser is idle.
    if (address === '/')
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0
      })
    const readTransfers = watchTransfers(page)
    const response = await page.goto(address)
    expect((await response?.request().sizes())?.responseBodySize).toBe(weights.get(address)?.document)
    await page.waitForLoadState('networkidle')
    const { scripts, stylesheets } = await readTransfers()
    const file = builtPages.find((one) => one.address === address)
    const files = listPageFiles(file?.path ?? '')
    expect(stylesheets.toSorted()).toEqual(files.stylesheets.toSorted())
    expect(scripts.map(({ path }) => path).toSorted()).toEqual(files.scripts.toSorted())
    expect(scripts.reduce((total, { bytes }) => total + bytes, 0)).toBe(weights.get(address)?.script)
  })

/** Asserts that the scripts of a screen are within its limit and at most 3 percent above their recorded weight. */
function expectRecordedWeight(name: string, scripts: Script[]) {
  const { recorded, limit } = budgets.scripts[name] ?? { recorded: 0, limit: 0 }
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  const detail = scripts.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')
  expect(total, detail).toBeLessThanOrEqual(Math.min(limit, recorded * GROWTH))
}

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
      await page.getByRole('button', { name: 'Submit a ticket' }).click()
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
  test(`${address} with its islands started is within its JavaScript budget`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.addInitScript(holdWhatComesLater)
    const readTransfers = watchTransfers(page)
    await page.goto(address)
    await use(page)
    await page.waitForLoadState('networkidle')
    expectRecordedWeight(address, (await readTransfers()).scripts)
  })
}

test('the first view of a dashboard with a year of figures is within its JavaScript budget', {
  tag: '@full',
}, async ({ page, sql }) => {
  const { user } = await signIn(page, { verified: true })
  await createFullAccount(sql, user.id)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(holdWhatComesLater)
  const readTransfers = watchTransfers(page)
  await page.goto('/access/dashboard')
  const chart = page.getByRole('region', { name: 'Portfolio value over time' })
  await expect(chart.getByRole('img')).toBeVisible()
  await expect(page.getByText('Monthly valuation 5')).toBeVisible()
  await expect(page.getByRole('banner').getByText('1', { exact: true })).toBeVisible()
  expectRecordedWeight('/access/dashboard', (await readTransfers()).scripts)

  const allocation = page.getByRole('region', { name: 'Allocation by category' })
  await expect(allocation.getByRole('img'), 'is loaded when it is scrolled to').toHaveCount(0)
  await allocation.scrollIntoViewIfNeeded()
  await expect(allocation.getByRole('img')).toBeVisible()
})
