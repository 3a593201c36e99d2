import { expect, test } from 'vitest'
import { parseTextTerms } from './text-terms.ts'

test('extracts the written terms from the text of an offering', () => {
  expect(
    parseTextTerms('Use of proceeds: Pays for drilling. Redemption: None before 2028. Fees: 0.70% a year.'),
  ).toEqual({
    terms: { proceeds: 'Pays for drilling.', redemption: 'None before 2028.', fees: '0.70% a year.' },
    rest: '',
  })
})

test('keeps anything that is not a term as text', () => {
  expect(parseTextTerms('First come.\n\nFees: none\nat all.\n\nPaid in:\n- dollars')).toEqual({
    terms: { fees: 'none\nat all.' },
    rest: 'First come.\n\nPaid in:\n- dollars',
  })
  expect(parseTextTerms('No redemption before the first shipment. Exit Fees are none.')).toEqual({
    terms: {},
    rest: 'No redemption before the first shipment. Exit Fees are none.',
  })
})
