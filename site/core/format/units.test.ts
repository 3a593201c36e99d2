import { expect, test } from 'vitest'
import { toSeriesCode } from '#shared/series-code'
import { getHoldingPath, getSeriesPath, getSubscribePath, getSubscriptionPath } from './series-paths.ts'
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
  expect(toSeriesCode('$GAClay')).toBe('gaclay')
  expect(toSeriesCode('WITGOLD')).toBe('witgold')
  expect(getSeriesPath('$GAClay')).toBe('/tokens/gaclay')
  expect(getSubscribePath('$HALL')).toBe('/access/subscribe/hall')
  expect(getHoldingPath('$HALL')).toBe('/access/holdings/hall')
  expect(getSubscriptionPath(123)).toBe('/access/subscriptions/123')
})
