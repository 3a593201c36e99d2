import { expect, test } from 'vitest'
import { drawEnds } from './search-excerpts.ts'

const text =
  'Redemption. None before first concentrate. From then on once a year. Fees: 0.70% of value a year.'

test.each([
  ['before first <mark>concentrate.</mark> From then', '…before first <mark>concentrate.</mark> From then…'],
  ['None before <mark>first</mark> concentrate.', 'None before <mark>first</mark> concentrate.'],
  ['<mark>Redemption.</mark> None before', '<mark>Redemption.</mark> None before…'],
  ['0.70% of value a year.', '0.70% of value a year.'],
  ['once a year. Fees: 0.70%', '…once a year. Fees: 0.70%…'],
])('of %s the cut ends have an ellipsis', (excerpt, shown) => {
  expect(drawEnds(excerpt, text)).toBe(shown)
})

test('an end of the text is not cut', () => {
  expect(drawEnds('on <mark>paper</mark>', 'A sheet on paper')).toBe('…on <mark>paper</mark>')
})

test('cells are joined by their mark alone', () => {
  expect(drawEnds('<mark>Volatility.</mark> · Daily returns.', 'Volatility. · Daily returns.')).toBe(
    '<mark>Volatility</mark> · Daily returns.',
  )
})

test.each([
  ['<mark>minimum</mark> <mark>investment?</mark> $100, or more.', '$100, or more.'],
  ['What is the minimum investment? $100, or <mark>more.</mark>', '$100, or <mark>more.</mark>'],
  ['The minimum investment is $100, or more.', 'The minimum investment is $100, or more.'],
])('of %s the title above is left out', (excerpt, shown) => {
  const whole = 'What is the minimum investment? $100, or more. The minimum investment is $100, or more.'
  expect(drawEnds(excerpt, whole, 'What is the minimum investment?')).toBe(shown)
})

test('a single word that ends the title is left where it is', () => {
  expect(drawEnds('reports under audit.', 'They are reports under audit.', 'The reports')).toBe(
    '…reports under audit.',
  )
})
