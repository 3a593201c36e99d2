import { expect, test } from 'vitest'
import { readWordedTerms } from './worded-terms.ts'

test('takes the terms in words out of the text of an offering', () => {
  expect(
    readWordedTerms('Use of proceeds: Pays for drilling. Redemption: None before 2028. Fees: 0.70% a year.'),
  ).toEqual({
    terms: { proceeds: 'Pays for drilling.', redemption: 'None before 2028.', fees: '0.70% a year.' },
    rest: '',
  })
})

test('leaves what belongs to no term as a text', () => {
  expect(readWordedTerms('First come.\n\nFees: none\nat all.\n\nPaid in:\n- dollars')).toEqual({
    terms: { fees: 'none\nat all.' },
    rest: 'First come.\n\nPaid in:\n- dollars',
  })
  expect(readWordedTerms('No redemption before the first shipment. Exit Fees are none.')).toEqual({
    terms: {},
    rest: 'No redemption before the first shipment. Exit Fees are none.',
  })
})
