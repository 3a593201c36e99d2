import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDerivation, computeStep, type DerivationStep } from './unit-derivation.ts'

const step = (
  operation: DerivationStep['operation'],
  input: [string, string],
  result: [string, string],
): DerivationStep => ({
  label: 'A step',
  operation,
  input: { label: 'An input', value: input[0], unit: input[1] },
  result: { value: result[0], unit: result[1] },
})

const chain = [
  step('start', ['83.2', 't'], ['83.2', 't']),
  step('minus', ['3200', 'kg'], ['80.0', 't']),
  step('times', ['4', '%'], ['3.200', 't']),
  step('divide', ['1', 'g'], ['3200000', 'units']),
  step('minus', ['50000', 'units'], ['3150000', 'units']),
]

test('follows the metal from the ground to the units in custody', () => {
  // 83.2 − 3.2 = 80.0 t; × 4% = 3.2 t; ÷ 1 g = 3,200,000 units; − 50,000 = 3,150,000
  expect(
    computeDerivation(chain).map(({ value, unit, formula }) => [value.toString(), unit, formula]),
  ).toEqual([
    ['83.2', 't', '83.2 t'],
    ['80', 't', '83.2 t − 3200 kg'],
    ['3.2', 't', '80.0 t × 4 %'],
    ['3200000', 'units', '3.200 t ÷ 1 g per unit'],
    ['3150000', 'units', '3200000 units − 50000 units'],
  ])
})

test('calculates each step from the printed result of the previous one', () => {
  // 10 t × 33.33% = 3.333 t, printed as 3.3 t; 3.3 t ÷ 2 kg = 1,650 units, not 1,666
  const rounded = [
    step('start', ['10', 't'], ['10', 't']),
    step('times', ['33.33', '%'], ['3.3', 't']),
    step('divide', ['2', 'kg'], ['1650', 'units']),
  ]
  expect(computeDerivation(rounded).map(({ value }) => value.toString())).toEqual(['10', '3.3', '1650'])
})

test('treats a ratio as a factor', () => {
  // 100 kt of metal × 1.1664 = 116.64 kt of oxide
  const oxide = step('times', ['1.1664', 'ratio'], ['116.64', 'kt'])
  const computed = computeStep(oxide, { value: '100', unit: 'kt' })
  expect(computed.value.toString()).toBe('116.64')
  expect(computed.formula).toBe('100 kt × 1.1664')
})

test('never creates more units than the material supports', () => {
  // 2 t ÷ 3 kg = 666.666 … units: truncated, not rounded up
  const divide = step('divide', ['3', 'kg'], ['666.666666', 'units'])
  expect(computeStep(divide, { value: '2', unit: 't' }).value.toString()).toBe('666.666666')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e6 }), (held, perUnit) => {
      const units = computeStep(step('divide', [String(perUnit), 'kg'], ['0.000000', 'units']), {
        value: String(held),
        unit: 'kg',
      })
      expect(units.value.times(perUnit).lte(held)).toBe(true)
    }),
  )
})

test.each<[string, DerivationStep, DerivationStep['result'] | null, string]>([
  ['a start in the middle', step('start', ['1', 't'], ['1', 't']), { value: '1', unit: 't' }, 'first step'],
  ['a chain without a start', step('times', ['4', '%'], ['1', 't']), null, 'first step'],
  [
    'a factor with a unit of mass',
    step('times', ['4', 't'], ['4', 't']),
    { value: '1', unit: 't' },
    'A factor must be in % or a ratio',
  ],
  [
    'a mass that becomes units without a division',
    step('times', ['4', '%'], ['4', 'units']),
    { value: '1', unit: 't' },
    'A quantity in t cannot be stated in units.',
  ],
  [
    'a division that does not give units',
    step('divide', ['2', 'kg'], ['4', 't']),
    { value: '1', unit: 't' },
    'to get units',
  ],
  [
    'a division by nothing',
    step('divide', ['0', 'kg'], ['4', 'units']),
    { value: '1', unit: 't' },
    'greater than zero',
  ],
  [
    'more taken away than there is',
    step('minus', ['2', 't'], ['0', 't']),
    { value: '1', unit: 't' },
    'would be negative',
  ],
])('rejects %s', (_, wrong, before, message) => {
  expect(() => computeStep(wrong, before)).toThrow(message)
})
