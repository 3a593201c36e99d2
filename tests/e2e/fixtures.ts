/**
 * The base of every browser test. A test fails, whatever it asserts, if the page logs an error, throws, breaks the
 * content security policy or requests another origin.
 */
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import type { Sql } from 'postgres'
import { openDatabase } from './database.ts'

export { type Investor, makeEmail, PASSWORD, register, signIn, storeSession } from './investor.ts'
export { expect }

interface Options {
  /**
   * Console errors caused on purpose, such as the browser's own line about a 404. One expression in a list, including
   * alternatives: Playwright interprets a list of two differently.
   */
  expectedErrors: RegExp[]
  /**
   * The test changes what all others see, such as the settings or everyone's notifications: no other test runs in the
   * meantime.
   */
  isExclusive: boolean
}

interface Watch {
  /** All errors so far; checked when the test ends. */
  faults: string[]
}

interface Shared {
  /**
   * Queries the server's database, for facts that no response contains. Each test identifies its rows by its own names.
   */
  sql: Sql
}

/** The key of the advisory lock that tests of all workers share; the server's own locks have other keys. */
const TURN = 7_421_004

/** URLs that send no request to a server. */
const isLocal = (url: string, origin: string): boolean =>
  /^(data|blob|about|chrome-error|file):/.test(url) || new URL(url).origin === origin

function watchPage(page: Page, origin: string, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(`page error: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (!isLocal(request.url(), origin)) faults.push(`request to another origin: ${request.url()}`)
  })
}

/** Turns blocked content into an error even where the browser's console logs nothing. */
const reportViolations = () => {
  document.addEventListener('securitypolicyviolation', (event) => {
    throw new Error(`CSP ${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`)
  })
}

export const test = base.extend<Options & { watch: Watch; turn: undefined }, Shared>({
  sql: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use, { project }) => {
      const sql = openDatabase(new URL(project.use.baseURL ?? '').port)
      await use(sql)
      await sql.end()
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  isExclusive: [false, { option: true }],
  turn: [
    async ({ sql, isExclusive }, use) => {
      // An exclusive test waits for all running ones, and later ones wait for it.
      await (isExclusive
        ? sql`select pg_advisory_lock(${TURN})`
        : sql`select pg_advisory_lock_shared(${TURN})`)
      await use(undefined)
      await sql`select pg_advisory_unlock_all()`
    },
    { auto: true, timeout: 300_000 },
  ],
  watch: [
    async ({ context, browser, baseURL, expectedErrors }, use) => {
      const faults: string[] = []
      const origin = new URL(baseURL ?? 'http://127.0.0.1').origin
      const watch = async (watched: BrowserContext) => {
        await watched.addInitScript(reportViolations)
        watched.on('page', (page) => watchPage(page, origin, faults))
        return watched
      }
      await watch(context)
      // A second person's browser is checked like the first one's.
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => watch(await open(options))
      await use({ faults })
      browser.newContext = open
      // A response that a route still waits for is no fault: the test is over.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      const unexpected = faults.filter((fault) => !expectedErrors.some((expected) => expected.test(fault)))
      expect(unexpected, 'errors in the page').toEqual([])
    },
    { auto: true },
  ],
})

/** Makes the browser reject local and session storage, as when the user has blocked them. */
export const blockStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The user has blocked storage', 'SecurityError')
        },
      })
  })

/** The themes in which pages are checked, with the rules: the second differs from the first in its colors only. */
const themes: Record<string, axe.RunOptions> = {
  // Not in axe's defaults; targets are 24 px large or apart (WCAG 2.2 AA).
  light: { rules: { 'target-size': { enabled: true } } },
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
}

async function violationsIn(page: Page, selector: string | undefined, rules: axe.RunOptions) {
  // Once a page: the source is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ selector, rules }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // Without the locations of passed checks, which take as long to name as running the rules.
      const result = await axe.run(selector ?? document, { ...rules, reporter: 'no-passes' })
      return result.violations
    },
    { selector, rules },
  )
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }))
}

/**
 * Asserts that axe finds no violation, in light and in dark. `selector` limits it to a part, such as an open dialog.
 * Restores the theme.
 */
export async function expectAccessible(page: Page, selector?: string): Promise<void> {
  if (selector) await page.locator(selector).filter({ visible: true }).first().waitFor()
  // Skeletons of islands that start on visibility are not awaited, and none outside the part.
  const skeletons = page
    .locator(selector ?? 'html')
    .locator('.skeleton:not(astro-island[ssr] *)')
    .filter({ visible: true })
  await expect(skeletons, 'skeletons still shown').toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const shown = await page.evaluate(() => document.documentElement.dataset.theme)
  const setTheme = (theme: string | undefined) =>
    page.evaluate((value) => {
      if (value) document.documentElement.dataset.theme = value
      else delete document.documentElement.dataset.theme
      // Colors in transition are not final. Waiting for their end would take forever in a page that draws no frames.
      for (const animation of document.getAnimations())
        if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish()
    }, theme)
  for (const [theme, rules] of Object.entries(themes)) {
    await setTheme(theme)
    expect(await violationsIn(page, selector, rules), `axe, ${theme}`).toEqual([])
  }
  await setTheme(shown)
}

/** Asserts that targets are 24 px large or apart (WCAG 2.2 AA), which axe omits by default. */
export async function expectLargeTargets(page: Page): Promise<void> {
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsIn(page, undefined, { runOnly: ['wcag22aa'] }), `axe, ${width} px`).toEqual([])
  }
}

/** Asserts that nothing scrolls sideways at a width, in CSS pixels. */
export async function expectNoSidewaysScroll(page: Page, width = 320): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  // A new layout for the width may take a little time.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow, { message: `pixels beyond ${width}` }).toBeLessThanOrEqual(0)
}

/** Numbers the functions exposed to pages, since each name can be used once. */
let given = 0

/**
 * Clicks "Retry" and lets calls to `url` through from then on. Until then they keep failing: a screen that refetches
 * because of a live update would remove the button.
 */
export async function retryLoading(page: Page, url: string, within: Page | Locator = page): Promise<void> {
  let isClicked = false
  const name = `onRetry${++given}`
  await page.exposeFunction(name, () => {
    isClicked = true
  })
  await page.route(url, (route) => (isClicked ? route.continue() : route.fallback()))
  await page.evaluate((name) => {
    const onRetry = (window as unknown as Record<string, () => void>)[name]
    document.addEventListener('click', () => onRetry?.(), { capture: true, once: true })
  }, name)
  await within.getByRole('button', { name: 'Retry' }).click()
}

/** The text of an element with its lines as they are shown, which `textContent` does not know. */
export const readLines = (of: Locator): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
  of.evaluate((node: HTMLElement) => node.innerText)
