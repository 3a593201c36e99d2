import { expect, test } from 'vitest'
import { searchTexts } from './faq-search.ts'

const texts = [
  'Where do the prices come from? From public sources.',
  'How do I get money out? You may find no buyer when you want to sell a token.',
  'Custody: how assets are held apart from the operator.',
]

test.each([
  ['can I sell my tokens?', [1]],
  ['SELLING', [1]],
  ['Where do prices come from?', [0]],
  ['custody', [2]],
  ['cust', [2]],
  ['“custody”', [2]],
  ['$', []],
  ['how do I', [1]],
])('%s is found by its distinctive words', (query, found) => {
  expect(searchTexts(texts, query)).toEqual({ found: new Set(found), isPartial: false })
})

test('texts with most of the words are found if none has all of them', () => {
  expect(searchTexts(texts, 'sell tokens before maturity')).toEqual({ found: new Set([1]), isPartial: true })
  expect(searchTexts(texts, 'sell everything tomorrow morning').found, 'one word is not enough').toEqual(
    new Set(),
  )
})

test('a word that is in no text finds nothing', () => {
  expect(searchTexts(texts, 'wombat')).toEqual({ found: new Set(), isPartial: false })
})
