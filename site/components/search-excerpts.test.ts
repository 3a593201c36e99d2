import { expect, test } from 'vitest'
import { buildExcerpt } from './search-excerpts.ts'

const draw = (text: string, query: string, title?: string) =>
  buildExcerpt(text, query, title)
    .map(({ text: part, isFound }) => (isFound ? part.replace(/\S+/, '[$&]') : part))
    .join('')

const filler = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

test('begins with the sentence that has most query words, and marks them', () => {
  const text = `Choosing a token is a request. ${filler(40)}. Some find no buyer. You may sell a token.`
  expect(draw(text, 'can I sell my tokens?')).toBe('You may [sell] a [token.]')
})

test('ignores words in the title above', () => {
  const text = 'It is $100, or more. It is a minimum. Only few may invest.'
  expect(draw(text, 'minimum investment', 'The minimum investment')).toBe(
    'It is $100, or more. It is a [minimum.] Only few may [invest.]',
  )
})

test('begins with the text if only the title contains the query', () => {
  expect(draw('The Australasian reporting code.', 'JORC')).toBe('The Australasian reporting code.')
})

test('marks a cut end with an ellipsis, and leaves no label without its value', () => {
  expect(draw(filler(40), 'word7')).toMatch(/^word0 .* \[word7\] .*word31…$/)
  expect(draw(`Gold. ${filler(30)} Commodity: Gold`, 'gold')).toMatch(/word29…$/)
})

test('shows a word deep within a long sentence with some words before it', () => {
  expect(draw(`${filler(50)} gold is found.`, 'gold')).toBe(
    '…word42 word43 word44 word45 word46 word47 word48 word49 [gold] is found.',
  )
})

test('joins cells only with their separator, and may begin with a cell', () => {
  expect(draw('Volatility. · Daily returns.', 'volatility')).toBe('[Volatility] · Daily returns.')
  expect(draw(`Name ${filler(40)}. · Gold price.`, 'price')).toBe('…Gold [price.]')
})

test.each([
  ['What is the minimum investment? $100, or more.', '$100, or more.'],
  ['The [minimum] [investment] is $100.', 'The [minimum] [investment] is $100.'],
])('omits the title above from %s', (text, shown) => {
  expect(draw(text.replace(/[[\]]/g, ''), 'minimum investment', 'What is the minimum investment?')).toBe(
    shown,
  )
})
