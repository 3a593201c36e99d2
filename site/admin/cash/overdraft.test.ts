import { describe, expect, test } from 'vitest'
import { decimal } from '#shared/asset/decimal'
import { effectOf, overdraftOf, pastOf, takenRanges, takesBelowZero } from './overdraft.ts'

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

describe('the days that a booking takes cash from', () => {
  const ranges = (...moves: [day: string, change: number][]) =>
    takenRanges(
      moves.map(([day, change]) => ({ day, change: decimal(change) })),
      '2026-11-28',
    ).map(({ from, to, change }) => [from, to, change.toFixed(2)])

  test('begin with its date, and end before a date to which it is moved', () => {
    expect(ranges(['2026-11-01', -5])).toEqual([['2026-11-01', undefined, '-5.00']])
    // A deposit that is dated later, and a withdrawal that becomes larger and earlier.
    expect(ranges(['2026-11-09', 5], ['2026-11-01', -5])).toEqual([['2026-11-01', '2026-11-08', '-5.00']])
    expect(ranges(['2026-11-01', -7], ['2026-11-09', 5])).toEqual([
      ['2026-11-01', '2026-11-08', '-7.00'],
      ['2026-11-09', undefined, '-2.00'],
    ])
  })

  test('are none of a booking of today, of one without a date, and of money in', () => {
    expect(ranges(['2026-11-28', -5])).toEqual([])
    expect(ranges(['', -5])).toEqual([])
    expect(ranges(['2026-11-01', 5])).toEqual([])
    expect(ranges(['2026-11-01', 5], ['2026-11-01', -5])).toEqual([])
  })

  test('have the lowest balance of all, which needs a consent below zero', () => {
    const taken = [
      { from: '2026-11-01', to: '2026-11-08', change: decimal(-7) },
      { from: '2026-11-09', change: decimal(-2) },
    ]
    const lowest = pastOf(taken, [
      { day: '2026-11-03', balance: '10.00' },
      { day: '2026-11-20', balance: '1.50' },
    ])
    expect(lowest).toEqual({
      since: '2026-11-01',
      day: '2026-11-20',
      balance: '1.50',
      balance_after: '-0.50',
    })
    const effect = effectOf(cash, { balance: '-2' })
    expect(takesBelowZero(effect)).toBe(false)
    expect(takesBelowZero({ ...effect, ...(lowest && { lowest }) })).toBe(true)
  })
})
