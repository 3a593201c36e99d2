import { expect, test } from 'vitest'
import { formatDuration, formatElapsed, formatTimeLeft } from './duration.ts'

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [47 * 3_600, '47 h'],
  [48 * 3_600, '2 d'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.each([
  [0.9, '0 s'],
  [59.9, '59 s'],
  [60, '1 min 0 s'],
  [3_725, '62 min 5 s'],
])('writes %d elapsed seconds as %s', (seconds, text) => {
  expect(formatElapsed(seconds)).toBe(text)
})

test.each([
  [5, '1 min'],
  [3_599, '1 h'],
  [47 * 3_600, '47 h'],
  [48 * 3_600 - 2, '2 d'],
  [7 * 86_400 - 2, '7 d'],
  [6.4 * 86_400, '6 d'],
])('writes %d remaining seconds as %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text)
})
