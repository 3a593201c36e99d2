import { expect, test } from 'vitest'
import { createScale, createYScale, drawCurve, findMaxDrawdown } from './performance-chart.ts'

test('starts the maximum drawdown at the preceding peak, not at the overall maximum', () => {
  const fall = findMaxDrawdown([100, 120, 90, 110, 150, 140])
  expect(fall).toMatchObject({ from: 1, to: 2 })
  expect(fall.depth).toBeCloseTo(-0.25)
})

test('finds no drawdown in a series that only rises', () => {
  expect(findMaxDrawdown([1, 2, 3])).toEqual({ depth: 0, from: 0, to: 0 })
})

test('gives a scale round bounds and a line at each step', () => {
  expect(createScale([99.2, 118.5], 5)).toEqual({ low: 95, high: 120, lines: [95, 100, 105, 110, 115, 120] })
})

test('places the highest value at the top', () => {
  const place = createYScale({ low: 0, high: 10 }, 200)
  expect([place(10), place(5), place(0)]).toEqual([0, 100, 200])
})

test('draws a curve through its points, to half a unit, without drifting', () => {
  const heights = [10, 9.8, 12.31, 12.2, 0.4, 0.1]
  const path = drawCurve(heights)
  expect(path).toBe('M0 10l1 0 1 2.5 1-.5 1-11.5 1-.5')
  let drawn = heights[0] ?? 0
  for (const [at, [, step]] of [...path.slice(path.indexOf('l') + 1).matchAll(/1 ?(-?[\d.]+)/g)].entries()) {
    drawn += Number(step)
    expect(Math.abs(drawn - (heights[at + 1] ?? Number.NaN))).toBeLessThanOrEqual(0.25)
  }
})
