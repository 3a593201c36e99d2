import { expect, test } from 'vitest'
import { addUnits, formatUnits, fromHex, parseUnits, toUint64 } from './byte-encoding.ts'

const MAX = 2n ** 63n - 1n

test('sums are eight bytes, most significant first, unsigned', () => {
  expect([...toUint64(258n)]).toEqual([0, 0, 0, 0, 0, 0, 1, 2])
  expect([...toUint64(MAX)]).toEqual([127, 255, 255, 255, 255, 255, 255, 255])
  for (const value of [-1n, MAX + 1n]) expect(() => toUint64(value)).toThrow(RangeError)
})

test('units have six decimals, no leading zeros and an upper bound', () => {
  expect(formatUnits(parseUnits('9223372036854.775807'))).toBe('9223372036854.775807')
  for (const text of [
    '9223372036854.775808',
    '1',
    '1.0',
    '01.000000',
    '-1.000000',
    '1.0000000',
    ' 1.000000',
    '1e3',
  ])
    expect(() => parseUnits(text), text).toThrow(RangeError)
  expect(addUnits(MAX - 1n, 1n)).toBe(MAX)
  expect(() => addUnits(MAX, 1n)).toThrow('9,223,372,036,854.775808 units exceed the maximum of the format')
})

test('hexadecimal is pairs of lower-case digits', () => {
  expect([...fromHex('00ff')]).toEqual([0, 255])
  for (const text of ['FF', 'f', '0x', 'gg']) expect(() => fromHex(text), text).toThrow(RangeError)
})
