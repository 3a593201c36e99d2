import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-summary.ts'

const vitest = (passed: number, failed: number, files: { status: string; tests: string[] }[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files.map(({ status, tests }) => ({
    name: resolve('api/orders.test.ts'),
    status,
    message: 'Cannot find module',
    assertionResults: tests.map((status) => ({
      status,
      fullName: `refuses a ${status} order`,
      failureMessages: ['\u001b[31mAssertionError\u001b[39m: expected 500 to be 409'],
    })),
  })),
})
const playwright = (
  expected: number,
  unexpected: number,
  flaky = 0,
  errors: { message?: string }[] = [],
) => ({
  stats: { expected, unexpected, flaky },
  errors,
  suites: [],
})

test('counts passed and failed tests', () => {
  expect(countVitest(vitest(5, 1, [{ status: 'failed', tests: ['failed'] }]), 1)).toMatchObject({
    passed: 5,
    failed: 1,
  })
  expect(countPlaywright(playwright(4, 2), 1)).toMatchObject({ passed: 4, failed: 2 })
})

test('names each failed test with its file and the beginning of its message', () => {
  expect(countVitest(vitest(5, 1, [{ status: 'failed', tests: ['passed', 'failed'] }]), 1).failures).toEqual([
    'api/orders.test.ts › refuses a failed order\n    AssertionError: expected 500 to be 409',
  ])
  const spec = (title: string, status: string, messages: string[]) => ({
    title,
    file: 'tests/e2e/orders.test.ts',
    ok: status === 'expected',
    tests: [
      {
        projectName: 'mobile',
        status,
        results: messages.map((message) => (message ? { error: { message } } : {})),
      },
    ],
  })
  const suites = [
    {
      title: 'orders',
      specs: [spec('opens', 'expected', [''])],
      suites: [{ title: 'of today', specs: [spec('is sent', 'unexpected', ['Timed out\nat line 3', ''])] }],
    },
  ]
  expect(countPlaywright({ ...playwright(4, 1), suites }, 1).failures).toEqual([
    '[mobile] tests/e2e/orders.test.ts › is sent\n    Timed out\n    at line 3',
  ])
})

test('counts a file that could not be loaded as a failure', () => {
  expect(countVitest(vitest(5, 0, [{ status: 'failed', tests: [] }]), 1)).toEqual({
    passed: 5,
    failed: 1,
    failures: ['api/orders.test.ts\n    Cannot find module'],
  })
})

test('counts a runner that crashed as a failure', () => {
  const failures = ['the test runner produced no report']
  expect(countVitest(undefined, 1)).toEqual({ passed: 0, failed: 1, failures })
  expect(countPlaywright(undefined, 134)).toEqual({ passed: 0, failed: 1, failures })
  expect(countVitest(vitest(5, 0), 1)).toEqual({
    passed: 5,
    failed: 1,
    failures: ['the runner ended with status 1'],
  })
})

test('counts a run without tests as a failure', () => {
  const failed = { passed: 0, failed: 1, failures: ['no tests were run'] }
  expect(countVitest(vitest(0, 0), 0)).toEqual(failed)
  expect(countPlaywright(playwright(0, 0), 0)).toMatchObject(failed)
})

test('counts a test that passed only when repeated as passed, and names it', () => {
  const specs = [
    {
      title: 'is sent',
      file: 'tests/e2e/orders.test.ts',
      ok: true,
      tests: [
        { projectName: 'desktop', status: 'flaky', results: [{ error: { message: 'Timed out' } }, {}] },
      ],
    },
  ]
  const report = { ...playwright(4, 0, 1), suites: [{ title: 'orders', specs }] }
  expect(countPlaywright(report, 0)).toEqual({
    passed: 5,
    failed: 0,
    failures: [],
    flaky: ['[desktop] tests/e2e/orders.test.ts › is sent\n    Timed out'],
  })
})

test('counts an error outside of tests as a failure', () => {
  expect(countPlaywright(playwright(4, 0, 0, [{ message: 'No server' }]), 1)).toEqual({
    passed: 4,
    failed: 1,
    failures: ['outside of tests\n    No server'],
    flaky: [],
  })
})
