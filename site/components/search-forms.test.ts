import { expect, test } from 'vitest'
import { dropFillers, dropSigns, spellQuery } from './search-forms.ts'

test.each([
  ['redeem', ['redeem', 'redemption']],
  ['Redeemed', ['Redeemed', 'redemption']],
  ['redemptions', ['redemptions', 'redeem']],
  ['licences', ['licences', 'license']],
  ['paying agent', ['paying agent', 'paid agent']],
  ['loss', ['loss', 'lose', 'lost']],
])('tries %s in its other forms too', (query, forms) => {
  expect(spellQuery(query)).toEqual(forms)
})

test.each(['red', 'holder', 'submarine', 'gold', '"redeem"'])('leaves %s as it is', (query) => {
  expect(spellQuery(query)).toEqual([query])
})

test('tries no more than eight queries', () => {
  expect(spellQuery('lose sell analyze redeem')).toHaveLength(8)
})

test.each([
  ['$MONZ', 'MONZ'],
  ['€100', '100'],
  ['≥ 1.5 g/t', '1.5 g/t'],
  ['$', ''],
])('reads %s without its signs', (query, read) => {
  expect(dropSigns(query)).toBe(read)
})

test.each([
  ['what is the minimum investment', 'minimum investment'],
  ['How do I get verified?', 'verified?'],
  ['what happens if lodefield goes bankrupt', 'bankrupt'],
  ['resource statement', 'resource statement'],
  ['who is who', 'who is who'],
  ['"how it ends"', '"how it ends"'],
])('of %s the words that tell pages apart are searched', (query, searched) => {
  expect(dropFillers(query)).toBe(searched)
})
