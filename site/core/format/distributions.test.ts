import { expect, test } from 'vitest'
import { describeCounted, explainRounding, formatPaymentCalculation } from './distributions.ts'

const paid = { units: '1250.500000', amount_per_unit: '0.042000' }

test('a payment is the product of units and amount per unit', () => {
  expect(formatPaymentCalculation(paid, '52.52')).toBe('1,250.500000 units × $0.042000 = $52.52')
})

test('a payment that is not the exact product says so, with the product', () => {
  expect(explainRounding(paid, '52.52')).toContain('The exact amount is $52.521. Payments are rounded down')
  const third = { units: '1.000000', amount_per_unit: '0.333333' }
  for (const amount of ['0.33', '0.34']) {
    expect(explainRounding(third, amount)).toContain('The exact amount is $0.333333.')
  }
  const large = { units: '999999999999.999999', amount_per_unit: '0.000001' }
  expect(explainRounding(large, '1000000.00')).toContain('The exact amount is $999,999.999999999999.')
  expect(explainRounding({ units: '12.500000', amount_per_unit: '4.200000' }, '52.50')).toBeUndefined()
})

test('the units of a record date that had not ended at booking are those held at that time', () => {
  expect(describeCounted({ counted_at: null })).toBe('Based on units held at the end of this day (UTC)')
  expect(describeCounted({ counted_at: '2026-11-29T08:25:31.120Z' })).toBe(
    'Based on units held at booking, November 29, 2026, 08:25 UTC',
  )
})
