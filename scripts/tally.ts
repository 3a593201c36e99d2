/** Reads what the test runners report about themselves. */
import type { Tally } from './run-checks.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  /** One a file. */
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/**
 * Counts Vitest's results. A file that could not be loaded counts as a failure, and so does a run that
 * crashed or ran nothing.
 */
export function tallyVitest(report: VitestReport | undefined, status: number): Tally {
  if (!report) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  return settle({ passed: report.numPassedTests, failed: report.numFailedTests + unloaded }, status)
}

/** Counts Playwright's results. A test that passed at a second try counts as a failure. */
export function tallyPlaywright(report: PlaywrightReport | undefined, status: number): Tally {
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return settle({ passed: expected, failed: unexpected + flaky + report.errors.length }, status)
}

/** A runner that ran nothing, or says it failed without a failed test, has failed. */
function settle(tally: Tally, status: number): Tally {
  const nothingRan = tally.passed + tally.failed === 0
  const unexplained = status !== 0 && tally.failed === 0
  return nothingRan || unexplained ? { ...tally, failed: tally.failed + 1 } : tally
}
