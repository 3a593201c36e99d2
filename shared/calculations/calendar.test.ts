import { expect, test } from 'vitest'
import { addDays } from './calendar.ts'

test('adds and subtracts days across the ends of months and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
})

test('returns no day before the first or after the last that can be written', () => {
  expect(addDays('0001-01-01', -1)).toBe('0001-01-01')
  expect(addDays('0001-02-10', -400)).toBe('0001-01-01')
  expect(addDays('9999-12-31', 1)).toBe('9999-12-31')
})
