import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, monthsBefore } from './calendar.ts'
import type { Course } from './capital-days.ts'
import { internalRate } from './internal-rate.ts'
import {
  annualise,
  moneyWeightedReturn,
  rebase,
  returnsByPeriod,
  spanOf,
  timeWeightedReturn,
} from './returns.ts'

const year = { from: '2025-10-31', to: '2026-10-31' }

describe('time-weighted return', () => {
  test('links the growth between flows', () => {
    // 1,000.00 in on 1 November grows to 1,050.00 (+5%); 500.00 in on 1 May: 1,550.00 grows to 1,612.00 (+4%)
    // 1.05 × 1.04 − 1 = 9.2%
    const course: Course = {
      flows: [
        { at: '2025-11-01', amount: '1000.00' },
        { at: '2026-05-01', amount: '500.00' },
      ],
      values: [
        { at: '2026-04-30', value: '1050.00' },
        { at: '2026-10-31', value: '1612.00' },
      ],
    }
    expect(timeWeightedReturn(course, year)).toBeCloseTo(0.092, 12)
  })

  test('is not moved by the size of a flow', () => {
    const withFlow = (amount: string, end: string): Course => ({
      flows: [
        { at: '2025-11-01', amount: '1000.00' },
        { at: '2026-05-01', amount },
      ],
      values: [
        { at: '2026-04-30', value: '900.00' },
        { at: '2026-10-31', value: end },
      ],
    })
    // −10%, then +20%: 0.9 × 1.2 − 1 = 8%, whether 100.00 or 9,100.00 came in between
    expect(timeWeightedReturn(withFlow('100.00', '1200.00'), year)).toBeCloseTo(0.08, 12)
    expect(timeWeightedReturn(withFlow('9100.00', '12000.00'), year)).toBeCloseTo(0.08, 12)
  })

  test('counts a flow at the start of its day', () => {
    // 100.00 in on a day that ends at 110.00: the capital of that day is 100.00, +10%
    const course = { flows: [{ at: '2026-03-02', amount: 100 }], values: [{ at: '2026-03-02', value: 110 }] }
    expect(timeWeightedReturn(course, { from: '2026-03-01', to: '2026-03-02' })).toBeCloseTo(0.1, 12)
  })

  test('leaves out days without capital, and has no value without any', () => {
    const course: Course = {
      flows: [
        { at: '2025-12-01', amount: 100 },
        { at: '2026-01-10', amount: -110 },
        { at: '2026-06-01', amount: 200 },
      ],
      values: [
        { at: '2026-01-09', value: 110 },
        { at: '2026-10-31', value: 210 },
      ],
    }
    // +10%, nothing, +5%: 1.10 × 1.05 − 1 = 15.5%
    expect(timeWeightedReturn(course, year)).toBeCloseTo(0.155, 12)
    expect(timeWeightedReturn(course, { from: '2026-02-01', to: '2026-03-01' })).toBeNull()
    expect(timeWeightedReturn({ values: [], flows: [] }, year)).toBeNull()
  })

  test('is a total loss for good once nothing is left of the capital', () => {
    const course: Course = {
      flows: [
        { at: '2025-12-01', amount: 100 },
        { at: '2026-06-01', amount: 100 },
      ],
      values: [
        { at: '2026-02-01', value: 0 },
        { at: '2026-10-31', value: 150 },
      ],
    }
    expect(timeWeightedReturn(course, year)).toBe(-1)
  })

  test('has no value when more was withdrawn than there was, and refuses a negative value', () => {
    const overdrawn = { flows: [{ at: '2026-03-02', amount: -5 }], values: [] }
    expect(timeWeightedReturn(overdrawn, year)).toBeNull()
    const negative = { flows: [], values: [{ at: '2026-03-02', value: '-0.01' }] }
    expect(() => timeWeightedReturn(negative, year)).toThrow('The value of 2026-03-02 is negative.')
  })
})

test('gives both returns of a textbook example', () => {
  // A share for 200 pays 5 and is worth 225 after a year, when a second one is bought; a year later each pays 5 and is
  // sold for 235. Years: 230 ÷ 200 = 1.15 and 480 ÷ 450 = 1.0667; √(1.15 × 1.0667) − 1 = 10.76% a year.
  // Rate: 200 x² + 220 x − 480 = 0, x = (−220 + √432,400) ÷ 400 = 1.0939, 9.39% a year.
  const course: Course = {
    flows: [
      { at: '2025-01-01', amount: '200.00' },
      { at: '2026-01-01', amount: '225.00' },
      { at: '2026-01-01', amount: '-5.00' },
    ],
    values: [
      { at: '2025-12-31', value: '230.00' },
      { at: '2026-12-31', value: '480.00' },
    ],
  }
  const span = { from: '2024-12-31', to: '2026-12-31' }
  const cumulative = timeWeightedReturn(course, span) ?? Number.NaN
  expect(annualise(cumulative, 730)).toBeCloseTo(0.10755, 5)
  expect(moneyWeightedReturn(course, span)).toBeCloseTo((Math.sqrt(432_400) - 220) / 400 - 1, 12)
})

describe('money-weighted return', () => {
  test('is the annual rate at which the flows grow to the closing value', () => {
    // 1,000 for 365 days and 500 for 184 at 8%: 1,080 + 500 × 1.08^(184 ÷ 365) = 1,080 + 519.7785 = 1,599.7785
    const course: Course = {
      flows: [
        { at: '2025-11-01', amount: '1000.00' },
        { at: '2026-05-01', amount: '500.00' },
      ],
      values: [{ at: '2026-10-31', value: 1080 + 500 * 1.08 ** (184 / 365) }],
    }
    expect(moneyWeightedReturn(course, year)).toBeCloseTo(0.08, 10)
  })

  test('differs from the time-weighted one when money came before a good time', () => {
    // −10% on 100, then +20% on 9,100 more: the money saw the gain, the time saw 8%
    const course: Course = {
      flows: [
        { at: '2025-11-01', amount: 100 },
        { at: '2026-05-01', amount: 9100 },
      ],
      values: [
        { at: '2026-04-30', value: 90 },
        { at: '2026-10-31', value: 11028 },
      ],
    }
    expect(timeWeightedReturn(course, year)).toBeCloseTo(0.08, 12)
    expect(moneyWeightedReturn(course, year)).toBeGreaterThan(0.4)
  })

  test.each([
    ['nothing was paid in', [{ amount: -5, years: 1 }], null],
    [
      'no rate makes up for it',
      [
        { amount: 5, years: 1 },
        { amount: -5e13, years: 0 },
      ],
      null,
    ],
    // 100 x² − 230 x + 132 = 0 has the roots 1.1 and 1.2: two rates, so none
    [
      'several rates solve it',
      [
        { amount: 100, years: 2 },
        { amount: -230, years: 1 },
        { amount: 132, years: 0 },
      ],
      null,
    ],
    [
      'all of it is lost',
      [
        { amount: 5, years: 1 },
        { amount: 0, years: 0 },
      ],
      -1,
    ],
  ])('when %s', (_, payments, expected) => {
    expect(internalRate(payments)).toBe(expected)
  })

  test('annualises a gain of the first day', () => {
    // 1.05^365 = 5.4e7
    const days = [
      { amount: 100, years: 1 / 365 },
      { amount: -105, years: 0 },
    ]
    expect(internalRate(days)).toBeCloseTo(1.05 ** 365 - 1, -2)
  })

  test('doubles in a year, halves in a year, and stays', () => {
    const over = (end: number) =>
      internalRate([
        { amount: 100, years: 1 },
        { amount: -end, years: 0 },
      ])
    expect(over(200)).toBeCloseTo(1, 12)
    expect(over(50)).toBeCloseTo(-0.5, 12)
    expect(over(100)).toBeCloseTo(0, 12)
  })
})

const start = '2025-01-01'
/** A course without withdrawals: a first deposit, then values and deposits on some days. */
const drawnCourse = fc
  .record({
    first: fc.integer({ min: 100, max: 1e7 }),
    days: fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 60 }),
        growth: fc.integer({ min: 60, max: 160 }),
        flow: fc.integer({ min: 0, max: 1e6 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ first, days }) => {
    const flows = [{ at: start, amount: (first / 100).toFixed(2) }]
    const values: { at: string; value: string }[] = []
    let [at, cents] = [start, first]
    for (const { gap, growth, flow } of days) {
      at = addDays(at, gap)
      if (flow > 0) flows.push({ at, amount: (flow / 100).toFixed(2) })
      cents = Math.max(1, Math.round(((cents + flow) * growth) / 100))
      values.push({ at, value: (cents / 100).toFixed(2) })
    }
    return { course: { flows, values }, span: { from: addDays(start, -1), to: at } }
  })

test('both measures agree when there is no flow after the first', () => {
  fc.assert(
    fc.property(drawnCourse, ({ course, span }) => {
      const alone = { values: course.values, flows: course.flows.slice(0, 1) }
      const cumulative = timeWeightedReturn(alone, span)
      const annual = annualise(cumulative ?? Number.NaN, daysBetween(span.from, span.to))
      // Outside of the range in which a rate is looked for there is none.
      fc.pre(annual !== null && annual < 1e11 && annual > -0.99999)
      const found = moneyWeightedReturn(alone, span) ?? Number.NaN
      expect(Math.log1p(found)).toBeCloseTo(Math.log1p(annual as number), 8)
    }),
  )
})

test('splitting a day changes nothing', () => {
  fc.assert(
    fc.property(drawnCourse, fc.integer({ min: 1, max: 99 }), ({ course, span }, percent) => {
      const flows = course.flows.flatMap(({ at, amount }) => {
        const part = ((Number(amount) * percent) / 100).toFixed(2)
        return [
          { at, amount: part },
          { at, amount: (Number(amount) - Number(part)).toFixed(2) },
        ]
      })
      const split = { flows, values: course.values }
      expect(timeWeightedReturn(split, span)).toBe(timeWeightedReturn(course, span))
      expect(moneyWeightedReturn(split, span)).toBe(moneyWeightedReturn(course, span))
    }),
  )
})

test('a span is the link of its parts, and a repeated value changes nothing', () => {
  fc.assert(
    fc.property(drawnCourse, fc.nat(400), ({ course, span }, days) => {
      const middle = addDays(span.from, 1 + (days % daysBetween(span.from, span.to)))
      const whole = timeWeightedReturn(course, span) ?? Number.NaN
      const first = timeWeightedReturn(course, { from: span.from, to: middle }) ?? 0
      const second = timeWeightedReturn(course, { from: middle, to: span.to }) ?? 0
      expect((1 + first) * (1 + second)).toBeCloseTo(1 + whole, 8)

      const last = course.values.findLast(({ at }) => at <= middle)
      const isQuiet = ![...course.flows, ...course.values].some(({ at }) => at === middle)
      const flowed = course.flows.some(({ at }) => at > (last?.at ?? '') && at <= middle)
      if (last && isQuiet && !flowed) {
        const repeated = { ...course, values: [...course.values, { at: middle, value: last.value }] }
        expect(timeWeightedReturn(repeated, span)).toBeCloseTo(whole, 12)
      }
    }),
  )
})

describe('periods', () => {
  const course: Course = {
    flows: [{ at: '2025-03-15', amount: 100 }],
    values: [
      { at: '2025-12-31', value: 110 },
      { at: '2026-08-31', value: 121 },
      { at: '2026-11-22', value: 133.1 },
    ],
  }

  test('begin at the end of a day and never before the first record', () => {
    const from = (period: Parameters<typeof spanOf>[0]) => spanOf(period, course, '2026-11-22')?.from
    expect([from('1M'), from('3M'), from('YTD'), from('1Y'), from('All')]).toEqual([
      '2026-10-22',
      '2026-08-22',
      '2025-12-31',
      '2025-11-22',
      '2025-03-14',
    ])
    expect(spanOf('1Y', course, '2025-06-30')).toEqual({ from: '2025-03-14', to: '2025-06-30' })
    expect(spanOf('All', course, '2025-03-14')).toBeNull()
    expect(spanOf('All', { values: [], flows: [] }, '2026-11-22')).toBeNull()
  })

  test('have both returns', () => {
    const found = returnsByPeriod(course, '2026-11-22')
    const cumulative = found.map(({ period, timeWeighted }) => [period, timeWeighted?.toFixed(6)])
    // 110 ÷ 100, 121 ÷ 110 and 133.1 ÷ 121 are 1.1 each
    expect(cumulative).toEqual([
      ['1M', '0.100000'],
      ['3M', '0.210000'],
      ['YTD', '0.210000'],
      ['1Y', '0.331000'],
      ['All', '0.331000'],
    ])
    // YTD: 326 days; 1.21^(365 ÷ 326) − 1
    expect(found[2]?.moneyWeighted).toBeCloseTo(1.21 ** (365 / 326) - 1, 10)
  })

  test('end on the last of a month that is shorter', () => {
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28')
    expect(monthsBefore('2024-03-31', 1)).toBe('2024-02-29')
    expect(monthsBefore('2026-01-31', 3)).toBe('2025-10-31')
    expect(() => monthsBefore('2026-02-30', 1)).toThrow('Expected a day that exists')
  })
})

test('rebases a benchmark to the start of a span', () => {
  const prices = [
    { at: '2025-10-30', value: '2000' },
    { at: '2026-04-30', value: '2200' },
    { at: '2026-10-31', value: '2500' },
    { at: '2026-11-30', value: '9999' },
  ]
  expect(rebase(prices, year, 100)).toEqual([
    { at: '2025-10-31', value: 100 },
    { at: '2026-04-30', value: 110 },
    { at: '2026-10-31', value: 125 },
  ])
  expect(rebase(prices, { from: '2025-01-01', to: '2026-10-31' }, 100)).toEqual([])
})
