import { expect, test } from 'vitest'
import {
  createValuationVersion,
  describeRestated,
  serializeInputs,
  toValuationBody,
  validateValuation,
} from './valuation-form.ts'

const input = { label: 'Gold', value: '2400', unit: 'USD/oz', source: 'LBMA', as_of: '2026-11-20' }
const last = {
  id: 1,
  low: '90.00',
  preferred: '100.00',
  high: '110.00',
  as_of: '2026-10-31',
  method: 'Discounted cash flow',
  inputs: [input],
  is_superseded: false,
  created_at: '2026-11-01T00:00:00.000Z',
}

test('starts with the method and inputs of the last valuation, but not its values', () => {
  const { values } = createValuationVersion(last, '2026-11-23')
  expect(values).toEqual({
    low: '',
    preferred: '',
    high: '',
    reason: '',
    as_of: '2026-11-23',
    method: 'Discounted cash flow',
    inputs: serializeInputs([input]),
  })
  expect(toValuationBody({ ...values, low: '1', preferred: '2', high: '3' })).toEqual({
    low: '1',
    preferred: '2',
    high: '3',
    as_of: '2026-11-23',
    method: 'Discounted cash flow',
    inputs: [input],
  })
})

test('lists missing fields, those of an input by their path', () => {
  const { values } = createValuationVersion(undefined, '')
  const inputs = serializeInputs([input, { ...input, source: ' ', unit: '' }])
  expect(Object.keys(validateValuation({ ...values, low: 'x', inputs }, '2026-11-23'))).toEqual([
    'low',
    'preferred',
    'high',
    'as_of',
    'method',
    'inputs/1/source',
  ])
})

test('rejects a future day before any confirmation', () => {
  const { values } = createValuationVersion(undefined, '2026-11-24')
  const filled = { ...values, low: '1', preferred: '2', high: '3', method: 'Discounted cash flow' }
  expect(Object.keys(validateValuation(filled, '2026-11-23'))).toEqual(['as_of'])
  expect(validateValuation(filled, '2026-11-24')).toEqual({})
})

test.each([
  ['2026-11-05', [], undefined],
  ['2026-10-31', [], 'Statements for October 2026 may already have been issued without this value.'],
  [
    '2026-10-31',
    ['2026-10-31'],
    'Statements for October 2026 may already have been issued with the earlier value.',
  ],
  [
    '2026-08-15',
    ['2026-10-31', '2026-07-31'],
    'Statements for the months from August 2026 to October 2026 may already have been issued with the earlier value.',
  ],
])('warns that a valuation of %s beside those of %j changes issued statements', (asOf, days, warning) => {
  const warned = describeRestated(
    asOf,
    days.map((as_of) => ({ as_of })),
    '2026-11-23',
  )
  expect(warned?.replace(/ If they .*/, '')).toBe(warning)
})
