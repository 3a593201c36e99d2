import { expect, test } from 'vitest'
import { replaceRowsFromTop } from './staged-rows.ts'

const keep = (before: string[], rows: string[], count: number) =>
  replaceRowsFromTop(before, rows, count, (row) => row)

test('replaces the rows of the previous page from the top', () => {
  expect(keep(['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h'], 2)).toEqual(['e', 'f', 'c', 'd'])
})

test('keeps the height of the list when its rows change order', () => {
  expect(keep(['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'a'], 2)).toEqual(['d', 'c', 'a', 'b'])
})

test('keeps no more rows than the new page has', () => {
  expect(keep(['a', 'b', 'c', 'd'], ['e', 'f', 'g'], 2)).toEqual(['e', 'f', 'c'])
})

test('does not move the rows of a shorter page down', () => {
  expect(keep(['a', 'b'], ['e', 'f', 'g', 'h'], 2)).toEqual(['e', 'f'])
})

test('starts with the first rows if there were none', () => {
  expect(keep([], ['a', 'b', 'c'], 2)).toEqual(['a', 'b'])
})
