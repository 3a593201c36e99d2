import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextStyle, Typesetter } from '#shared/pdf/typesetter'
import { breakBalancedLines, breakLines, findMinimumWidth, toRuns } from './text-layout.ts'

/** Every character is one point wide. */
const set = { measure: (_: TextStyle, text: string) => text.length } as Typesetter
const face: TextStyle = { family: 'ibm-plex-sans', weight: 400, size: 1, color: '#000000' }

const linesOf = (text: string, width: number) =>
  breakLines(set, toRuns(text, face), width).map((line) => line.map((run) => run.text).join(''))

const words = fc.array(fc.stringMatching(/^[a-z]{1,24}$/), { minLength: 1, maxLength: 60 })

test('makes no line longer than the width unless it is a single word, and keeps every word', () => {
  fc.assert(
    fc.property(words, (words) => {
      const lines = linesOf(words.join(' '), 40)
      expect(lines.join(' ')).toBe(words.join(' '))
      for (const line of lines) expect(line.length <= 40 || !line.includes(' ')).toBe(true)
    }),
  )
})

test('leaves no short word alone on the last line', () => {
  expect(linesOf('one two three four five end', 24)).toEqual(['one two three four', 'five end'])
})

test('does not separate a day from its month', () => {
  expect(linesOf('a statement of the 30 September 2026 and more', 22)).toEqual([
    'a statement of the',
    '30\u00a0September 2026',
    'and more',
  ])
})

test('breaks a heading into as few lines as possible, of equal length', () => {
  const lines = breakBalancedLines(set, toRuns('aaaa bbbb cccc dddd', face), 15)
  expect(lines.map((line) => line.map((run) => run.text).join(''))).toEqual(['aaaa bbbb', 'cccc dddd'])
})

test('finds the minimum width for a number of lines', () => {
  const runs = toRuns('aaaa bbbb cccccc', face)
  expect(findMinimumWidth(set, runs, 1)).toBeCloseTo(16, 0)
  expect(findMinimumWidth(set, runs, 2)).toBeCloseTo(9, 0)
  expect(findMinimumWidth(set, runs, 9)).toBe(6)
})

test('keeps emphasis within a word and a link without the spaces around it', () => {
  const text = (value: string) => ({ type: 'text' as const, value })
  const link = { type: 'link' as const, url: 'https://a.example/', children: [text('the code')] }
  const [line = []] = breakLines(
    set,
    toRuns([text('See '), link, text(', '), { type: 'strong', children: [text('bo')] }, text('ld')], face),
    100,
  )
  expect(line.map(({ text, link, face }) => [text, link, face.weight])).toEqual([
    ['See ', undefined, 400],
    ['the code', 'https://a.example/', 400],
    [', ', undefined, 400],
    ['bo', undefined, 600],
    ['ld', undefined, 400],
  ])
})

test('strikes out only struck-out text', () => {
  const text = (value: string) => ({ type: 'text' as const, value })
  const [line = []] = breakLines(
    set,
    toRuns([text('Was '), { type: 'delete', children: [text('five')] }, text(' and is six')], face),
    100,
  )
  expect(line.map(({ text, isStruck = false }) => [text, isStruck])).toEqual([
    ['Was ', false],
    ['five', true],
    [' and is six', false],
  ])
})
