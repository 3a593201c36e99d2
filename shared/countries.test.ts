import { expect, test } from 'vitest'
import { countryNames, getCountryName } from './countries.ts'

test('lists each of the 249 countries of ISO 3166-1 and Kosovo by its name, in order', () => {
  expect(new Set(countryNames).size).toBe(250)
  expect(countryNames.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(countryNames[0]).toBe('Afghanistan')
  expect(countryNames).toEqual(expect.arrayContaining(['Switzerland', 'Kosovo']))
  expect(getCountryName('LU')).toBe('Luxembourg')
})
