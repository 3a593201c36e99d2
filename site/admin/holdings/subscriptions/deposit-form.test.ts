import { expect, test } from 'vitest'
import { findPayment, validateDeposit } from './deposit-form.ts'

test.each([
  ['', '2026-03-01', { amount: 'Amount is required' }],
  ['999.99', '2026-03-01', { amount: 'The amount must be at least $1,000.00' }],
  ['1000.00', '', { date: 'Date is required' }],
  ['1000', '2026-03-01', {}],
])('checks a deposit of %j on %j', (amount, date, errors) => {
  expect(validateDeposit({ amount, date }, '1000.00')).toEqual(errors)
})

test('selects the only deposit of the amount that is not older than the subscription', () => {
  const subscription = { amount: '1000.00', created_at: '2026-03-02T15:00:00.000Z' }
  const [old, same, other] = [
    { id: 1, amount: '1000.00', date: '2025-03-02T00:00:00.000Z' },
    { id: 2, amount: '1000.00', date: '2026-03-02T00:00:00.000Z' },
    { id: 3, amount: '2000.00', date: '2026-03-05T00:00:00.000Z' },
  ]
  expect(findPayment([old], subscription)).toBeUndefined()
  expect(findPayment([old, same, other], subscription)).toBe(same)
  expect(findPayment([same, { ...same, id: 4 }], subscription)).toBeUndefined()
})
