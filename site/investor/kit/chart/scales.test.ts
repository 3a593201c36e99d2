import { describe, expect, it, test } from 'vitest'
import { buildStepPath, findNearestIndex, listAmountTicks } from './scales.ts'

describe('amountTicks', () => {
  it.each([
    ['from nothing', 0, 148_210.4, [0, 50_000, 100_000, 150_000]],
    [
      'that lie close together, without the way up to them',
      126_500,
      148_210.4,
      [120_000, 130_000, 140_000, 150_000],
    ],
    ['below a dollar', 0, 0.37, [0, 0.1, 0.2, 0.3, 0.4]],
    ['of one value', 10, 10, [10, 12.5]],
    ['of nothing at all', 0, 0, [0, 0.25]],
  ])('have steps for amounts of %s', (_, least, most, expected) => {
    const marks = listAmountTicks(least, most, 4)
    expect(marks.map((mark) => Number(mark.toFixed(6)))).toEqual(expected)
  })

  it('cover the amounts in few steps', () => {
    for (let most = 1; most < 1e12; most *= 3.7) {
      for (const least of [0, most / 3, most * 0.7, most * 0.99]) {
        const marks = listAmountTicks(least, most, 4)
        expect(marks[0]).toBeLessThanOrEqual(least)
        expect(marks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(marks.length).toBeLessThanOrEqual(7)
        expect(marks.length).toBeGreaterThan(1)
      }
    }
  })
})

test('finds the point nearest to the pointer', () => {
  expect([-5, 4, 6, 19, 99].map((wanted) => findNearestIndex([0, 10, 20], wanted))).toEqual([0, 0, 1, 2, 2])
  expect(findNearestIndex([], 4)).toBe(0)
  expect(findNearestIndex([7], 4)).toBe(0)
})

test('draws a recorded amount as a step that lasts until the next one', () => {
  const points = [
    { x: 1, y: 9 },
    { x: 3, y: 5 },
    { x: 6, y: 7 },
  ]
  expect(buildStepPath(points, 10)).toBe('M1 9H3V5H6V7H10')
  expect(buildStepPath([], 10)).toBe('')
})
