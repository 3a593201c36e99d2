import { expect, test } from 'vitest'
import { makePages } from './build.ts'
import { type Benchmark, runBenchmarks } from './run.ts'
import { translatePage } from './starlight.ts'

const measured: Benchmark = async (report) =>
  report({ what: 'a page', ours: '1', floor: '2', ratio: 0.5, goal: '<= 1', reached: true })
const failing: Benchmark = async (report, work) => {
  await measured(report, work)
  throw new Error('The build failed\nwith a stack')
}

test('a failed benchmark is a failed row, and the rows before and after it are reported', async () => {
  const rows = await runBenchmarks([
    ['build', failing],
    ['pages', measured],
  ])
  expect(rows.map(({ benchmark, what, reached, failure }) => [benchmark, what, reached, failure])).toEqual([
    ['build', 'a page', true, undefined],
    ['build', 'build', false, 'The build failed'],
    ['pages', 'a page', true, undefined],
  ])
})

test('Starlight can also build the page used to measure builds', async () => {
  const [page = ''] = (await makePages(1)).values()
  expect(translatePage(page)).toContain('title: Page 1 of the bench')
})
