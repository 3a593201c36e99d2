import { describe, expect, test } from 'vitest'
import { toDecimal } from '#shared/calculations/decimal'
import {
  calculateCashEffect,
  calculateOverdraft,
  findLowestAfterBooking,
  listDebitedRanges,
  takesBelowZero,
} from './overdraft.ts'

const cash = { balance: '100.00', reserved: '40.00', available: '60.00' }

test.each([
  ['leaves all cash that is not reserved', { balance: '-60' }, '0.00', false],
  ['spends a cent of the reserved cash', { balance: '-60.01' }, '-0.01', true],
  ['reserves more than there is', { balance: '0', reserved: '60.01' }, '-0.01', true],
  ['spends what was reserved for it', { balance: '-40', reserved: '-40' }, '60.00', false],
])('a booking that %s', (_, move, available, isBelow) => {
  const effect = calculateCashEffect(cash, move)
  expect([effect.available_after, takesBelowZero(effect)]).toEqual([available, isBelow])
})

test('a booking that adds money to overdrawn cash needs no consent', () => {
  const overdrawn = { balance: '-50.00', reserved: '0.00', available: '-50.00' }
  expect(takesBelowZero(calculateCashEffect(overdrawn, { balance: '20' }))).toBe(false)
  expect(takesBelowZero(calculateCashEffect(overdrawn, { balance: '-0.01' }))).toBe(true)
})

test('sends the consent to an overdraft, and the amount only with it', () => {
  expect(calculateOverdraft({ allow_overdraft: false, confirm_amount: '5' })).toEqual({})
  expect(calculateOverdraft({ allow_overdraft: true, confirm_amount: '' })).toEqual({ allow_overdraft: true })
  expect(calculateOverdraft({ allow_overdraft: true, confirm_amount: ' 5.5 ' })).toEqual({
    allow_overdraft: true,
    confirm_amount: '5.5',
  })
})

describe('the days on which a booking takes cash', () => {
  const ranges = (...moves: [day: string, change: number][]) =>
    listDebitedRanges(
      moves.map(([day, change]) => ({ day, change: toDecimal(change) })),
      '2026-11-28',
    ).map(({ from, to, change }) => [from, to, change.toFixed(2)])

  test('begin with its date, and end before the date to which it is moved', () => {
    expect(ranges(['2026-11-01', -5])).toEqual([['2026-11-01', undefined, '-5.00']])
    // A deposit moved to a later date, and a withdrawal that becomes larger and earlier.
    expect(ranges(['2026-11-09', 5], ['2026-11-01', -5])).toEqual([['2026-11-01', '2026-11-08', '-5.00']])
    expect(ranges(['2026-11-01', -7], ['2026-11-09', 5])).toEqual([
      ['2026-11-01', '2026-11-08', '-7.00'],
      ['2026-11-09', undefined, '-2.00'],
    ])
  })

  test('are empty for a booking dated today, an undated one, and an incoming payment', () => {
    expect(ranges(['2026-11-28', -5])).toEqual([])
    expect(ranges(['', -5])).toEqual([])
    expect(ranges(['2026-11-01', 5])).toEqual([])
    expect(ranges(['2026-11-01', 5], ['2026-11-01', -5])).toEqual([])
  })

  test('have the lowest balance of all, which needs consent if below zero', () => {
    const taken = [
      { from: '2026-11-01', to: '2026-11-08', change: toDecimal(-7) },
      { from: '2026-11-09', change: toDecimal(-2) },
    ]
    const lowest = findLowestAfterBooking(taken, [
      { day: '2026-11-03', balance: '10.00' },
      { day: '2026-11-20', balance: '1.50' },
    ])
    expect(lowest).toEqual({
      since: '2026-11-01',
      day: '2026-11-20',
      balance: '1.50',
      balance_after: '-0.50',
    })
    const effect = calculateCashEffect(cash, { balance: '-2' })
    expect(takesBelowZero(effect)).toBe(false)
    expect(takesBelowZero({ ...effect, ...(lowest && { lowest }) })).toBe(true)
  })
})
