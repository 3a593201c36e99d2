/** Reads the reports of the test runners. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestCounts } from './run-checks.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  /** One a file. */
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

/** A file or a `describe` of Playwright's report. */
interface PlaywrightSuite {
  title: string
  specs?: {
    title: string
    file: string
    ok: boolean
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

/** The first lines of an error, without the colors of a terminal. */
function shorten(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')
  return lines.slice(0, 6).join('\n    ')
}

const nameFailure = (place: string, message: string | undefined): string =>
  `${place}\n    ${shorten(message)}`

const crashed: TestCounts = { passed: 0, failed: 1, failures: ['the test runner produced no report'] }

/**
 * Counts Vitest's results. A file that could not be loaded counts as a failure, and so does a run that crashed or ran
 * nothing.
 */
export function countVitest(report: VitestReport | undefined, status: number): TestCounts {
  if (!report) return crashed
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => nameFailure(`${relative('.', name)} › ${test.fullName}`, test.failureMessages?.[0])),
  )
  for (const { name, message } of unloaded) failures.push(nameFailure(relative('.', name), message))
  const failed = report.numFailedTests + unloaded.length
  return settle({ passed: report.numPassedTests, failed, failures }, status)
}

/** Counts Playwright's results. A test that passed only on retry counts as passed, and is named. */
export function countPlaywright(report: PlaywrightReport | undefined, status: number): TestCounts {
  if (!report) return crashed
  const { expected, unexpected, flaky } = report.stats
  const failures = report.suites.flatMap((suite) => nameSpecs(suite, 'unexpected'))
  const flakyTests = report.suites.flatMap((suite) => nameSpecs(suite, 'flaky'))
  for (const { message } of report.errors) failures.push(nameFailure('outside of tests', message))
  const failed = unexpected + report.errors.length
  return settle({ passed: expected + flaky, failed, failures, flaky: flakyTests }, status)
}

function nameSpecs({ specs = [], suites = [] }: PlaywrightSuite, wanted: 'unexpected' | 'flaky'): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) =>
        nameFailure(
          `[${projectName}] ${file} › ${title}`,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  )
  return [...own, ...suites.flatMap((suite) => nameSpecs(suite, wanted))]
}

/** A runner that ran nothing, or that failed without a failed test, has failed. */
function settle(tally: TestCounts, status: number): TestCounts {
  const nothingRan = tally.passed + tally.failed === 0
  const unexplained = status !== 0 && tally.failed === 0
  if (!nothingRan && !unexplained) return tally
  const failures = [
    ...tally.failures,
    nothingRan ? 'no tests were run' : `the runner ended with status ${status}`,
  ]
  return { ...tally, failed: tally.failed + 1, failures }
}
