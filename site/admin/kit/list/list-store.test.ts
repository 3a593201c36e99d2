import { expect, test } from 'vitest'
import { formatBlockLabel, getBlockNumber, parsePageNumber } from './list-store.ts'

test.each([
  [{ page: 1, limit: 50 }, 1, '1 to 500 of 1,954'],
  [{ page: 10, limit: 50 }, 1, '1 to 500 of 1,954'],
  [{ page: 11, limit: 50 }, 2, '501 to 1,000 of 1,954'],
  [{ page: 10, limit: 200 }, 4, '1,501 to 1,954 of 1,954'],
])('the page %o is in block %i', (place, block, name) => {
  expect(getBlockNumber(place)).toBe(block)
  expect(formatBlockLabel(place, 1_954)).toBe(name)
})

test('a list that fits into one bulk action is selected as a whole', () => {
  expect(formatBlockLabel({ page: 3, limit: 50 }, 500)).toBe('all 500')
})

test.each([
  ['12', 12],
  [' 4,000 ', 4_000],
  ['4001', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['1e3', undefined],
  ['99999999999999999999', undefined],
])('the typed page %o of 4,000 is %o', (text, page) => {
  expect(parsePageNumber(text, 4_000)).toBe(page)
})
