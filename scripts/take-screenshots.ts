/**
 * `npm run docs:screenshots`: takes the pictures for the home page and the README from the built site, with a separate
 * server and database: the dashboard of the demonstration account in both themes, and the top of the home page. Run it
 * after `npm run build` when one of these screens has changed.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { type Browser, chromium, type Page } from '@playwright/test'
import { projectRoot } from '#shared/project-root'
import { ensureChromium, getChromiumFlags } from './chromium.ts'
import { findFreePort } from './ports.ts'
import { getBunPath } from './run-child-process.ts'
import { CommandError, print, runMain, runStep } from './terminal-output.ts'

const account = { email: 'investor@lodefield.example', password: 'Copper-Vein-7788' }
/** CSS pixels of the visible part, and pixels of a picture: sharp at its largest on dense screens. */
const view = { width: 1200, height: 940 }
const pictureWidth = 1560
/** The same for phones, on which the picture above would be too small to read. */
const phoneView = { width: 390, height: 844 }
const phonePictureWidth = 780
const quality = { avif: 52, webp: 78 } as const

async function startServer(dataDir: string) {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const server = Bun.spawn([getBunPath(), '--preload', './scripts/parent-exit-watch.ts', 'api/server.ts'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'true',
      DEMO_EMAIL: account.email,
      DEMO_PASSWORD: account.password,
      MARKET_FEED: 'simulated',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    if (server.exitCode !== null) throw new CommandError('The server did not start.')
    const response = await fetch(`${origin}/api/v1/ready`).catch(() => undefined)
    if (response?.ok) return { origin, server }
    await Bun.sleep(200)
  }
}

async function openPage(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    viewport: view,
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  return context.newPage()
}

/** Waits until nothing in the window is loading: fonts, placeholders, charts. Leaves no room for a scroll bar. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.scrollbarGutter = 'auto'
  })
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [aria-busy="true"], main .skeleton')].every(
      (place) => place.getBoundingClientRect().top > innerHeight,
    ),
  )
}

async function openDashboard(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/access/login`)
  await page.getByLabel(/email/i).first().fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.locator('main button[type=submit]').click()
  await page.waitForURL(/\/access\/dashboard/)
  await page.getByText('Total Portfolio Value').first().waitFor()
  await page.locator('main figure[role="img"]').first().waitFor()
  await settle(page)
}

/** Writes a screenshot in each format of the names, at a width in pixels. */
async function writePictures(screenshot: Uint8Array, width: number, ...files: string[]): Promise<void> {
  const image = await loadImage(screenshot)
  const canvas = createCanvas(width, Math.round((image.height * width) / image.width))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  for (const file of files) {
    const format = file.endsWith('.avif') ? 'avif' : 'webp'
    const bytes = await (format === 'avif'
      ? canvas.encode('avif', { quality: quality.avif })
      : canvas.encode('webp', quality.webp))
    await mkdir(dirname(join(projectRoot, file)), { recursive: true })
    await writeFile(join(projectRoot, file), bytes)
    print(`${file}: ${Math.round(bytes.length / 1000)} kB`)
  }
}

await runMain(async () => {
  if (!existsSync(join(projectRoot, 'dist/site/index.html'))) {
    throw new CommandError('There is no built site. Run npm run build first.')
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'lodefield-pictures-'))
  const executablePath = await ensureChromium()
  const { origin, server } = await runStep('Starting a server', () => startServer(dataDir))
  const browser = await chromium.launch({ executablePath, args: getChromiumFlags() })
  try {
    for (const theme of ['light', 'dark'] as const) {
      const page = await openPage(browser, theme)
      await runStep(`Dashboard, ${theme}`, () => openDashboard(page, origin))
      const name = `site/images/dashboard-${theme}`
      const files = theme === 'light' ? ['docs/images/dashboard.webp'] : []
      await writePictures(await page.screenshot(), pictureWidth, `${name}.avif`, `${name}.webp`, ...files)
      await page.setViewportSize(phoneView)
      await settle(page)
      await writePictures(await page.screenshot(), phonePictureWidth, `${name}-phone.avif`)
    }
    const home = await openPage(browser, 'light')
    await home.goto(origin)
    await home.locator('.ticker .mark').waitFor()
    await settle(home)
    await writePictures(await home.screenshot(), pictureWidth, 'docs/images/home.webp')
  } finally {
    await browser.close()
    server.kill('SIGTERM')
    await server.exited
    await rm(dataDir, { recursive: true, force: true })
  }
  return 0
})
