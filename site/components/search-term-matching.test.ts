import { expect, test } from 'vitest'
import { correctTerm, countWords, matchesAllTerms } from './search-term-matching.ts'

const text =
  'Times are ISO 8601 with Z; gold is mined at a cut-off of 1.5 g/t. Bastnäsite redeemed, CompetentPerson.'

test.each([
  'gold',
  'GOLD',
  'red',
  'mining',
  'mines',
  'redeemable',
  'redemption',
  'cutoff',
  'off',
  'bastnasite',
  'g/t',
  'person',
])('finds %s, which is a word of the text, its beginning or another form of it', (query) => {
  expect(matchesAllTerms(text, query)).toBe(true)
})

test.each(['zzqqxx', 'goldfish', 'wombat', 'gold zzqqxx', 'isotope', 'tint'])(
  'does not find %s, which has a word that is not in the text',
  (query) => {
    expect(matchesAllTerms(text, query)).toBe(false)
  },
)

test.each([
  ['sell tokens maturity', 2, 3],
  ['b wombat b', 0, 2],
])('counts each word of %s once', (query, found, all) => {
  expect(countWords('Units are sold at maturity', query)).toEqual({ found, all })
})

test.each([
  ['tax', 'takes'],
  ['verified', 'tariff'],
])('does not treat %s as a form of %s', (query, word) => {
  expect(matchesAllTerms(word, query)).toBe(false)
})

test.each([
  ['verified', 'verification'],
  ['mining', 'mined'],
  ['planned', 'plan'],
])('treats %s as a form of %s', (query, word) => {
  expect(matchesAllTerms(word, query)).toBe(true)
})

test.each([
  ['pasword', 'password'],
  ['rdemption', 'redemption'],
  ['custdoy', 'custody'],
  ['redemptiom', 'redemption'],
  ['wombat', undefined],
  ['gild', undefined],
])('corrects %s to %s', (typed, meant) => {
  expect(correctTerm(typed, ['A password, a redemption of gold.', 'Custody and redemption.'])).toBe(meant)
})
