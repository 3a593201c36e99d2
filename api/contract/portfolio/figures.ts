/** The figures of the investor area and the inputs they are calculated from. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount } from '#contract/amount-schema'
import { CalendarDay, Units } from '#contract/catalog/series'
import { TOKEN_SYMBOL_MAX } from '#contract/catalog/tokens'
import { get } from '#contract/endpoint'
import { TOTAL_COUNT_HEADER } from '#contract/request-url'
import { Nullable, StringEnum } from '#contract/schema-builders'
import { CSV_TYPE, tableQuery } from '#contract/table-file'
import { marketSources } from '#shared/enums/market'
import { periods } from '#shared/enums/portfolios'
import { figureTitles, type PortfolioFigure } from '#shared/figure-titles'
import { marketAssets } from '#shared/market-assets'
import { portfolioSources } from './portfolio.ts'

export const figureNames = Object.keys(figureTitles) as PortfolioFigure[]

/** The figures of one holding; `holding` is its value. */
export const holdingFigures = [
  'holding',
  'units',
  'unit_value',
  'cost',
  'gain',
  'gain_percent',
  'share',
] as const
export type HoldingFigure = (typeof holdingFigures)[number]

/** Value and share of a series category: a category has no name that fits in a URL. */
export const categoryFigures = ['category', 'category_share'] as const
export type CategoryFigure = (typeof categoryFigures)[number]

/** A figure, or a figure of one holding: `cost:WITGOLD`. */
export type FigureName = PortfolioFigure | `${HoldingFigure | CategoryFigure}:${string}`

/** Maximum inputs in one response. The rest is summed up in a single row. */
export const FIGURE_INPUTS_MAX = 100
/** The same for a CSV file. */
export const FIGURE_CSV_ROWS_MAX = 10_000

const inputUnits = ['USD', 'units', 'USD per unit', 'investments', 'transactions'] as const

const FigureInput = Type.Object({
  label: Type.String(),
  at: Nullable(CalendarDay(), { description: 'Null for a sum over several days' }),
  amount: Type.String({ pattern: '^-?\\d+\\.\\d+$', examples: ['1250.00'] }),
  unit: StringEnum(inputUnits),
  link: Nullable(Type.String(), { description: 'Page showing the record' }),
})
export type FigureInput = Static<typeof FigureInput>

/** Whether a return is for the whole period or an annual rate. A period of less than a year is never annualized. */
const Basis = Nullable(StringEnum(['cumulative', 'annual'] as const), {
  description: '`annual` only for periods of a year or more; null for figures other than returns',
})

const FirstRecord = Nullable(CalendarDay(), {
  description:
    'Date of the first record, if the period begins with it: `from` is then the day before; otherwise null',
})

export const Figure = Type.Object({
  name: Type.String(),
  title: Type.String(),
  value: Nullable(Type.Union([Amount(), Units(), Type.Number()]), {
    description:
      'Decimal string for money and units, number for percentages and counts; null if not available',
  }),
  unit: StringEnum([
    'USD',
    'percent',
    'percent of the total',
    'investments',
    'transactions',
    'units',
    'USD per unit',
  ] as const),
  basis: Basis,
  definition: Type.Optional(
    Type.String({ description: 'Meaning of the figure, if the formula does not state it' }),
  ),
  records: Type.Optional(
    Amount({
      description:
        'Calculated amount from transactions, register and valuations, if the manually entered figure differs from it',
    }),
  ),
  period: StringEnum(periods),
  as_of: Nullable(CalendarDay(), { description: 'Date of the latest input' }),
  from: Nullable(CalendarDay(), {
    description: 'Period start (end of this day); null for a figure as of a single date',
  }),
  first_record: FirstRecord,
  formula: Type.String(),
  inputs: Type.Array(FigureInput, {
    maxItems: FIGURE_INPUTS_MAX + 3,
    description: 'Inputs to the formula',
  }),
  sources: Type.Array(Type.Object({ label: Type.String(), link: Nullable(Type.String()) })),
})
export type Figure = Static<typeof Figure>

const params = Type.Object({
  name: Type.String({
    pattern: `^(?:${figureNames.join('|')}|(?:${[...holdingFigures, ...categoryFigures].join('|')}):\\$?[A-Za-z0-9][A-Za-z0-9._-]{0,${TOKEN_SYMBOL_MAX - 1}})$`,
    examples: ['value'],
  }),
})
const query = Type.Object({ period: StringEnum(periods, { default: 'All' }) })

const benchmarkSymbols = marketAssets.map(({ symbol }) => symbol)

const Percent = (description: string) => Nullable(Type.Number(), { description })

const PeriodReturns = Type.Object({
  period: StringEnum(periods),
  from: Nullable(CalendarDay(), {
    description:
      'Measured from the end of this day; null if there are no records or manually entered values do not cover the period',
  }),
  first_record: FirstRecord,
  to: CalendarDay(),
  time_weighted: Percent('Cumulative return in percent; null without capital'),
  money_weighted: Percent(
    'In percent: annualized for a year or more, otherwise cumulative; null without capital or if no unique rate exists',
  ),
  money_weighted_basis: Basis,
  benchmark: Percent('Benchmark price change over the same period; null without stored prices'),
})
export type PeriodReturns = Static<typeof PeriodReturns>

export const ReturnsResponse = Type.Object({
  source: StringEnum(portfolioSources),
  recorded_from: Nullable(CalendarDay(), {
    description:
      'First date with a manually entered value; no return is available before it. Null for a calculated portfolio',
  }),
  benchmark: Nullable(
    Type.Object({
      symbol: Type.String(),
      name: Type.String(),
      source: Nullable(StringEnum(marketSources), { description: 'Price source; null if none' }),
    }),
  ),
  returns: Type.Array(PeriodReturns),
})
export type ReturnsResponse = Static<typeof ReturnsResponse>

export const figures = {
  get: get('/user/figures/:name', {
    summary: `Explain a figure in the investor area: formula, inputs (up to ${FIGURE_INPUTS_MAX}, then one row for the rest) and sources`,
    access: 'investor',
    params,
    query,
    response: Figure,
    problems: ['not_found'],
  }),
  exportCsv: get('/user/figures/:name/csv', {
    summary: `Download the inputs of a figure as CSV (RFC 4180), up to ${FIGURE_CSV_ROWS_MAX} rows, for recalculation`,
    access: 'investor',
    limit: 'export',
    params,
    query: Type.Object({ ...query.properties, ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT_HEADER]: 'Rows in the file' },
    problems: ['not_found'],
  }),
  listReturns: get('/user/returns', {
    summary: 'Net returns by period, with a benchmark from stored prices',
    access: 'investor',
    query: Type.Object({ benchmark: Type.Optional(StringEnum(benchmarkSymbols)) }),
    response: ReturnsResponse,
  }),
}
