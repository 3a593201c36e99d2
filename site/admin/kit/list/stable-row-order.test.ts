import { expect, test } from 'vitest'
import { keepRowOrder } from './stable-row-order.ts'

const rowsOf = (...rows: [id: number, text: string][]) => rows.map(([id, text]) => ({ id, text }))
const keep = (shown: ReturnType<typeof rowsOf>, latest: ReturnType<typeof rowsOf>) =>
  keepRowOrder(shown, latest, ({ id }) => id)

test('keeps the position and last values of a row that has left', () => {
  const shown = rowsOf([1, 'a'], [2, 'b'], [3, 'c'])
  expect(keep(shown, rowsOf([1, 'a'], [3, 'c']))).toEqual(shown)
  expect(keep(shown, [])).toEqual(shown)
})

test('keeps row positions when the order changes, with new values', () => {
  const kept = keep(rowsOf([1, 'a'], [2, 'b']), rowsOf([2, 'b, edited'], [1, 'a']))
  expect(kept).toEqual(rowsOf([1, 'a'], [2, 'b, edited']))
})

test('appends new rows', () => {
  expect(keep(rowsOf([1, 'a']), rowsOf([9, 'new'], [1, 'a']))).toEqual(rowsOf([1, 'a'], [9, 'new']))
})
