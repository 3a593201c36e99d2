import { expect, test } from 'vitest'
import { countWords, hasWords } from './search-words.ts'

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
  expect(hasWords(text, query)).toBe(true)
})

test.each(['zzqqxx', 'goldfish', 'wombat', 'gold zzqqxx', 'isotope'])(
  'does not find %s, which has a word that is not in the text',
  (query) => {
    expect(hasWords(text, query)).toBe(false)
  },
)

test.each([
  ['sell tokens maturity', 2, 3],
  ['b wombat b', 0, 2],
])('of %s counts each word once', (query, found, all) => {
  expect(countWords('Units are sold at maturity', query)).toEqual({ found, all })
})
