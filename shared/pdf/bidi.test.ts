import { describe, expect, test } from 'vitest'
import { orderBidiRuns, reverse } from './bidi.ts'

const shown = (line: string) => orderBidiRuns(line).map(({ text }) => text)

describe('the order of a line', () => {
  test('does not change from left to right', () => {
    expect(orderBidiRuns('Wire from Ada, 1,250.00')).toEqual([
      { text: 'Wire from Ada, 1,250.00', isRightToLeft: false },
    ])
  })

  test('keeps the position of a word that runs from right to left', () => {
    expect(shown('Wire from דוד today')).toEqual(['Wire from ', 'דוד', ' today'])
  })

  test('reverses a line that begins from right to left, except its numbers', () => {
    expect(shown('דוד 1,250.00 לוי')).toEqual([' לוי', '1,250.00', 'דוד '])
    expect(shown('דוד (Ada) לוי')).toEqual([') לוי', 'Ada', 'דוד ('])
  })

  test('mirrors brackets', () => {
    expect(reverse(' (')).toBe(') ')
  })
})
