import { describe, expect, test } from 'vitest'
import { calculateReturn, formatMoney } from './return-calculator.ts'

describe('the return calculator', () => {
  test('compounds once a year', () => {
    const { finalValue, gain, feeCost } = calculateReturn({
      amount: 1000,
      annualReturn: 10,
      annualFee: 0,
      years: 2,
    })
    expect(finalValue).toBeCloseTo(1210)
    expect(gain).toBeCloseTo(210)
    expect(feeCost).toBeCloseTo(0)
  })

  test('subtracts the fee after each year’s return', () => {
    const { finalValue, feeCost } = calculateReturn({
      amount: 1000,
      annualReturn: 10,
      annualFee: 1,
      years: 1,
    })
    expect(finalValue).toBeCloseTo(1089)
    expect(feeCost).toBeCloseTo(11)
  })

  test('shows a loss as a loss', () => {
    expect(calculateReturn({ amount: 1000, annualReturn: -50, annualFee: 0, years: 1 }).gain).toBeCloseTo(
      -500,
    )
    expect(formatMoney(-500)).toBe('-$500')
  })

  test('never shows a negative zero', () => {
    expect(formatMoney(-0.2)).toBe('$0')
  })
})
