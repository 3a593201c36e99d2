import { expect, test } from 'vitest'
import { checkDeposit } from './deposit.ts'

test.each([
  ['', '2026-03-01', { amount: 'Amount is required' }],
  ['999.99', '2026-03-01', { amount: 'It does not cover $1,000.00' }],
  ['1000.00', '', { date: 'Date is required' }],
  ['1000', '2026-03-01', {}],
])('checks a deposit of %j on %j', (amount, date, errors) => {
  expect(checkDeposit({ amount, date }, '1000.00')).toEqual(errors)
})
