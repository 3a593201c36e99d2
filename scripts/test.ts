/**
 * Runs the tests in layers, also on a fresh clone; see the decision on testing. A failure does not stop the rest. Ends
 * with the failures, and `N passed, N failed` on a separate line.
 *
 * - `npm run test:quick`: checks, unit and API tests.
 * - `npm test`: those, fault tests, build, browser tests.
 * - `npm run test:full`: those, the browser tests tagged `@full` (`--tagged`: only these) and the files named
 *   `*.full.test.ts` (`--files`: only these); `--rest`: both without the quick ones.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#shared/project-root'
import { buildSite } from './build-site.ts'
import { installPackages } from './install.ts'
import { findServerPort } from './ports.ts'
import { runChecks, type TestCounts } from './run-checks.ts'
import { getBunPath, runChild } from './run-child-process.ts'
import { print, runMain, runStep } from './terminal-output.ts'
import { countPlaywright, countVitest } from './test-summary.ts'

const results = join(projectRoot, 'test-results')

const readReport = (file: string) =>
  Bun.file(file)
    .json()
    .catch(() => undefined)

async function runVitest(name: string, options: string[] = []): Promise<TestCounts> {
  const report = join(results, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [getBunPath(), '--bun', 'run', 'vitest', 'run', '--pool=threads', ...reporters, ...options]
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
    // Two files start servers of their own, at fixed distances from the shared one.
    E2E_PORT: process.env.E2E_PORT ?? String(await findServerPort([1_000, 3_000])),
  }
  const command = [getBunPath(), '--bun', 'run', 'playwright', 'test', '--reporter=list,json']
  const status = await runChild(command, { env })
  return countPlaywright(await readReport(report), status)
}

/** Runs a part; if it cannot even start, that is one failure and not the end. */
async function attempt(what: string, run: () => Promise<TestCounts>): Promise<TestCounts> {
  try {
    const tally = await runStep(what, run)
    print(`${what}: ${tally.passed} passed, ${tally.failed} failed`)
    return { ...tally, failures: tally.failures.map((failure) => `${what}: ${failure}`) }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1, failures: [`${what}: ${error}`] }
  }
}

const parts = {
  Checks: runChecks,
  'Unit and API tests': () => runVitest('unit'),
  'Fault tests': () => runVitest('faults', ['--config', 'tests/resilience/vitest.config.ts']),
  Build: async () => {
    await buildSite()
    return { passed: 1, failed: 0, failures: [] }
  },
  'Browser tests': runBrowserTests,
} satisfies Record<string, () => Promise<TestCounts>>
type Part = keyof typeof parts

/** Which parts a layer runs, and which of their files (`TEST_LAYER`, read by the three configurations). */
const layers: Record<string, { parts: readonly Part[]; tests?: 'core' | 'tagged' | 'files' | 'rest' }> = {
  quick: { parts: ['Checks', 'Unit and API tests'], tests: 'core' },
  core: { parts: ['Checks', 'Unit and API tests', 'Fault tests', 'Build', 'Browser tests'], tests: 'core' },
  full: { parts: ['Checks', 'Unit and API tests', 'Fault tests', 'Build', 'Browser tests'] },
  tagged: { parts: ['Build', 'Browser tests'], tests: 'tagged' },
  files: { parts: ['Unit and API tests', 'Fault tests', 'Build', 'Browser tests'], tests: 'files' },
  rest: { parts: ['Unit and API tests', 'Fault tests', 'Build', 'Browser tests'], tests: 'rest' },
}

await runMain(async () => {
  process.chdir(projectRoot)
  const name = process.argv.slice(2).at(-1)?.replace(/^--/, '') ?? 'core'
  const layer = layers[name]
  if (!layer) throw new Error(`Unknown layer '${name}'. Available layers: ${Object.keys(layers).join(', ')}`)
  if (layer.tests) process.env.TEST_LAYER = layer.tests
  await installPackages()
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const tallies: TestCounts[] = []
  for (const part of layer.parts) tallies.push(await attempt(part, parts[part]))
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  // Repeated at the end: the first print is far up by now.
  for (const test of tallies.flatMap(({ flaky = [] }) => flaky)) print(`Flaky (passed on retry): ${test}`)
  for (const failure of tallies.flatMap(({ failures }) => failures)) print(`Failed: ${failure}`)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
