import { describe, expect, test } from 'vitest'
import { orderBidiRuns, reverse } from './bidirectional-text.ts'

const shown = (line: string) => orderBidiRuns(line).map(({ text }) => text)

describe('the order of a line', () => {
  test('is unchanged for text from left to right', () => {
    expect(orderBidiRuns('Wire from Ada, 1,250.00')).toEqual([
      { text: 'Wire from Ada, 1,250.00', isRightToLeft: false },
    ])
  })

  test('keeps the position of a right-to-left word', () => {
    expect(shown('Wire from דוד today')).toEqual(['Wire from ', 'דוד', ' today'])
  })

  test('reverses a line that starts from right to left, except its numbers', () => {
    expect(shown('דוד 1,250.00 לוי')).toEqual([' לוי', '1,250.00', 'דוד '])
    expect(shown('דוד (Ada) לוי')).toEqual([') לוי', 'Ada', 'דוד ('])
  })

  test('mirrors brackets', () => {
    expect(reverse(' (')).toBe(') ')
  })
})
