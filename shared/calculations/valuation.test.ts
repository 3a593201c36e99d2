import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CashFlowModel,
  calculateEntitlementValue,
  calculateSensitivities,
  calculateUnitValue,
  calculateUnitValueRange,
  listCashFlowYears,
  type ValuationInput,
  type YardstickModel,
} from './valuation.ts'

const input = (id: string, unit: string, low: string, preferred: string, high: string): ValuationInput => ({
  id,
  label: id,
  unit,
  low,
  preferred,
  high,
  source: 'A worked example',
  as_of: '2026-10-31',
})

/** 1,000 kg in the ground, half mined in each of two years. */
const mine: CashFlowModel = {
  method: 'cash-flow',
  quantity: { value: '1', unit: 't' },
  units: '1000',
  convention: 'year-end',
  profile: [
    { year: 1, percent: 50 },
    { year: 2, percent: 50 },
  ],
  inputs: [
    input('price', 'USD/kg', '90', '100', '110'),
    input('recovery', '%', '75', '80', '85'),
    input('payable', '%', '90', '90', '90'),
    input('royalty', '%', '4', '5', '6'),
    input('unit-cost', 'USD/kg', '40', '45', '55'),
    input('discount-rate', '%', '8', '10', '12'),
  ],
}

describe('a discounted cash flow', () => {
  test('is calculated year by year', () => {
    // Payable 500 × 0.80 × 0.90 = 360 kg; revenue 360 × 100 = 36,000; royalty 5% = 1,800; cost 360 × 45 = 16,200;
    // cash flow 36,000 − 1,800 − 16,200 = 18,000; ÷ 1.1 = 16,363.6364; ÷ 1.21 = 14,876.0331
    const years = listCashFlowYears(mine)
    expect(years.map((year) => year.cashFlow.toString())).toEqual(['18000', '18000'])
    expect(years[0]).toMatchObject({ year: 1 })
    expect(years[0]?.payable.toString()).toBe('360')
    expect(years[0]?.revenue.toString()).toBe('36000')
    expect(years[0]?.royalty.toString()).toBe('1800')
    expect(years[0]?.cost.toString()).toBe('16200')
    expect(years.map((year) => year.presentValue.toFixed(4))).toEqual(['16363.6364', '14876.0331'])
    // (16,363.6364 + 14,876.0331) ÷ 1,000 units = 31.2397
    expect(calculateEntitlementValue(mine).toFixed(4)).toBe('31239.6694')
    expect(calculateUnitValue(mine).toFixed(4)).toBe('31.2397')
  })

  test('discounts half a year less under the mid-year convention', () => {
    // 31,239.6694 × √1.1 = 31,239.6694 × 1.0488088 = 32,764.44
    expect(calculateEntitlementValue({ ...mine, convention: 'mid-year' }).toFixed(2)).toBe('32764.44')
  })

  test('has a low and a high end, with every input against and in favor of the holder', () => {
    // Low: 500 × 0.75 × 0.90 = 337.5 kg × (90 × 0.94 − 55 = 29.6) = 9,990; ÷ 1.12 + ÷ 1.2544 = 16,883.61 → 16.88
    // High: 500 × 0.85 × 0.90 = 382.5 kg × (110 × 0.96 − 40 = 65.6) = 25,092; ÷ 1.08 + ÷ 1.1664 = 44,745.68 → 44.75
    const range = calculateUnitValueRange(mine)
    expect([range.low, range.preferred, range.high].map((value) => value.toFixed(2))).toEqual([
      '16.88',
      '31.24',
      '44.75',
    ])
  })

  test('has no year below zero: the holder of an entitlement is never asked for money', () => {
    expect(calculateEntitlementValue(mine, { 'unit-cost': '96' }).toString()).toBe('0')
  })

  test('accepts a price for a different mass than the quantity', () => {
    const perGram = mine.inputs.map((one) =>
      one.unit === 'USD/kg'
        ? { ...one, unit: 'USD/g', preferred: String(Number(one.preferred) / 1000) }
        : one,
    )
    expect(calculateEntitlementValue({ ...mine, inputs: perGram }).toFixed(4)).toBe('31239.6694')
  })
})

describe('sensitivities', () => {
  test('move one input and hold the others, the widest first', () => {
    const bars = calculateSensitivities(mine)
    expect(bars.map((bar) => bar.input.id)).toEqual([
      'price',
      'unit-cost',
      'recovery',
      'discount-rate',
      'royalty',
      'payable',
    ])
    // Price 90: 360 × (90 × 0.95 − 45 = 40.5) = 14,580 × (1 ÷ 1.1 + 1 ÷ 1.21 = 1.7355372) ÷ 1,000 = 25.3041
    expect(bars[0]?.atLow.toFixed(4)).toBe('25.3041')
    expect(bars[0]?.atHigh.toFixed(4)).toBe('37.1752')
    expect(bars[5]?.swing.toString()).toBe('0')
  })
})

const yardstick: YardstickModel = {
  method: 'yardstick',
  quantity: { value: '30', unit: 'kt' },
  units: '300000',
  inputs: [
    input('yardstick', 'USD/t', '40', '60', '80'),
    input('stage', '%', '100', '110', '120'),
    input('location', '%', '90', '95', '100'),
  ],
}

test('values early projects by a yardstick with adjustments', () => {
  // 30,000 t × 60 × 1.10 × 0.95 = 1,881,000; ÷ 300,000 units = 6.27
  expect(calculateEntitlementValue(yardstick).toString()).toBe('1881000')
  const range = calculateUnitValueRange(yardstick)
  // Low 30,000 × 40 × 1.00 × 0.90 ÷ 300,000 = 3.60; high 30,000 × 80 × 1.20 × 1.00 ÷ 300,000 = 9.60
  expect([range.low, range.preferred, range.high].map((value) => value.toFixed(2))).toEqual([
    '3.60',
    '6.27',
    '9.60',
  ])
})

/** An ordered range of whole numbers. */
const rangeOf = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }), fc.integer({ min, max }))
    .map((drawn) => drawn.sort((a, b) => a - b).map(String) as [string, string, string])

const drawnModel = fc
  .record({
    price: rangeOf(1, 500),
    recovery: rangeOf(1, 100),
    payable: rangeOf(1, 100),
    royalty: rangeOf(0, 30),
    'unit-cost': rangeOf(0, 500),
    'discount-rate': rangeOf(0, 30),
    convention: fc.constantFrom('mid-year' as const, 'year-end' as const),
  })
  .map(({ convention, ...ranges }): CashFlowModel => {
    const inputs = Object.entries(ranges).map(([id, [low, preferred, high]]) => {
      const isPrice = id === 'price' || id === 'unit-cost'
      return input(id, isPrice ? 'USD/kg' : '%', low, preferred, high)
    })
    return { ...mine, convention, inputs }
  })

test('is never lower at the preferred inputs than at the low end, nor higher than at the high end', () => {
  fc.assert(
    fc.property(drawnModel, (model) => {
      const { low, preferred, high } = calculateUnitValueRange(model)
      expect(low.lte(preferred) && preferred.lte(high)).toBe(true)
      for (const bar of calculateSensitivities(model)) {
        expect(bar.atLow.gte(low.minus('0.01')) && bar.atHigh.lte(high.plus('0.01'))).toBe(true)
      }
    }),
  )
})

test('does not depend on how a year is divided into entries of the profile', () => {
  fc.assert(
    fc.property(drawnModel, fc.integer({ min: 1, max: 49 }), (model, part) => {
      const divided = [
        { year: 1, percent: part },
        { year: 1, percent: 50 - part },
        { year: 2, percent: 50 },
      ]
      const difference = calculateEntitlementValue({ ...model, profile: divided })
        .minus(calculateEntitlementValue(model))
        .abs()
      expect(difference.lt('1e-20')).toBe(true)
    }),
  )
})

test.each<[string, CashFlowModel | YardstickModel, string]>([
  ['a missing input', { ...mine, inputs: mine.inputs.slice(1) }, 'The valuation requires the input price.'],
  [
    'a recovery in dollars',
    { ...mine, inputs: mine.inputs.map((one) => (one.id === 'recovery' ? { ...one, unit: 'USD/kg' } : one)) },
    'The input recovery must be in %, not in USD/kg.',
  ],
  [
    'a price without a mass',
    { ...mine, inputs: mine.inputs.map((one) => (one.id === 'price' ? { ...one, unit: 'USD' } : one)) },
    'The input price must be in dollars per mass, such as USD/kg, not in USD.',
  ],
  [
    'price and cost for different masses',
    { ...mine, inputs: mine.inputs.map((one) => (one.id === 'unit-cost' ? { ...one, unit: 'USD/t' } : one)) },
    'must be per the same mass',
  ],
  [
    'a profile of more than the quantity',
    { ...mine, profile: [...mine.profile, { year: 3, percent: 1 }] },
    'cannot mine more than 100%',
  ],
  ['no units', { ...yardstick, units: '0' }, 'more than zero units'],
  [
    'a discount rate of -100%',
    {
      ...mine,
      inputs: mine.inputs.map((one) => (one.id === 'discount-rate' ? { ...one, preferred: '-100' } : one)),
    },
    'greater than -100%',
  ],
])('rejects %s', (_, model, message) => {
  expect(() => calculateUnitValue(model)).toThrow(message)
})
