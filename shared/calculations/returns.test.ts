import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, subtractMonths } from './calendar.ts'
import { calculateInternalRateOfReturn } from './internal-rate-of-return.ts'
import type { PerformanceData } from './performance-data.ts'
import {
  annualizeReturn,
  calculateMoneyWeightedReturn,
  calculateReturnsByPeriod,
  calculateTimeWeightedReturn,
  getMeasurementPeriod,
  isYearOrMore,
  rebasePrices,
} from './returns.ts'

const year = { from: '2025-10-31', to: '2026-10-31' }

describe('time-weighted return', () => {
  test('links the growth between flows', () => {
    // 1,000.00 in on 1 November grows to 1,050.00 (+5%); 500.00 in on 1 May: 1,550.00 grows to 1,612.00 (+4%)
    // 1.05 × 1.04 − 1 = 9.2%
    const course: PerformanceData = {
      flows: [
        { at: '2025-11-01', amount: '1000.00' },
        { at: '2026-05-01', amount: '500.00' },
      ],
      values: [
        { at: '2026-04-30', value: '1050.00' },
        { at: '2026-10-31', value: '1612.00' },
      ],
    }
    expect(calculateTimeWeightedReturn(course, year)).toBeCloseTo(0.092, 12)
  })

  test('is unaffected by the size of a flow', () => {
    const withFlow = (amount: string, end: string): PerformanceData => ({
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
    expect(calculateTimeWeightedReturn(withFlow('100.00', '1200.00'), year)).toBeCloseTo(0.08, 12)
    expect(calculateTimeWeightedReturn(withFlow('9100.00', '12000.00'), year)).toBeCloseTo(0.08, 12)
  })

  test('counts an inflow at the start of its day', () => {
    // 100.00 in on a day that ends at 110.00: that day's capital is 100.00, +10%
    const course = { flows: [{ at: '2026-03-02', amount: 100 }], values: [{ at: '2026-03-02', value: 110 }] }
    expect(calculateTimeWeightedReturn(course, { from: '2026-03-01', to: '2026-03-02' })).toBeCloseTo(0.1, 12)
  })

  test('is the same on a day with a revaluation, whatever leaves at its end', () => {
    // 100.00 becomes 150.00, +50%; of this, 50.00, 149.99 or everything is withdrawn that day, and the rest stays.
    const withdrawing = (amount: string, left: string): PerformanceData => ({
      flows: [
        { at: '2026-03-02', amount: '100.00' },
        { at: '2026-03-20', amount },
      ],
      values: [
        { at: '2026-03-02', value: '100.00' },
        { at: '2026-03-20', value: left },
      ],
    })
    const march = { from: '2026-02-28', to: '2026-03-31' }
    for (const [amount, left] of [
      ['-50.00', '100.00'],
      ['-149.99', '0.01'],
      ['-150.00', '0.00'],
    ] as const)
      expect(calculateTimeWeightedReturn(withdrawing(amount, left), march), amount).toBeCloseTo(0.5, 12)
  })

  test('counts income that is withdrawn on its day', () => {
    // 1,000.00 pays 50.00, withdrawn on the same day: 1,050 ÷ 1,000 − 1 = 5%
    const course: PerformanceData = {
      flows: [
        { at: '2026-01-01', amount: '1000.00' },
        { at: '2026-02-10', amount: '-50.00' },
      ],
      values: [
        { at: '2026-01-01', value: '1000.00' },
        { at: '2026-02-10', value: '1000.00' },
      ],
    }
    expect(calculateTimeWeightedReturn(course, { from: '2026-01-31', to: '2026-02-28' })).toBeCloseTo(
      0.05,
      12,
    )
    expect(calculateMoneyWeightedReturn(course, { from: '2026-01-31', to: '2026-02-10' })).toBeCloseTo(
      0.05,
      12,
    )
  })

  test('links days with a deposit, a withdrawal and a change of value each', () => {
    // 1,000.00 in, ends at 1,020.00 (+2%). Then 480.00 in: 1,500.00 ends at 1,470.00 before 170.00 leave (−2%).
    // 1,300.00 end at 1,365.00, all of which leaves (+5%). 1.02 × 0.98 × 1.05 − 1 = 4.958%
    const course: PerformanceData = {
      flows: [
        { at: '2026-05-04', amount: '1000.00' },
        { at: '2026-05-05', amount: '480.00' },
        { at: '2026-05-05', amount: '-170.00' },
        { at: '2026-05-06', amount: '-1365.00' },
      ],
      values: [
        { at: '2026-05-04', value: '1020.00' },
        { at: '2026-05-05', value: '1300.00' },
        { at: '2026-05-06', value: '0.00' },
      ],
    }
    expect(calculateTimeWeightedReturn(course, { from: '2026-05-03', to: '2026-05-31' })).toBeCloseTo(
      0.04958,
      12,
    )
  })

  test('is zero for a period in which capital was held without any record', () => {
    const course: PerformanceData = {
      flows: [{ at: '2026-01-05', amount: '100.00' }],
      values: [{ at: '2026-01-05', value: '100.00' }],
    }
    const april = { from: '2026-03-31', to: '2026-04-30' }
    expect(calculateTimeWeightedReturn(course, april)).toBe(0)
    expect(calculateMoneyWeightedReturn(course, april)).toBeCloseTo(0, 12)
  })

  test('skips days without capital, and is null if there is none at all', () => {
    const course: PerformanceData = {
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
    expect(calculateTimeWeightedReturn(course, year)).toBeCloseTo(0.155, 12)
    expect(calculateTimeWeightedReturn(course, { from: '2026-02-01', to: '2026-03-01' })).toBeNull()
    expect(calculateTimeWeightedReturn({ values: [], flows: [] }, year)).toBeNull()
  })

  test('is a permanent total loss once no capital is left', () => {
    const course: PerformanceData = {
      flows: [
        { at: '2025-12-01', amount: 100 },
        { at: '2026-06-01', amount: 100 },
      ],
      values: [
        { at: '2026-02-01', value: 0 },
        { at: '2026-10-31', value: 150 },
      ],
    }
    expect(calculateTimeWeightedReturn(course, year)).toBe(-1)
  })

  test('is null if more was withdrawn than there was, and rejects a negative value', () => {
    const overdrawn = { flows: [{ at: '2026-03-02', amount: -5 }], values: [] }
    expect(calculateTimeWeightedReturn(overdrawn, year)).toBeNull()
    const negative = { flows: [], values: [{ at: '2026-03-02', value: '-0.01' }] }
    expect(() => calculateTimeWeightedReturn(negative, year)).toThrow('The value of 2026-03-02 is negative.')
  })
})

test('gives both returns of a textbook example', () => {
  // A share bought for 200 pays 5 and is worth 225 after a year, when a second one is bought; a year later each pays 5
  // and is sold for 235. Years: 230 ÷ 200 = 1.15 and 480 ÷ 450 = 1.0667; √(1.15 × 1.0667) − 1 = 10.76% a year. Rate:
  // 200 x² + 220 x − 480 = 0, x = (−220 + √432,400) ÷ 400 = 1.0939, 9.39% a year.
  const course: PerformanceData = {
    flows: [
      { at: '2025-01-01', amount: '200.00' },
      { at: '2026-01-01', amount: '225.00' },
      { at: '2025-12-31', amount: '-5.00' },
    ],
    values: [
      { at: '2025-12-31', value: '225.00' },
      { at: '2026-12-31', value: '480.00' },
    ],
  }
  const span = { from: '2024-12-31', to: '2026-12-31' }
  const cumulative = calculateTimeWeightedReturn(course, span) ?? Number.NaN
  expect(annualizeReturn(cumulative, 730)).toBeCloseTo(0.10755, 5)
  expect(calculateMoneyWeightedReturn(course, span)).toBeCloseTo((Math.sqrt(432_400) - 220) / 400 - 1, 12)
})

describe('money-weighted return', () => {
  test('is the annual rate at which the flows grow to the closing value', () => {
    // 1,000 for 365 days and 500 for 184 at 8%: 1,080 + 500 × 1.08^(184 ÷ 365) = 1,080 + 519.7785 = 1,599.7785
    const course: PerformanceData = {
      flows: [
        { at: '2025-11-01', amount: '1000.00' },
        { at: '2026-05-01', amount: '500.00' },
      ],
      values: [{ at: '2026-10-31', value: 1080 + 500 * 1.08 ** (184 / 365) }],
    }
    expect(calculateMoneyWeightedReturn(course, year)).toBeCloseTo(0.08, 10)
  })

  test('differs from the time-weighted return when money came in before a good period', () => {
    // −10% on 100, then +20% on 9,100 more: most of the money saw the gain, the time-weighted return is 8%
    const course: PerformanceData = {
      flows: [
        { at: '2025-11-01', amount: 100 },
        { at: '2026-05-01', amount: 9100 },
      ],
      values: [
        { at: '2026-04-30', value: 90 },
        { at: '2026-10-31', value: 11028 },
      ],
    }
    expect(calculateTimeWeightedReturn(course, year)).toBeCloseTo(0.08, 12)
    expect(calculateMoneyWeightedReturn(course, year)).toBeGreaterThan(0.4)
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
    // 100 x² − 230 x + 132 = 0 has the roots 1.1 and 1.2: two rates, so null
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
    expect(calculateInternalRateOfReturn(payments)).toBe(expected)
  })

  test('is the rate of the period under a year, and an annual rate from one year on', () => {
    const course: PerformanceData = {
      flows: [{ at: '2025-11-01', amount: '1000.00' }],
      values: [
        { at: '2025-11-03', value: '1030.00' },
        { at: '2027-10-31', value: '1210.00' },
      ],
    }
    // +3% in three days
    expect(calculateMoneyWeightedReturn(course, { from: '2025-10-31', to: '2025-11-03' })).toBeCloseTo(
      0.03,
      12,
    )
    expect(calculateMoneyWeightedReturn(course, { from: '2025-10-31', to: '2026-10-30' })).toBeCloseTo(
      0.03,
      12,
    )
    // +21% in two years is 10% a year
    expect(calculateMoneyWeightedReturn(course, { from: '2025-10-31', to: '2027-10-31' })).toBeCloseTo(
      0.1,
      12,
    )
  })

  test('annualizes a gain on the first day', () => {
    // 1.05^365 = 5.4e7
    const days = [
      { amount: 100, years: 1 / 365 },
      { amount: -105, years: 0 },
    ]
    expect(calculateInternalRateOfReturn(days)).toBeCloseTo(1.05 ** 365 - 1, -2)
  })

  test('doubles in a year, halves in a year, and stays flat', () => {
    const over = (end: number) =>
      calculateInternalRateOfReturn([
        { amount: 100, years: 1 },
        { amount: -end, years: 0 },
      ])
    expect(over(200)).toBeCloseTo(1, 12)
    expect(over(50)).toBeCloseTo(-0.5, 12)
    expect(over(100)).toBeCloseTo(0, 12)
  })
})

const start = '2025-01-01'
/** A history without withdrawals: a first deposit, then values and deposits on some days. */
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

test('both measures agree if there is no flow after the first', () => {
  fc.assert(
    fc.property(drawnCourse, ({ course, span }) => {
      const alone = { values: course.values, flows: course.flows.slice(0, 1) }
      const cumulative = calculateTimeWeightedReturn(alone, span)
      const days = daysBetween(span.from, span.to)
      const rate = isYearOrMore(span) ? annualizeReturn(cumulative ?? Number.NaN, days) : cumulative
      // No rate exists outside the search range.
      fc.pre(rate !== null && rate < 1e11 && rate > -0.99999)
      const found = calculateMoneyWeightedReturn(alone, span) ?? Number.NaN
      expect(Math.log1p(found)).toBeCloseTo(Math.log1p(rate as number), 8)
    }),
  )
})

test('withdrawals never change the growth, whatever else happens on their days', () => {
  const share = fc.double({ min: 0, max: 0.95, noNaN: true })
  fc.assert(
    fc.property(drawnCourse, fc.array(share, { minLength: 8, maxLength: 8 }), ({ course, span }, shares) => {
      // Without the deposits after the first: each value grows by the same factor, from what was left.
      const [first] = course.flows
      const flows = course.flows.slice(0, 1)
      let left = 1
      const values = course.values.map(({ at, value }, day) => {
        const grown = Number(value) * left
        left *= 1 - (shares[day] ?? 0)
        const end = Number(value) * left
        if (grown > end) flows.push({ at, amount: (end - grown).toFixed(9) })
        return { at, value: end.toFixed(9) }
      })
      const untouched = Number(course.values.at(-1)?.value) / Number(first?.amount) - 1
      expect(Math.log1p(calculateTimeWeightedReturn({ flows, values }, span) ?? Number.NaN)).toBeCloseTo(
        Math.log1p(untouched),
        6,
      )
    }),
  )
})

test('money that neither gains nor loses does not change the growth before and after it', () => {
  const amount = fc.integer({ min: 1, max: 1e8 })
  fc.assert(
    fc.property(amount, amount, amount, (before, came, after) => {
      // A deposit and its withdrawal on days without a change of value, between +10% and −5%.
      const course = (between: number): PerformanceData => ({
        flows: [
          { at: '2026-01-01', amount: before },
          { at: '2026-02-01', amount: between },
          { at: '2026-02-15', amount: -between },
          { at: '2026-03-01', amount: after },
        ],
        values: [
          { at: '2026-01-31', value: before * 1.1 },
          { at: '2026-02-01', value: before * 1.1 + between },
          { at: '2026-02-15', value: before * 1.1 },
          { at: '2026-03-31', value: (before * 1.1 + after) * 0.95 },
        ],
      })
      const span = { from: '2025-12-31', to: '2026-03-31' }
      expect(calculateTimeWeightedReturn(course(came), span)).toBeCloseTo(1.1 * 0.95 - 1, 8)
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
      expect(calculateTimeWeightedReturn(split, span)).toBe(calculateTimeWeightedReturn(course, span))
      expect(calculateMoneyWeightedReturn(split, span)).toBe(calculateMoneyWeightedReturn(course, span))
    }),
  )
})

test('a period is the link of its parts, and a repeated value changes nothing', () => {
  fc.assert(
    fc.property(drawnCourse, fc.nat(400), ({ course, span }, days) => {
      const middle = addDays(span.from, 1 + (days % daysBetween(span.from, span.to)))
      const whole = calculateTimeWeightedReturn(course, span) ?? Number.NaN
      const first = calculateTimeWeightedReturn(course, { from: span.from, to: middle }) ?? 0
      const second = calculateTimeWeightedReturn(course, { from: middle, to: span.to }) ?? 0
      expect((1 + first) * (1 + second)).toBeCloseTo(1 + whole, 8)

      const last = course.values.findLast(({ at }) => at <= middle)
      const isQuiet = ![...course.flows, ...course.values].some(({ at }) => at === middle)
      const flowed = course.flows.some(({ at }) => at > (last?.at ?? '') && at <= middle)
      if (last && isQuiet && !flowed) {
        const repeated = { ...course, values: [...course.values, { at: middle, value: last.value }] }
        expect(calculateTimeWeightedReturn(repeated, span)).toBeCloseTo(whole, 12)
      }
    }),
  )
})

describe('periods', () => {
  const course: PerformanceData = {
    flows: [{ at: '2025-03-15', amount: 100 }],
    values: [
      { at: '2025-12-31', value: 110 },
      { at: '2026-08-31', value: 121 },
      { at: '2026-11-22', value: 133.1 },
    ],
  }

  test('begin at the end of a day and never before the first record', () => {
    const from = (period: Parameters<typeof getMeasurementPeriod>[0]) =>
      getMeasurementPeriod(period, course, '2026-11-22')?.from
    expect([from('1M'), from('3M'), from('YTD'), from('1Y'), from('All')]).toEqual([
      '2026-10-22',
      '2026-08-22',
      '2025-12-31',
      '2025-11-22',
      '2025-03-14',
    ])
    expect(getMeasurementPeriod('1Y', course, '2025-06-30')).toEqual({ from: '2025-03-14', to: '2025-06-30' })
    expect(getMeasurementPeriod('All', course, '2025-03-14')).toBeNull()
    expect(getMeasurementPeriod('All', { values: [], flows: [] }, '2026-11-22')).toBeNull()
  })

  test('have both returns', () => {
    const found = calculateReturnsByPeriod(course, '2026-11-22')
    const cumulative = found.map(({ period, timeWeighted }) => [period, timeWeighted?.toFixed(6)])
    // 110 ÷ 100, 121 ÷ 110 and 133.1 ÷ 121 are 1.1 each
    expect(cumulative).toEqual([
      ['1M', '0.100000'],
      ['3M', '0.210000'],
      ['YTD', '0.210000'],
      ['1Y', '0.331000'],
      ['All', '0.331000'],
    ])
    // Cumulative under a year, and annual for 618 days: 1.331^(365 ÷ 618) − 1
    expect(found[2]?.moneyWeighted).toBeCloseTo(0.21, 10)
    expect(found[4]?.moneyWeighted).toBeCloseTo(1.331 ** (365 / 618) - 1, 10)
  })

  test('end on the last day of a shorter month', () => {
    expect(subtractMonths('2026-03-31', 1)).toBe('2026-02-28')
    expect(subtractMonths('2024-03-31', 1)).toBe('2024-02-29')
    expect(subtractMonths('2026-01-31', 3)).toBe('2025-10-31')
    expect(() => subtractMonths('2026-02-30', 1)).toThrow('Expected a day that exists')
  })
})

test('rebases a benchmark to the start of a period', () => {
  const prices = [
    { at: '2025-10-30', value: '2000' },
    { at: '2026-04-30', value: '2200' },
    { at: '2026-10-31', value: '2500' },
    { at: '2026-11-30', value: '9999' },
  ]
  expect(rebasePrices(prices, year, 100)).toEqual([
    { at: '2025-10-31', value: 100 },
    { at: '2026-04-30', value: 110 },
    { at: '2026-10-31', value: 125 },
  ])
  expect(rebasePrices(prices, { from: '2025-01-01', to: '2026-10-31' }, 100)).toEqual([])
})
