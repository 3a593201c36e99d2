import { expect, test } from 'vitest'
import type { AdminTransaction } from '#contract/admin-transactions'
import { bodyOf, checkTransaction, editOf, newTransaction, versionOf } from './transaction-form.ts'

const row: AdminTransaction = {
  id: 7,
  user_id: 3,
  type: 'withdrawal',
  amount: '40.00',
  fee: '0.00',
  currency: 'USD',
  description: 'To the bank',
  status: 'pending',
  date: '2026-03-19T22:15:00.000Z',
  transaction_date: '2026-03-19T22:15:00.000Z',
  created_at: '2026-03-19T22:15:00.000Z',
  updated_at: '2026-03-20T08:00:00.000Z',
}

test('starts a new one as a completed deposit of today without an amount', () => {
  const { values } = newTransaction('2026-03-19', 3)
  expect(values).toMatchObject({ status: 'completed', date: '2026-03-19', amount: '' })
  expect(checkTransaction(values)).toEqual({ amount: 'Amount is required' })
  expect(checkTransaction({ ...values, amount: '1e5' })).toEqual({
    amount: 'Enter an amount such as 1250.00',
  })
  expect(checkTransaction({ ...values, amount: '5', date: '' })).toEqual({ date: 'Date is required' })
  expect(checkTransaction({ ...values, amount: '5', fee: '-' })).toEqual({ fee: 'Fee must be a number' })
  expect(checkTransaction({ ...newTransaction('2026-03-19', undefined).values, amount: '5' })).toEqual({
    user_id: 'Choose an investor',
  })
  expect(bodyOf({ ...values, amount: '1250.50' })).toEqual({
    type: 'deposit',
    amount: '1250.50',
    fee: '0',
    description: '',
    status: 'completed',
    date: '2026-03-19',
  })
})

test('sends only the changed fields of an edit, and keeps the time of an unchanged day', () => {
  const { values, updatedAt } = versionOf(row)
  expect(updatedAt).toBe(row.updated_at)
  expect(editOf(values, values)).toEqual({})
  expect(editOf({ ...values, amount: '41', fee: '1.5' }, values)).toEqual({ amount: '41', fee: '1.5' })
  expect(editOf({ ...values, date: '2026-03-20', description: '' }, values)).toEqual({
    date: '2026-03-20',
    description: '',
  })
})
