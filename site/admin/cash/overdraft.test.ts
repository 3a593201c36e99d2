import { expect, test } from 'vitest'
import { effectOf, overdraftOf, takesBelowZero } from './overdraft.ts'

const cash = { balance: '100.00', reserved: '40.00', available: '60.00' }

test.each([
  ['leaves all cash that is not reserved', { balance: '-60' }, '0.00', false],
  ['spends a cent of the reserved cash', { balance: '-60.01' }, '-0.01', true],
  ['reserves more than there is', { balance: '0', reserved: '60.01' }, '-0.01', true],
  ['spends what was reserved for it', { balance: '-40', reserved: '-40' }, '60.00', false],
])('a booking that %s', (_, move, available, isBelow) => {
  const effect = effectOf(cash, move)
  expect([effect.available_after, takesBelowZero(effect)]).toEqual([available, isBelow])
})

test('a booking that brings money into overdrawn cash needs no consent', () => {
  const overdrawn = { balance: '-50.00', reserved: '0.00', available: '-50.00' }
  expect(takesBelowZero(effectOf(overdrawn, { balance: '20' }))).toBe(false)
  expect(takesBelowZero(effectOf(overdrawn, { balance: '-0.01' }))).toBe(true)
})

test('sends the consent to an overdraft, and the amount only with it', () => {
  expect(overdraftOf({ allow_overdraft: false, confirm_amount: '5' })).toEqual({})
  expect(overdraftOf({ allow_overdraft: true, confirm_amount: '' })).toEqual({ allow_overdraft: true })
  expect(overdraftOf({ allow_overdraft: true, confirm_amount: ' 5.5 ' })).toEqual({
    allow_overdraft: true,
    confirm_amount: '5.5',
  })
})
