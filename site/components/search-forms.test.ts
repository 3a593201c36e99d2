import { expect, test } from 'vitest'
import { dropSigns, spellQuery } from './search-forms.ts'

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
