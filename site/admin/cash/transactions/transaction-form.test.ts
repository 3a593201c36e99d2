import { describe, expect, test } from 'vitest'
import type { AdminTransaction } from '#contract/cash/admin-transactions'
import {
  createTransactionVersion,
  describeDeleted,
  describeRestated,
  toTransactionBody,
  toTransactionEdit,
  toTransactionVersion,
  validateTransaction,
} from './transaction-form.ts'

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

test('starts a new one as a completed deposit dated today without an amount', () => {
  const { values } = createTransactionVersion('2026-03-19', 3)
  expect(values).toMatchObject({ status: 'completed', date: '2026-03-19', amount: '' })
  expect(validateTransaction(values)).toEqual({ amount: 'Amount is required' })
  expect(validateTransaction({ ...values, amount: '1e5' })).toEqual({
    amount: 'Enter an amount such as 1250.00',
  })
  expect(validateTransaction({ ...values, amount: '5', date: '' })).toEqual({ date: 'Date is required' })
  expect(validateTransaction({ ...values, amount: '5', fee: '-' })).toEqual({ fee: 'Fee must be a number' })
  expect(
    validateTransaction({ ...createTransactionVersion('2026-03-19', undefined).values, amount: '5' }),
  ).toEqual({
    user_id: 'Select an investor',
  })
  expect(toTransactionBody({ ...values, amount: '1250.50' })).toEqual({
    type: 'deposit',
    amount: '1250.50',
    fee: '0',
    description: '',
    status: 'completed',
    date: '2026-03-19',
  })
})

test('sends only the changed fields of an edit, and keeps the time of an unchanged day', () => {
  const { values, updatedAt } = toTransactionVersion(row)
  expect(updatedAt).toBe(row.updated_at)
  expect(toTransactionEdit(values, values)).toEqual({})
  expect(toTransactionEdit({ ...values, amount: '41', fee: '1.5' }, values)).toEqual({
    amount: '41',
    fee: '1.5',
  })
  expect(toTransactionEdit({ ...values, date: '2026-03-20', description: '' }, values)).toEqual({
    date: '2026-03-20',
    description: '',
  })
})

describe('a transaction of a past month', () => {
  const [today, march] = ['2026-05-20', 'Statements for the months from March 2026 to April 2026']
  const base = toTransactionVersion(row).values

  test('warns that statements were issued without it', () => {
    const { values } = createTransactionVersion('2026-04-30', 3)
    expect(describeRestated(values, undefined, today)).toBe(
      'Statements for April 2026 may already have been issued without this transaction. If they are downloaded again, they show it.',
    )
    expect(describeRestated({ ...values, date: '2026-05-01' }, undefined, today)).toBeUndefined()
    expect(describeRestated({ ...values, date: '' }, undefined, today)).toBeUndefined()
  })

  test('warns when it is changed, from the earlier of both days', () => {
    expect(describeRestated(base, row, today)).toBeUndefined()
    expect(describeRestated({ ...base, amount: '41.00' }, row, today)).toBe(
      `${march} may already have been issued without this change. If they are downloaded again, they show it.`,
    )
    expect(describeRestated({ ...base, date: today }, row, today)).toContain(march)
    expect(describeRestated({ ...base, date: '2026-01-02' }, row, today)).toContain('from January 2026')
  })

  test('warns before it is deleted', () => {
    expect(describeDeleted(row, today)).toBe(
      `${march} may already have been issued with this transaction. If they are downloaded again, they no longer show it.`,
    )
    expect(describeDeleted(row, '2026-03-31')).toBeUndefined()
  })
})
