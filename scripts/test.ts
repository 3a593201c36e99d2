/**
 * `npm test`: everything, on a fresh clone too. Checks, unit, API and fault tests, build, browser tests; a failure
 * does not stop the rest. Ends with the failures, and `N passed, N failed` on a separate line.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSite } from './build-site.ts'
import { bunPath, projectRoot, runChild } from './child.ts'
import { installPackages } from './install.ts'
import { findFreePort } from './ports.ts'
import { print, runMain, step } from './progress.ts'
import { runChecks, type TestCounts } from './run-checks.ts'
import { countPlaywright, countVitest } from './test-summary.ts'

const results = join(projectRoot, 'test-results')

const readReport = (file: string) =>
  Bun.file(file)
    .json()
    .catch(() => undefined)

async function runVitest(name: string, options: string[] = []): Promise<TestCounts> {
  const report = join(results, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [bunPath(), '--bun', 'run', 'vitest', 'run', '--pool=threads', ...reporters, ...options]
  const status = await runChild(command, { env: { NODE_ENV: 'test' } })
  return countVitest(await readReport(report), status)
}

async function runBrowserTests(): Promise<TestCounts> {
  // Imported here: before the installation there is no Playwright.
  const { ensureChromium } = await import('./chromium.ts')
  const report = join(results, 'browser.json')
  const env = {
    PLAYWRIGHT_CHROMIUM: await ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    E2E_PORT: process.env.E2E_PORT ?? String(await findFreePort()),
  }
  const command = [bunPath(), '--bun', 'run', 'playwright', 'test', '--reporter=list,json']
  const status = await runChild(command, { env })
  return countPlaywright(await readReport(report), status)
}

/** Runs a part; when it cannot even start, that is one failure and not the end. */
async function attempt(what: string, run: () => Promise<TestCounts>): Promise<TestCounts> {
  try {
    const tally = await step(what, run)
    print(`${what}: ${tally.passed} passed, ${tally.failed} failed`)
    return { ...tally, failures: tally.failures.map((failure) => `${what}: ${failure}`) }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1, failures: [`${what}: ${error}`] }
  }
}

await runMain(async () => {
  process.chdir(projectRoot)
  await installPackages()
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const tallies = [
    await attempt('Checks', runChecks),
    await attempt('Unit and API tests', () => runVitest('unit')),
    await attempt('Fault tests', () => runVitest('faults', ['--config', 'tests/faults/vitest.config.ts'])),
    await attempt('Build', async () => {
      await buildSite()
      return { passed: 1, failed: 0, failures: [] }
    }),
    await attempt('Browser tests', runBrowserTests),
  ]
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  // Repeated at the end: the first print is far up by now.
  for (const test of tallies.flatMap(({ flaky = [] }) => flaky)) print(`Passed only when repeated: ${test}`)
  for (const failure of tallies.flatMap(({ failures }) => failures)) print(`Failed: ${failure}`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
