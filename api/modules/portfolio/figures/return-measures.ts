/** The two return measures: for one period with their inputs, and for every period next to a benchmark. */
import type { Figure, FigureInput, PeriodReturns } from '#contract/portfolio/figures'
import type { Day } from '#shared/calculations/calendar'
import { one, sum } from '#shared/calculations/decimal'
import type { PerformanceData } from '#shared/calculations/performance-data'
import {
  calculateMoneyWeightedReturn,
  calculateTimeWeightedReturn,
  type DatedPayment,
  isYearOrMore,
  listDatedPayments,
  listGrowthPeriods,
  type MeasurementPeriod,
  rateDays,
} from '#shared/calculations/returns'
import { periods } from '#shared/enums/portfolios'
import { type FigureExplanation, type FigureRequest, listRegisterSources } from './figure-explanation.ts'
import {
  getFirstManualDay,
  getFirstRecordDay,
  getReturnMeasurementPeriod,
  type PortfolioPerformanceData,
  trimToMeasurable,
} from './performance-data.ts'
import { links, sources } from './record-links.ts'

/** A rate in percent with at most four decimals. */
export const toPercent = (rate: number | null): number | null =>
  rate === null ? null : Math.round(rate * 1_000_000) / 10_000

type Measure = 'time_weighted' | 'money_weighted'

/** Both measures over a span, in percent. */
function measure(
  { course }: PortfolioPerformanceData,
  span: MeasurementPeriod,
): Record<Measure, number | null> {
  const measurable = trimToMeasurable(course, span)
  return {
    time_weighted: toPercent(measurable && calculateTimeWeightedReturn(measurable, span)),
    money_weighted: toPercent(measurable && calculateMoneyWeightedReturn(measurable, span)),
  }
}

const basisOf = (of: Measure, span: MeasurementPeriod | null): Figure['basis'] =>
  span && (of === 'money_weighted' && isYearOrMore(span) ? 'annual' : 'cumulative')

/** Both measures of each period. */
export const calculateAllReturns = (
  portfolio: PortfolioPerformanceData,
): Omit<PeriodReturns, 'benchmark'>[] =>
  periods.map((period) => {
    const span = getReturnMeasurementPeriod(period, portfolio)
    return {
      period,
      from: span?.from ?? null,
      first_record: getFirstRecordDay(portfolio, span),
      to: portfolio.today,
      ...(span ? measure(portfolio, span) : { time_weighted: null, money_weighted: null }),
      money_weighted_basis: basisOf('money_weighted', span),
    }
  })

const sourcesOf = (portfolio: PortfolioPerformanceData): Figure['sources'] =>
  portfolio.source === 'entered'
    ? [sources.entered, sources.ledger]
    : [sources.ledger, ...listRegisterSources(portfolio)]

const usd = (label: string, at: Day, amount: string): FigureInput => ({
  label,
  at,
  amount,
  unit: 'USD',
  link: links.ledger,
})

const EACH_DAY =
  'Deposits and units transferred in count from the start of the day; withdrawals and units transferred out count until the end of the day.'

const timeWeighted = `Time-weighted return = (product of end value ÷ start value for each period between external flows) − 1. Cumulative, net of fees. ${EACH_DAY}`

/** For a period of less than a year the rate over all its days, which a spreadsheet derives from its annual one. */
function defineMoneyWeighted(span: MeasurementPeriod | null): string {
  const days = span === null || isYearOrMore(span) ? null : rateDays(span)
  const rate =
    days === null
      ? 'Money-weighted return = annual rate r for which Σ amount × (1 + r)^(days to the end ÷ 365) = 0, net of fees (XIRR of the dates and amounts).'
      : `Money-weighted return = rate r over the ${days} days of the period for which Σ amount × (1 + r)^(days to the end ÷ ${days}) = 0, net of fees. Equal to (1 + XIRR of the dates and amounts)^(${days} ÷ 365) − 1. Cumulative: returns for less than a year are not annualized.`
  return `${rate} ${EACH_DAY}`
}

/** What is unknown about a return from entered values. */
function limitsOf(portfolio: PortfolioPerformanceData): string {
  const first = getFirstManualDay(portfolio)
  if (first === null) return ''
  return ` No value is recorded before ${first}, so no return is available for periods starting earlier.`
}

/** Two rows for each subperiod; those before the latest are one subperiod, which grows from 1 by their product. */
function stretchRows(course: PerformanceData, span: MeasurementPeriod, limit: number): FigureInput[] {
  const stretches = listGrowthPeriods(course, span)
  const shown = stretches.slice(-Math.floor(limit / 2))
  const others = stretches.slice(0, stretches.length - shown.length)
  const first = others[0]
  const growth = others.reduce((product, { start, end }) => product.times(end.div(start)), one)
  return [
    ...(first
      ? [
          usd('Earlier periods combined: starting value of one dollar', first.from, '1.00'),
          usd('Earlier periods combined: ending value', span.to, growth.toFixed(12)),
        ]
      : []),
    ...shown.flatMap(({ from, to, start, end }) => [
      usd('Value at start of day, after inflows', from, start.toFixed(2)),
      usd('Value at end of day, before outflows', to, end.toFixed(2)),
    ]),
  ]
}

/** The opening value, the flows and the closing value; flows before the latest are one undated sum. */
function paymentRows(course: PerformanceData, span: MeasurementPeriod, limit: number): FigureInput[] {
  const payments = listDatedPayments(course, span)
  const flows = payments.slice(1, -1)
  const others = flows.slice(0, Math.max(0, flows.length - limit))
  const row = ({ at, flowOn, amount }: DatedPayment, label: string): FigureInput =>
    usd(flowOn ? `${amount.gt(0) ? 'Deposits' : 'Withdrawals'} on ${flowOn}` : label, at, amount.toFixed(2))
  const sumOfOthers = sum(others.map(({ amount }) => amount))
  return [
    ...payments.slice(0, 1).map((payment) => row(payment, 'Opening value')),
    ...(others.length > 0
      ? [
          {
            ...usd('All earlier deposits less withdrawals', span.from, sumOfOthers.toFixed(2)),
            at: null,
          },
        ]
      : []),
    ...flows.slice(others.length).map((payment) => row(payment, '')),
    ...payments.slice(-1).map((payment) => row(payment, 'Closing value')),
  ].filter(({ amount }) => Number(amount) !== 0)
}

/** One measure over the span with its inputs. */
export function getReturnFigure(of: Measure, { portfolio, span, limit }: FigureRequest): FigureExplanation {
  const measurable = span && trimToMeasurable(portfolio.course, span)
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
