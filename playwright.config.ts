import { defineConfig } from '@playwright/test'
import { browserTests, leftOut, leftOutTags } from '#test-layer'
import { findChromium, getChromiumFlags } from './scripts/chromium.ts'

/** The server of the browser tests has a port and a database of its own (`tests/e2e/start-server.ts`). */
const port = process.env.E2E_PORT ?? '4391'
const origin = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: './tests/e2e',
  testMatch: '**/*.test.ts',
  testIgnore: leftOut,
  outputDir: './test-results/browser',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // `npm test` names what passed only when repeated; by hand a test has to pass at once.
  retries: process.env.CI ? 1 : 0,
  workers: 2,
  // Generous: a busy machine is slow, and a passing test waits for none of this.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Drawing animations takes a fifth of the time; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A locator that finds nothing says so before the test's time is over.
    actionTimeout: 30_000,
    // Recording every step takes as long as the steps: TRACE=1 when a failure needs it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: getChromiumFlags() },
  },
  projects: [
    {
      name: 'desktop',
      grep: browserTests,
      grepInvert: [/@mobile/, ...leftOutTags],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'mobile',
      grep: new RegExp(`^(?=.*(@mobile|@every-width))(?=.*(${browserTests.source}))`),
      grepInvert: leftOutTags,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: `${process.execPath} tests/e2e/start-server.ts`,
    url: `${origin}/api/v1/ready`,
    env: { E2E_PORT: port },
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
