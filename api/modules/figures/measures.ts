/** The two measures of return: of one period with their inputs, and of every period beside a benchmark. */
import type { Figure, FigureInput, PeriodReturns } from '#contract/figures'
import type { Day } from '#shared/asset/calendar'
import type { Course } from '#shared/asset/capital-days'
import { one, sum } from '#shared/asset/decimal'
import {
  type DatedPayment,
  datedPayments,
  growthPeriods,
  isYearOrMore,
  moneyWeightedReturn,
  rateDays,
  type Span,
  timeWeightedReturn,
} from '#shared/asset/returns'
import { periods } from '#shared/enums/portfolios'
import { measurableCourse, type PortfolioCourse, recordedFrom, spanOfReturn } from './course.ts'
import { links, sources } from './links.ts'
import { type FigureRequest, registersOf, type Stated } from './stated.ts'

/** A rate in percent with four decimals at most. */
export const toPercent = (rate: number | null): number | null =>
  rate === null ? null : Math.round(rate * 1_000_000) / 10_000

type Measure = 'time_weighted' | 'money_weighted'

/** Both measures over a span, in percent. */
function measure({ course }: PortfolioCourse, span: Span): Record<Measure, number | null> {
  const measurable = measurableCourse(course, span)
  return {
    time_weighted: toPercent(measurable && timeWeightedReturn(measurable, span)),
    money_weighted: toPercent(measurable && moneyWeightedReturn(measurable, span)),
  }
}

const basisOf = (of: Measure, span: Span | null): Figure['basis'] =>
  span && (of === 'money_weighted' && isYearOrMore(span) ? 'annual' : 'cumulative')

/** Both measures of each period. */
export const measureAll = (portfolio: PortfolioCourse): Omit<PeriodReturns, 'benchmark'>[] =>
  periods.map((period) => {
    const span = spanOfReturn(period, portfolio)
    return {
      period,
      from: span?.from ?? null,
      to: portfolio.today,
      ...(span ? measure(portfolio, span) : { time_weighted: null, money_weighted: null }),
      money_weighted_basis: basisOf('money_weighted', span),
    }
  })

const sourcesOf = (portfolio: PortfolioCourse): Figure['sources'] =>
  portfolio.source === 'entered'
    ? [sources.entered, sources.ledger]
    : [sources.ledger, ...registersOf(portfolio)]

const usd = (label: string, at: Day, amount: string): FigureInput => ({
  label,
  at,
  amount,
  unit: 'USD',
  link: links.ledger,
})

const EACH_DAY =
  'Deposits and units received count from the start of their day, withdrawals and units given until its end.'

const timeWeighted = `Product of value at the end ÷ value at the start over the stretches between external flows, − 1; cumulative, after fees. ${EACH_DAY}`

/** Of a period of less than a year the rate of all its days, which a spreadsheet gets from its annual one. */
function defineMoneyWeighted(span: Span | null): string {
  const days = span === null || isYearOrMore(span) ? null : rateDays(span)
  const rate =
    days === null
      ? 'The annual rate r with Σ amount × (1 + r)^(days to the end ÷ 365) = 0, after fees: XIRR of dates and amounts.'
      : `The rate r of the ${days} days of the period with Σ amount × (1 + r)^(days to the end ÷ ${days}) = 0, after fees: (1 + XIRR of dates and amounts)^(${days} ÷ 365) − 1. It is cumulative: a return of less than a year is not annualized.`
  return `${rate} ${EACH_DAY}`
}

/** What is not known of a return whose values were entered. */
function limitsOf(portfolio: PortfolioCourse): string {
  const first = recordedFrom(portfolio)
  if (first === null) return ''
  return ` No value is recorded from before ${first}, and no return is known of a period that begins before it.`
}

/** Two rows for each stretch; those before the newest are one stretch, which grows from 1 by their product. */
function stretchRows(course: Course, span: Span, limit: number): FigureInput[] {
  const stretches = growthPeriods(course, span)
  const shown = stretches.slice(-Math.floor(limit / 2))
  const others = stretches.slice(0, stretches.length - shown.length)
  const first = others[0]
  const growth = others.reduce((product, { start, end }) => product.times(end.div(start)), one)
  return [
    ...(first
      ? [
          usd('Earlier stretches together, of each dollar', first.from, '1.00'),
          usd('Earlier stretches together, what became of it', span.to, growth.toFixed(12)),
        ]
      : []),
    ...shown.flatMap(({ from, to, start, end }) => [
      usd('Value at the start of the day, after what came in', from, start.toFixed(2)),
      usd('Value at the end of the day, before what left', to, end.toFixed(2)),
    ]),
  ]
}

/** The opening value, the flows and the closing value; flows before the newest are one sum without a day. */
function paymentRows(course: Course, span: Span, limit: number): FigureInput[] {
  const payments = datedPayments(course, span)
  const flows = payments.slice(1, -1)
  const others = flows.slice(0, Math.max(0, flows.length - limit))
  const row = ({ at, flowOn, amount }: DatedPayment, label: string): FigureInput =>
    usd(flowOn ? `${amount.gt(0) ? 'Deposits' : 'Withdrawals'} on ${flowOn}` : label, at, amount.toFixed(2))
  const sumOfOthers = sum(others.map(({ amount }) => amount))
  return [
    ...payments.slice(0, 1).map((payment) => row(payment, 'Value at the beginning')),
    ...(others.length > 0
      ? [
          {
            ...usd('Earlier deposits less withdrawals together', span.from, sumOfOthers.toFixed(2)),
            at: null,
          },
        ]
      : []),
    ...flows.slice(others.length).map((payment) => row(payment, '')),
    ...payments.slice(-1).map((payment) => row(payment, 'Value at the end')),
  ].filter(({ amount }) => Number(amount) !== 0)
}

/** One measure over the span with what it is computed from. */
export function explainMeasure(of: Measure, { portfolio, span, limit }: FigureRequest): Stated {
  const measurable = span && measurableCourse(portfolio.course, span)
  const rowsOf = of === 'time_weighted' ? stretchRows : paymentRows
  return {
    value: span ? measure(portfolio, span)[of] : null,
    unit: 'percent',
    as_of: span?.to ?? null,
    basis: basisOf(of, span),
    formula: `${of === 'time_weighted' ? timeWeighted : defineMoneyWeighted(span)}${limitsOf(portfolio)}`,
    inputs: span && measurable ? rowsOf(measurable, span, limit) : [],
    sources: sourcesOf(portfolio),
  }
}
