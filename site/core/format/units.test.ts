import { expect, test } from 'vitest'
import { codeOf } from '#shared/series-code'
import { holdingPath, sheetPath, subscribePath, subscriptionPath } from './series-paths.ts'
import { formatSignedUnits, formatUnits, shortenHash } from './units.ts'

test('units have six decimals and grouped digits, beyond what a float holds', () => {
  expect(formatUnits('214.5')).toBe('214.500000')
  expect(formatUnits('999999999999.123457')).toBe('999,999,999,999.123457')
  expect(formatSignedUnits('-3.003003')).toBe('-3.003003')
  expect(formatSignedUnits('1000')).toBe('+1,000.000000')
  expect(formatSignedUnits('0.000000')).toBe('0.000000')
})

test('a hash is shortened to its ends', () => {
  expect(shortenHash('0123456789abcdef')).toBe('012345…cdef')
  expect(shortenHash('')).toBe('')
})

test('paths of a series hold its symbol without the dollar sign, in lower case', () => {
  expect(codeOf('$GAClay')).toBe('gaclay')
  expect(codeOf('WITGOLD')).toBe('witgold')
  expect(sheetPath('$GAClay')).toBe('/tokens/gaclay')
  expect(subscribePath('$HALL')).toBe('/access/subscribe/hall')
  expect(holdingPath('$HALL')).toBe('/access/holdings/hall')
  expect(subscriptionPath(123)).toBe('/access/subscriptions/123')
})
