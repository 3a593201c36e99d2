import { expect, test } from 'vitest'
import { countryName, countryNames } from './countries.ts'

test('lists each of the 249 countries by its name, in order', () => {
  expect(new Set(countryNames).size).toBe(249)
  expect(countryNames.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(countryNames[0]).toBe('Afghanistan')
  expect(countryNames).toContain('Switzerland')
  expect(countryName('LU')).toBe('Luxembourg')
})
