/** The two measures of return: of one period with their inputs, and of every period beside a benchmark. */
import { ENTERED_DAYS_MIN, type Figure, type FigureInput, type PeriodReturns } from '#contract/figures'
import { type Day, daysBetween } from '#shared/asset/calendar'
import type { Course } from '#shared/asset/capital-days'
import { one, sum } from '#shared/asset/decimal'
import {
  type DatedPayment,
  datedPayments,
  growthPeriods,
  moneyWeightedReturn,
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

/** Both measures over a span, in percent. */
function measure({ course, source }: PortfolioCourse, span: Span) {
  const measurable = measurableCourse(course, span)
  const isTooShort = source === 'entered' && daysBetween(span.from, span.to) < ENTERED_DAYS_MIN
  return {
    time_weighted: toPercent(measurable && timeWeightedReturn(measurable, span)),
    money_weighted: isTooShort ? null : toPercent(measurable && moneyWeightedReturn(measurable, span)),
  }
}

/** Both measures of each period. */
export const measureAll = (portfolio: PortfolioCourse): Omit<PeriodReturns, 'benchmark'>[] =>
  periods.map((period) => {
    const span = spanOfReturn(period, portfolio)
    const none = { time_weighted: null, money_weighted: null }
    return {
      period,
      from: span?.from ?? null,
      to: portfolio.today,
      ...(span ? measure(portfolio, span) : none),
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

const definitions = {
  time_weighted:
    'Product of value at the end ÷ value at the start over the stretches between deposits and withdrawals, − 1; cumulative, after fees.',
  money_weighted:
    'The annual rate r with Σ amount × (1 + r)^(days to the end ÷ 365) = 0, after fees: XIRR of dates and amounts. A flow counts from the end of the day before.',
} as const

/** What is not known of a return whose values were entered. */
function limitsOf(of: keyof typeof definitions, portfolio: PortfolioCourse): string {
  const first = recordedFrom(portfolio)
  if (first === null) return ''
  const shortest = of === 'money_weighted' ? ` None is given for less than ${ENTERED_DAYS_MIN} days.` : ''
  return ` No value is recorded from before ${first}, and no return is known of a period that begins before it.${shortest}`
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
      usd('Value at the start of the day, after its flows', from, start.toFixed(2)),
      usd('Value at the end of the day', to, end.toFixed(2)),
    ]),
  ]
}

/** The opening value, the flows and the closing value; flows before the newest are one sum without a day. */
function paymentRows(course: Course, span: Span, limit: number): FigureInput[] {
  const payments = datedPayments(course, span)
  const flows = payments.slice(1, -1)
  const others = flows.slice(0, Math.max(0, flows.length - limit))
  const row = ({ at, flowOn, amount }: DatedPayment, label: string): FigureInput =>
    usd(flowOn ? `Deposits less withdrawals of ${flowOn}` : label, at, amount.toFixed(2))
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
export function explainMeasure(
  of: keyof typeof definitions,
  { portfolio, span, limit }: FigureRequest,
): Stated {
  const measurable = span && measurableCourse(portfolio.course, span)
  const rowsOf = of === 'time_weighted' ? stretchRows : paymentRows
  return {
    value: span ? measure(portfolio, span)[of] : null,
    unit: 'percent',
    as_of: span?.to ?? null,
    formula: `${definitions[of]}${limitsOf(of, portfolio)}`,
    inputs: span && measurable ? rowsOf(measurable, span, limit) : [],
    sources: sourcesOf(portfolio),
  }
}
