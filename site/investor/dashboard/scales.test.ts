import { describe, expect, it, test } from 'vitest'
import { amountMarks, nearestAt, timeMarks } from './scales.ts'

describe('amountMarks', () => {
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
  ])('of amounts %s', (_, least, most, expected) => {
    const marks = amountMarks(least, most, 4)
    expect(marks.map((mark) => Number(mark.toFixed(6)))).toEqual(expected)
  })

  it('encloses what it is for, in few steps', () => {
    for (let most = 1; most < 1e12; most *= 3.7) {
      for (const least of [0, most / 3, most * 0.7, most * 0.99]) {
        const marks = amountMarks(least, most, 4)
        expect(marks[0]).toBeLessThanOrEqual(least)
        expect(marks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(marks.length).toBeLessThanOrEqual(7)
        expect(marks.length).toBeGreaterThan(1)
      }
    }
  })
})

describe('timeMarks', () => {
  const texts = (from: string, to: string, count = 6) =>
    timeMarks(Date.parse(from), Date.parse(to), count).map(({ text }) => text)

  it('names days of a few days', () => {
    expect(texts('2026-03-01T10:00Z', '2026-03-05T10:00Z')).toEqual(['Mar 2', 'Mar 3', 'Mar 4', 'Mar 5'])
  })

  it('names weeks of a month', () => {
    expect(texts('2026-03-01Z', '2026-04-01Z')).toEqual(['Mar 1', 'Mar 8', 'Mar 15', 'Mar 22', 'Mar 29'])
  })

  it('names months, and a year where it begins', () => {
    expect(texts('2025-10-20Z', '2026-03-10Z')).toEqual(['Nov', 'Dec', '2026', 'Feb', 'Mar'])
    expect(texts('2025-02-10Z', '2026-11-10Z', 8)).toEqual(['Apr', 'Jul', 'Oct', '2026', 'Apr', 'Jul', 'Oct'])
  })

  it('never gives many more than there is room for', () => {
    for (let days = 1; days < 20_000; days = Math.ceil(days * 1.4)) {
      const marks = timeMarks(Date.parse('2024-05-17Z'), Date.parse('2024-05-17Z') + days * 86_400_000, 6)
      expect(marks.length).toBeLessThanOrEqual(7)
    }
  })
})

test('nearestAt finds the point beside the pointer', () => {
  expect([-5, 4, 6, 19, 99].map((wanted) => nearestAt([0, 10, 20], wanted))).toEqual([0, 0, 1, 2, 2])
  expect(nearestAt([], 4)).toBe(0)
  expect(nearestAt([7], 4)).toBe(0)
})
