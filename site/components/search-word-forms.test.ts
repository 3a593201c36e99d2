import { expect, test } from 'vitest'
import { expandQuery, removeStopWords, stripSymbols } from './search-word-forms.ts'

test.each([
  ['redeem', ['redeem', 'redemption']],
  ['Redeemed', ['Redeemed', 'redemption']],
  ['redemptions', ['redemptions', 'redeem']],
  ['licences', ['licences', 'license']],
  ['paying agent', ['paying agent', 'paid agent']],
  ['loss', ['loss', 'lose', 'lost']],
])('also tries other forms of %s', (query, forms) => {
  expect(expandQuery(query)).toEqual(forms)
})

test.each(['red', 'holder', 'submarine', 'gold', '"redeem"'])('leaves %s unchanged', (query) => {
  expect(expandQuery(query)).toEqual([query])
})

test('tries at most eight queries', () => {
  expect(expandQuery('lose sell analyze redeem')).toHaveLength(8)
})

test.each([
  ['$MONZ', 'MONZ'],
  ['€100', '100'],
  ['≥ 1.5 g/t', '1.5 g/t'],
  ['$', ''],
])('reads %s without punctuation', (query, read) => {
  expect(stripSymbols(query)).toBe(read)
})

test.each([
  ['what is the minimum investment', 'minimum investment'],
  ['How do I get verified?', 'verified?'],
  ['what happens if lodefield goes bankrupt', 'bankrupt'],
  ['resource statement', 'resource statement'],
  ['who is who', 'who is who'],
  ['"how it ends"', '"how it ends"'],
])('searches for the distinctive words of %s', (query, searched) => {
  expect(removeStopWords(query)).toBe(searched)
})
