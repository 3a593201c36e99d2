import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateAboveCutOff, findBinError, type GradeBin } from './grade-tonnage.ts'
import type { StatementUnits } from './resource-statement.ts'

const units: StatementUnits = { tonnes: 'Mt', grade: 'g/t', contained: 't' }
const bins: GradeBin[] = [
  { from: '0', to: '1', tonnes: '10', grade: '0.6' },
  { from: '1', to: '2', tonnes: '6', grade: '1.4' },
  { from: '2', to: '4', tonnes: '4', grade: '2.8' },
]

describe('tonnes, grade and metal above a cut-off', () => {
  test.each([
    // Everything: 20 Mt, (10 × 0.6 + 6 × 1.4 + 4 × 2.8) ÷ 20 = 25.6 ÷ 20 = 1.28 g/t, 25.6 t
    ['0', 20, 1.28, 25.6],
    // At a bound: 6 + 4 = 10 Mt, (8.4 + 11.2) ÷ 10 = 1.96 g/t, 19.6 t
    ['1', 10, 1.96, 19.6],
    ['2', 4, 2.8, 11.2],
    // In the middle of the second bin, w = 1, c = 1.5, m = 1.4, k = 12 × (−0.1) = −1.2, u = 0:
    // tonnes 6 × (0.5 − 1.2 × 0.125) = 6 × 0.35 = 2.1; Σ tonnes × (g − c) = 6 × (0.125 − 1.2 × 0.125 ÷ 3) = 0.45;
    // tonnes × grade = 0.45 + 1.5 × 2.1 = 3.6. With the bin above: 6.1 Mt, 14.8 ÷ 6.1 = 2.4262 g/t, 14.8 t
    ['1.5', 6.1, 2.42623, 14.8],
  ])('%s', (cutOff, tonnes, grade, contained) => {
    const above = calculateAboveCutOff(bins, cutOff, units)
    expect(above.tonnes.toNumber()).toBeCloseTo(tonnes, 10)
    expect(above.grade?.toNumber()).toBeCloseTo(grade, 5)
    expect(above.contained.toNumber()).toBeCloseTo(contained, 10)
  })

  test('are zero above the highest grade', () => {
    expect(calculateAboveCutOff(bins, '4', units).grade).toBeNull()
    expect(calculateAboveCutOff(bins, '4', units).contained.toString()).toBe('0')
  })
})

const drawnBins = fc
  .array(
    fc.record({
      width: fc.integer({ min: 1, max: 400 }),
      tonnes: fc.integer({ min: 0, max: 10_000 }),
      place: fc.integer({ min: 34, max: 66 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((drawn) => {
    let from = 0
    return drawn.map(({ width, tonnes, place }) => {
      const bin = { from, to: from + width, tonnes, grade: from + (width * place) / 100 }
      from += width
      return bin
    })
  })

test('never gain tonnes or lose grade as the cut-off rises', () => {
  fc.assert(
    fc.property(drawnBins, fc.nat(3500), fc.nat(3500), (drawn, a, b) => {
      expect(findBinError(drawn)).toBeNull()
      const low = calculateAboveCutOff(drawn, Math.min(a, b), units)
      const high = calculateAboveCutOff(drawn, Math.max(a, b), units)
      expect(high.tonnes.lte(low.tonnes)).toBe(true)
      expect(high.contained.lte(low.contained)).toBe(true)
      if (low.grade && high.grade) expect(high.grade.plus('1e-12').gte(low.grade)).toBe(true)
      if (high.grade) expect(high.grade.plus('1e-12').gte(Math.max(a, b))).toBe(true)
    }),
  )
})

test('give the total at a cut-off of 0', () => {
  fc.assert(
    fc.property(drawnBins, (drawn) => {
      const total = drawn.reduce((tonnes, bin) => tonnes + bin.tonnes, 0)
      expect(calculateAboveCutOff(drawn, 0, units).tonnes.toNumber()).toBe(total)
    }),
  )
})

test.each<[string, GradeBin[], number, string]>([
  [
    'a gap',
    [bins[0] as GradeBin, bins[2] as GradeBin],
    1,
    'Expected the bin to start at 1, where the previous bin ends.',
  ],
  [
    'a bin that falls',
    [{ from: 2, to: 1, tonnes: 1, grade: 1.5 }],
    0,
    'Expected a bin with an increasing range',
  ],
  [
    'a mean at the edge of its bin',
    [{ from: 0, to: 3, tonnes: 1, grade: '2.9' }],
    0,
    'Expected a mean grade in the middle third of the bin: 1 to 2.',
  ],
])('rejects %s', (_, wrong, index, message) => {
  expect(findBinError(wrong)?.index).toBe(index)
  expect(findBinError(wrong)?.message).toContain(message)
})
