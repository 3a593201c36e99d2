import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimal } from './decimal.ts'
import { calculateAmountForUnits, calculatePurchase } from './subscription-units.ts'

describe('the purchase of an amount', () => {
  test.each([
    ['1000.00', '100.00', { units: '10.000000', cost: '1000.00', rest: '0.00' }],
    // 1000 / 333 = 3.003003003…; 3.003003 × 333 = 999.999999.
    ['1000.00', '333.00', { units: '3.003003', cost: '1000.00', rest: '0.00' }],
    // 100 / 99999.99 = 0.001000000100…; 0.001 × 99999.99 = 99.99999.
    ['100.00', '99999.99', { units: '0.001000', cost: '100.00', rest: '0.00' }],
    // 0.05 / 60000 = 0.00000083…: less than the smallest unit.
    ['0.05', '60000.00', { units: '0.000000', cost: '0.00', rest: '0.05' }],
    // 0.10 / 60000 = 0.00000166…, truncated to 0.000001, which costs 0.06.
    ['0.10', '60000.00', { units: '0.000001', cost: '0.06', rest: '0.04' }],
  ])('%s at %s', (amount, price, purchase) => {
    expect(calculatePurchase(amount, price)).toEqual(purchase)
  })

  test('is truncated and never rounded up', () => {
    expect(calculatePurchase('2.00', '3.00').units).toBe('0.666666')
  })

  test.each([
    ['0', '1'],
    ['-1', '1'],
    ['1', '0'],
    ['x', '1'],
  ])('of %s at %s is rejected', (amount, price) => {
    expect(() => calculatePurchase(amount, price)).toThrow(RangeError)
  })

  const cents = fc.bigInt(1n, 10n ** 10n).map((value) => toDecimal(String(value)).div(100).toFixed(2))
  test('costs at most the amount, and one more millionth of a unit would exceed it', () => {
    fc.assert(
      fc.property(cents, cents, (amount, price) => {
        const { units, cost, rest } = calculatePurchase(amount, price)
        expect(toDecimal(cost).plus(rest).toFixed(2)).toBe(amount)
        expect(toDecimal(rest).gte(0)).toBe(true)
        expect(toDecimal(units).plus('0.000001').times(price).gt(amount)).toBe(true)
      }),
    )
  })
})

describe('the value of the remaining units', () => {
  test('is truncated to the cent, so that it can be subscribed', () => {
    expect(calculateAmountForUnits('20.500000', '100.00')).toBe('2050.00')
    expect(calculateAmountForUnits('0.000019', '333.33')).toBe('0.00')
    expect(calculateAmountForUnits('3.333333', '333.33')).toBe('1111.09')
  })
})
