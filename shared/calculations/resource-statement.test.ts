import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundSignificant, toDecimal } from './decimal.ts'
import {
  calculateContainedMass,
  calculateGrade,
  convertMass,
  gradeUnits,
  massUnits,
} from './measurement-units.ts'
import {
  type Category,
  calculateBackingTotal,
  calculateChange,
  calculateContained,
  calculateTotal,
  categories,
  equalsPrintedValue,
  explainInvalidTotal,
  formatTotals,
  getCategoryName,
  type StatementLine,
  type StatementUnits,
} from './resource-statement.ts'

const gold: StatementUnits = { tonnes: 'Mt', grade: 'g/t', contained: 't' }
const line = (category: Category, tonnes: string, grade: string, contained: string): StatementLine => ({
  category,
  tonnes,
  grade,
  contained,
})
const statement = [
  line('measured', '4.0', '2.00', '8.0'),
  line('indicated', '16.0', '1.50', '24.0'),
  line('inferred', '10.0', '1.20', '12.0'),
  line('probable', '12.0', '1.60', '19.2'),
]

describe('contained metal', () => {
  test.each([
    // 4.0 Mt × 2.00 g/t = 4,000,000 t × 2 g = 8,000,000 g = 8 t
    ['4.0', 'Mt', '2.00', 'g/t', 't', '8'],
    // 30 Mt × 0.110% = 30,000 kt × 0.0011 = 33 kt
    ['30', 'Mt', '0.110', '%', 'kt', '33'],
    // 47.5 Mt × 796 ppm = 47,500,000 t × 796 g = 37,810,000,000 g = 37,810 t
    ['47.5', 'Mt', '796', 'ppm', 't', '37810'],
    // 250 kt × 12 kg/t = 3,000,000 kg = 3 kt
    ['250', 'kt', '12', 'kg/t', 'kt', '3'],
    // 2.5 Mm3 × 8 kg/m3 = 20,000,000 kg = 20 kt
    ['2.5', 'Mm3', '8', 'kg/m3', 'kt', '20'],
    // 1 Mt × 1 oz/t = 1,000,000 oz = 1 Moz
    ['1', 'Mt', '1', 'oz/t', 'Moz', '1'],
    // 8 Mt × 1.25% Li2O = 100 kt = 100,000 t
    ['8', 'Mt', '1.25', '%', 't', '100000'],
  ] as const)('of %s %s at %s %s in %s is %s', (tonnes, unit, grade, gradeUnit, to, expected) => {
    const contained = calculateContainedMass({ value: tonnes, unit }, { value: grade, unit: gradeUnit }, to)
    expect(contained.toString()).toBe(expected)
  })

  test('is reported to the significant figures of the line', () => {
    // 6.1 Mt × 5.40 g/t = 32.94 t: 32.9 to three figures, 33 to two
    const inferred = { category: 'inferred', tonnes: '6.1', grade: '5.40' } as const
    expect(calculateContained(inferred, gold).toString()).toBe('32.9')
    expect(calculateContained({ ...inferred, figures: 2 }, gold).toString()).toBe('33')
    expect(calculateContained({ ...inferred, tonnes: '0' }, gold).toString()).toBe('0')
    expect(roundSignificant('35880', 2).toString()).toBe('36000')
  })

  test('is rejected for a grade by volume on a mass, and for negative values', () => {
    expect(() => calculateContainedMass({ value: 1, unit: 'Mt' }, { value: 1, unit: 'kg/m3' }, 't')).toThrow(
      'A grade in kg/m3 cannot be applied to a quantity in Mt.',
    )
    expect(() => calculateContainedMass({ value: -1, unit: 'Mt' }, { value: 1, unit: '%' }, 't')).toThrow(
      'negative',
    )
    expect(() => toDecimal('1,000')).toThrow('Expected a decimal number such as 12.50, not 1,000.')
    expect(() => roundSignificant(1, 0)).toThrow('significant figures')
  })

  test('gives back the grade it was calculated with, in every unit', () => {
    const massGrades = gradeUnits.filter((unit) => !unit.endsWith('/m3'))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 1e4 }),
        fc.constantFrom(...massGrades),
        fc.constantFrom(...massUnits),
        fc.constantFrom(...massUnits),
        (tonnes, hundredths, gradeUnit, unit, to) => {
          const quantity = { value: tonnes, unit }
          const grade = toDecimal(hundredths).div(100)
          const contained = calculateContainedMass(quantity, { value: grade, unit: gradeUnit }, to)
          // A division keeps 24 decimals; below this bound, fewer than twelve figures would remain.
          fc.pre(contained.gte('1e-9'))
          const back = calculateGrade({ value: contained, unit: to }, quantity, gradeUnit)
          expect(back.div(grade).minus(1).abs().lt('1e-12')).toBe(true)
        },
      ),
    )
  })

  test('converts troy ounces and pounds by their definitions', () => {
    expect(convertMass(1, 'Moz', 't').toString()).toBe('31.1034768')
    expect(convertMass(1000, 'lb', 'kg').toString()).toBe('453.59237')
  })
})

describe('totals', () => {
  test('add tonnes and metal, and weight the grade by tonnes', () => {
    // (4.0 × 2.00 + 16.0 × 1.50) ÷ 20.0 = 32 ÷ 20 = 1.60, not the midpoint 1.75
    const total = calculateTotal(statement, ['measured', 'indicated'], gold)
    expect(formatTotals(total, statement)).toEqual({ tonnes: '20.0', grade: '1.60', contained: '32.0' })
    expect(equalsPrintedValue(total.grade, '1.60')).toBe(true)
    expect(equalsPrintedValue(total.grade, '1.75')).toBe(false)
  })

  test('of Measured and Indicated never include Inferred or reserves', () => {
    expect(calculateBackingTotal(statement, gold).contained.toString()).toBe('32')
    const inferred = statement.filter(({ category }) => category === 'inferred')
    expect(() => calculateBackingTotal(inferred, gold)).toThrow('no line for measured or indicated')
  })

  test.each<[Category[], string | null]>([
    [['measured', 'indicated'], null],
    [['proved', 'probable'], null],
    [['inferred'], null],
    [['measured', 'indicated', 'inferred'], 'Inferred Resources are not added'],
    [['indicated', 'probable'], 'Reserves and resources are not added'],
  ])('over %s: %s', (of, refusal) => {
    if (refusal) {
      expect(explainInvalidTotal(of)).toContain(refusal)
      expect(() => calculateTotal(statement, of, gold)).toThrow(refusal)
    } else expect(explainInvalidTotal(of)).toBeNull()
  })

  test('are the sums of their parts, with a grade between the lowest and the highest', () => {
    const lines = fc.array(
      fc.record({
        category: fc.constantFrom('measured' as const, 'indicated' as const),
        tonnes: fc.integer({ min: 1, max: 1e5 }).map((n) => (n / 10).toFixed(1)),
        grade: fc.integer({ min: 1, max: 5000 }).map((n) => (n / 100).toFixed(2)),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(lines, (drawn) => {
        const all = drawn.map((one) => ({ ...one, contained: calculateContained(one, gold).toString() }))
        const total = calculateBackingTotal(all, gold)
        const grades = all.map(({ grade }) => Number(grade))
        expect(total.tonnes.toNumber()).toBeCloseTo(
          all.reduce((tonnes, one) => tonnes + Number(one.tonnes), 0),
          6,
        )
        expect(total.grade.round(10).toNumber()).toBeGreaterThanOrEqual(Math.min(...grades))
        expect(total.grade.round(10).toNumber()).toBeLessThanOrEqual(Math.max(...grades))
      }),
    )
  })

  test('may combine exactly the sets of categories that may be added', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...categories), { minLength: 1 }), (of) => {
        const hasReserve = of.includes('proved') || of.includes('probable')
        const hasFirm = of.includes('measured') || of.includes('indicated')
        const mixes = [hasReserve, hasFirm, of.includes('inferred')].filter(Boolean).length > 1
        expect(explainInvalidTotal(of) !== null).toBe(mixes)
      }),
    )
  })
})

test('names a reserve as its standard does', () => {
  expect(categories.map((category) => getCategoryName(category, 'JORC Code 2012'))).toEqual([
    'Measured',
    'Indicated',
    'Inferred',
    'Proved',
    'Probable',
  ])
  expect(getCategoryName('proved', 'NI 43-101')).toBe('Proven')
})

test('states the change from the previous statement in absolute terms and in percent', () => {
  const before = [line('measured', '3.0', '2.00', '6.0'), line('indicated', '13.0', '1.40', '18.2')]
  const change = calculateChange(calculateBackingTotal(statement, gold), calculateBackingTotal(before, gold))
  // 20.0 − 16.0 = 4.0 Mt, 25%; 32.0 − 24.2 = 7.8 t, 7.8 ÷ 24.2 = 32.2%
  expect(change.tonnes.absolute.toString()).toBe('4')
  expect(change.tonnes.percent).toBeCloseTo(25, 10)
  expect(change.contained.absolute.toString()).toBe('7.8')
  expect(change.contained.percent).toBeCloseTo(32.2314, 4)
  // 1.60 − 24.2 ÷ 16 (1.5125) = 0.0875 g/t
  expect(change.grade.absolute.toNumber()).toBeCloseTo(0.0875, 10)
})
