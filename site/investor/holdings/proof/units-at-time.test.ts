import { expect, test } from 'vitest'
import type { HoldingEntry } from '#contract/holdings/holdings'
import { getUnitsAt } from './units-at-time.ts'

const entry = (number: number, at: string, balance: string) => ({ number, at, balance }) as HoldingEntry
const entries = [
  entry(9, '2026-11-22T10:00:00.000Z', '3.000000'),
  entry(4, '2026-11-20T10:00:00.000Z', '5.000000'),
]

test('the units at a given time are the balance of the newest entry up to it', () => {
  expect(getUnitsAt(entries, '2026-11-22T10:00:00.000Z')).toBe('3.000000')
  expect(getUnitsAt(entries, '2026-11-22T00:05:00.000Z')).toBe('5.000000')
})

test('there are none before the first entry, and they are unknown if earlier entries are not listed', () => {
  expect(getUnitsAt(entries, '2026-11-19T00:05:00.000Z')).toBe('0.000000')
  const many = Array.from({ length: 500 }, (_, at) => entry(900 - at, '2026-11-22T10:00:00.000Z', '1.000000'))
  expect(getUnitsAt(many, '2026-11-19T00:05:00.000Z')).toBeUndefined()
})
