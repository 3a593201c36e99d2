import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseBalancedBreaks, chooseBreaks } from './line-breaks.ts'

const space = 2

/** Word counts and lengths of the lines that breaks make. */
function toLines(words: number[], breaks: number[]) {
  const ends = [...breaks.map((position) => position + 1), words.length]
  return ends.map((end, line) => {
    const own = words.slice(ends[line - 1] ?? 0, end)
    return { count: own.length, length: own.reduce((sum, width) => sum + width + space, -space) }
  })
}

test('makes no line longer than the width unless it is a single word', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }), (words) => {
      const lines = toLines(words, chooseBreaks(words, space, 100))
      expect(lines.reduce((sum, line) => sum + line.count, 0)).toBe(words.length)
      for (const { count, length } of lines) expect(count === 1 || length <= 100).toBe(true)
    }),
  )
})

test('does not break a text that fits on one line', () => {
  expect(chooseBreaks([20, 20, 20], space, 100)).toEqual([])
  expect(chooseBalancedBreaks([20, 20, 20], space, 100)).toEqual([])
})

test('leaves no short word alone on the last line', () => {
  const words = [22, 22, 22, 22, 6]
  expect(toLines(words, chooseBreaks(words, space, 100)).at(-1)?.count).toBeGreaterThan(1)
})

test('breaks a heading into as few lines as possible, of equal length', () => {
  const words = [30, 30, 30, 30]
  expect(chooseBalancedBreaks(words, space, 100)).toEqual([1])
})
