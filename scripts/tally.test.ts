import { expect, test } from 'vitest'
import { tallyPlaywright, tallyVitest } from './tally.ts'

const vitest = (passed: number, failed: number, files: { status: string; tests: string[] }[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((status) => ({ status })),
  })),
})
const playwright = (expected: number, unexpected: number, flaky = 0, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky },
  errors,
})

test('passed and failed tests are counted', () => {
  expect(tallyVitest(vitest(5, 1, [{ status: 'failed', tests: ['failed'] }]), 1)).toEqual({
    passed: 5,
    failed: 1,
  })
  expect(tallyPlaywright(playwright(4, 2), 1)).toEqual({ passed: 4, failed: 2 })
})

test('a file that could not be loaded is a failure', () => {
  expect(tallyVitest(vitest(5, 0, [{ status: 'failed', tests: [] }]), 1)).toEqual({ passed: 5, failed: 1 })
})

test('a runner that crashed is a failure', () => {
  expect(tallyVitest(undefined, 1)).toEqual({ passed: 0, failed: 1 })
  expect(tallyPlaywright(undefined, 134)).toEqual({ passed: 0, failed: 1 })
  expect(tallyVitest(vitest(5, 0), 1)).toEqual({ passed: 5, failed: 1 })
})

test('a run without tests is a failure', () => {
  expect(tallyVitest(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 })
  expect(tallyPlaywright(playwright(0, 0), 0)).toEqual({ passed: 0, failed: 1 })
})

test('a test that passed only when repeated, and an error outside tests, are failures', () => {
  expect(tallyPlaywright(playwright(4, 0, 1), 0)).toEqual({ passed: 4, failed: 1 })
  expect(tallyPlaywright(playwright(4, 0, 0, [{}]), 1)).toEqual({ passed: 4, failed: 1 })
})
