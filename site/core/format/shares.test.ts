import { expect, test } from 'vitest'
import { roundShares } from './shares.ts'

const sumOf = (shares: number[]) => Math.round(shares.reduce((sum, share) => sum + share, 0) * 10) / 10

test('rounds shares of a whole to tenths that sum to 100', () => {
  // Each rounded alone, these are 33.4, 33.4 and 33.4.
  expect(sumOf(roundShares([33.35, 33.35, 33.3]))).toBe(100)
  expect(roundShares([24.92, 19.93, 19.43, 14.63, 12.07, 9.02])).toEqual([24.9, 20, 19.4, 14.6, 12.1, 9])
})

test('gives the tenth that is left to the largest remainder', () => {
  expect(roundShares([50.04, 49.96])).toEqual([50, 50])
  expect(roundShares([66.666, 33.333])).toEqual([66.7, 33.3])
})

test('keeps the sum of shares that are not all of a whole, and an empty list', () => {
  expect(roundShares([10.25, 20.25])).toEqual([10.3, 20.2])
  expect(roundShares([])).toEqual([])
})
