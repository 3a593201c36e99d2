import type { Page } from '@playwright/test'
import { blockStorage, expect, test } from './fixtures.ts'

const themeSheet = '**/api/v1/theme.css'
const paper = { light: 'rgb(246, 244, 239)', dark: 'rgb(15, 22, 27)' } as const

const choice = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('group', { name: 'Theme' }).getByRole('radio', { name })

const readPaper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** The values that a visitor saw in each frame from the first one, without repeats. */
type Watched = Window & { seen: string[] }

/**
 * Records in every frame of the next page the value of an element's property. The browser draws no frame before the
 * style sheets in the head have arrived, so the first record is the first paint.
 */
const watchFrames = (page: Page, selector: string, property: string) =>
  page.addInitScript(
    ([of, name]) => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const element = document.querySelector(of)
        if (element) {
          const value = getComputedStyle(element).getPropertyValue(name).trim()
          if (seen.at(-1) !== value) seen.push(value)
        }
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    [selector, property] as const,
  )

const readFrames = (page: Page) => page.evaluate(() => (window as unknown as Watched).seen)

test.describe('light, dark, system', () => {
  test('a choice applies immediately, on the next page and in other tabs, without a flash', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    expect(await readPaper(page)).toBe(paper.light)
    await expect(choice(page, 'System')).toBeChecked()
    await choice(page, 'Dark').check()
    expect(await readPaper(page)).toBe(paper.dark)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')

    const other = await context.newPage()
    await watchFrames(other, 'body', 'background-color')
    for (const address of ['/docs/glossary', '/legal/terms-of-service', '/access/login']) {
      await other.goto(address)
      await other.waitForLoadState('networkidle')
      await expect.poll(() => readFrames(other), `${address}, from its first frame`).toEqual([paper.dark])
    }
    await expect(choice(other, 'Dark')).toBeChecked()
    await choice(other, 'Light').check()
    await expect.poll(() => readPaper(page), 'the first tab follows').toBe(paper.light)
    await expect(choice(page, 'Light')).toBeChecked()
  })

  test('System follows the device, now and when it changes, and clears an earlier choice', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/')
    expect(await readPaper(page)).toBe(paper.dark)
    await choice(page, 'Light').check()
    expect(await readPaper(page)).toBe(paper.light)
    await page.reload()
    expect(await readPaper(page), 'a choice wins over the device').toBe(paper.light)

    await choice(page, 'System').check()
    expect(await readPaper(page)).toBe(paper.dark)
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => readPaper(page)).toBe(paper.light)
  })

  test('the arrow keys move the choice', async ({ page }) => {
    await page.goto('/docs/glossary')
    await choice(page, 'System').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(choice(page, 'Dark')).toBeChecked()
    expect(await readPaper(page)).toBe(paper.dark)
  })

  test('the page works where storage is blocked, and the choice lasts as long as the page', async ({
    page,
  }) => {
    await blockStorage(page)
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Access Platform' })).toBeVisible()
    await choice(page, 'Dark').check()
    expect(await readPaper(page)).toBe(paper.dark)
  })
})

test.describe('colors of the settings', () => {
  const sheet = `:root{--primary:#0b7285;--secondary:#5f3dc4;--on-primary:#ffffff;--on-secondary:#ffffff;
    --accent-text:#0a5a68;--accent-on-slate:#66d9e8}:root[data-theme=dark]{--accent-text:#66d9e8}`
  const [primary, secondary] = ['rgb(11, 114, 133)', 'rgb(95, 61, 196)']

  /**
   * Opens a page whose colors arrive last, and asserts that nothing was painted before them: a page that did not wait
   * would show the default colors first.
   */
  async function openRestyled(page: Page, address: string) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(themeSheet, async (route) => {
      await released
      await route.fulfill({ contentType: 'text/css', body: sheet })
    })
    const rest = [/\/_astro\/.*\.css$/, /\/_astro\/.*\.js$/, /\.woff2$/].map((file) =>
      page.waitForResponse(file),
    )
    await page.goto(address, { waitUntil: 'commit' })
    for (const response of await Promise.all(rest)) await response.finished()
    // Time enough to paint, for a page that does not wait.
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(500)
    release()
    await page.waitForLoadState('load')
    const readTimes = () =>
      page.evaluate(() => ({
        painted: performance.getEntriesByName('first-paint')[0]?.startTime,
        colored: performance
          .getEntriesByType('resource')
          .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('/theme.css'))[0]
          ?.responseEnd,
      }))
    await expect.poll(async () => (await readTimes()).painted).toBeDefined()
    const { painted, colored } = await readTimes()
    expect(painted, 'nothing is painted before the colors are there').toBeGreaterThan(colored ?? Number.NaN)
  }

  for (const address of [
    '/',
    '/docs/glossary',
    '/legal/privacy-policy',
    '/docs/help-support',
    '/access/login',
  ]) {
    test(`primary_color restyles ${address} without a flash`, async ({ page }) => {
      await watchFrames(page, 'header .button-primary', 'background-color')
      await openRestyled(page, address)
      await expect.poll(() => readFrames(page)).toEqual([primary])
    })
  }

  for (const address of ['/', '/docs/glossary', '/legal/privacy-policy', '/docs/help-support']) {
    test(`secondary_color restyles ${address} without a flash`, async ({ page }) => {
      await watchFrames(page, '.contours .index', 'stroke')
      await openRestyled(page, address)
      await expect.poll(() => readFrames(page)).toEqual([secondary])
      await page.getByRole('banner').getByRole('link', { name: 'Access Platform' }).hover()
      await expect
        .poll(() =>
          page
            .locator('header .button-primary')
            .first()
            .evaluate((b) => getComputedStyle(b).backgroundColor),
        )
        .toBe(secondary)
    })
  }

  test('links and badges have the readable shade of their theme', async ({ page }) => {
    await openRestyled(page, '/docs/glossary')
    const kicker = page.locator('.page-header .kicker')
    const readShade = () => kicker.evaluate((element) => getComputedStyle(element).color)
    expect(await readShade()).toBe('rgb(10, 90, 104)')
    await choice(page, 'Dark').check()
    expect(await readShade()).toBe('rgb(102, 217, 232)')
  })

  test("the style sheet contains the server's settings", async ({ page, request }) => {
    const settings = (await (await request.get('/api/v1/settings')).json()) as Record<string, string>
    await page.goto('/')
    const read = (name: string) =>
      page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property), name)
    expect(await read('--primary')).toBe(settings.primary_color)
    expect(await read('--secondary')).toBe(settings.secondary_color)
  })

  test.describe('when the style sheet cannot be loaded', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })
    test('the default colors apply', async ({ page }) => {
      await page.route(themeSheet, (route) => route.abort())
      await page.goto('/')
      const button = page.getByRole('banner').getByRole('link', { name: 'Access Platform' })
      expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
        'rgb(249, 115, 22)',
      )
    })
  })
})
