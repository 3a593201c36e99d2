import { expect, test } from 'vitest'
import { describeCounted, explainCents, formatComputation } from './distributions.ts'

const paid = { units: '1250.500000', amount_per_unit: '0.042000' }

test('a payment is the product of units and amount per unit', () => {
  expect(formatComputation(paid, '52.52')).toBe('1,250.500000 units × $0.042000 = $52.52')
})

test('a payment that is not the exact product says so, with the product', () => {
  expect(explainCents(paid, '52.52')).toContain('The exact product is $52.521. Each payment is cut')
  const third = { units: '1.000000', amount_per_unit: '0.333333' }
  for (const amount of ['0.33', '0.34']) {
    expect(explainCents(third, amount)).toContain('The exact product is $0.333333.')
  }
  const large = { units: '999999999999.999999', amount_per_unit: '0.000001' }
  expect(explainCents(large, '1000000.00')).toContain('The exact product is $999,999.999999999999.')
  expect(explainCents({ units: '12.500000', amount_per_unit: '4.200000' }, '52.50')).toBeUndefined()
})

test('the units of a record date that was not over at booking are those held then', () => {
  expect(describeCounted({ counted_at: null })).toBe('Units held at the end of this day (UTC) count')
  expect(describeCounted({ counted_at: '2026-11-29T08:25:31.120Z' })).toBe(
    'Units held when it was booked, November 29, 2026, 08:25 UTC, count',
  )
})
