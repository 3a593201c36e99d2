/** The figures of the investor area with what they are computed from. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { marketSources } from '#shared/enums/market'
import { periods } from '#shared/enums/portfolios'
import { figureTitles, type PlainFigure } from '#shared/figure-titles'
import { marketAssets } from '#shared/market-assets'
import { Amount } from './amounts.ts'
import { TOTAL_COUNT } from './call.ts'
import { get } from './endpoint.ts'
import { portfolioSources } from './portfolio.ts'
import { Nullable, OneOf } from './schema.ts'
import { Day, Units } from './series.ts'
import { CSV_TYPE, tableQuery } from './table-file.ts'
import { TOKEN_SYMBOL_MAX } from './tokens.ts'

export const figureNames = Object.keys(figureTitles) as PlainFigure[]

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

/** The value and the share of the category of a series: a category has no name that an address could hold. */
export const categoryFigures = ['category', 'category_share'] as const
export type CategoryFigure = (typeof categoryFigures)[number]

/** A figure, or one of a holding: `cost:WITGOLD`. */
export type FigureName = PlainFigure | `${HoldingFigure | CategoryFigure}:${string}`

/** Inputs in one response. What does not fit is one row with its sum. */
export const FIGURE_INPUTS_MAX = 100
/** The same of a CSV file. */
export const FIGURE_ROWS_MAX = 10_000

const inputUnits = ['USD', 'units', 'USD per unit', 'investments', 'transactions'] as const

const FigureInput = Type.Object({
  label: Type.String(),
  at: Nullable(Day(), { description: 'Null of a sum of several days' }),
  amount: Type.String({ pattern: '^-?\\d+\\.\\d+$', examples: ['1250.00'] }),
  unit: OneOf(inputUnits),
  link: Nullable(Type.String(), { description: 'The page with the record' }),
})
export type FigureInput = Static<typeof FigureInput>

/** Whether a return is that of its whole period or a rate a year. One of less than a year is never annual. */
const Basis = Nullable(OneOf(['cumulative', 'annual'] as const), {
  description: 'Annual only of a year or more; null of a figure that is no return of a period',
})

export const Figure = Type.Object({
  name: Type.String(),
  title: Type.String(),
  value: Nullable(Type.Union([Amount(), Units(), Type.Number()]), {
    description:
      'Money and units as a decimal string; a percentage and a count as a number; null where there is none',
  }),
  unit: OneOf([
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
    Type.String({ description: 'What the figure means, where its formula does not say it' }),
  ),
  records: Type.Optional(
    Amount({
      description:
        'What transactions, register and valuations add up to, where the figure was entered and differs from it',
    }),
  ),
  period: OneOf(periods),
  as_of: Nullable(Day(), { description: 'Day of the newest input' }),
  from: Nullable(Day(), {
    description: 'The period begins at the end of this day; null of a figure of one day',
  }),
  formula: Type.String(),
  inputs: Type.Array(FigureInput, {
    maxItems: FIGURE_INPUTS_MAX + 3,
    description: 'Together they give the value by the formula',
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
const query = Type.Object({ period: OneOf(periods, { default: 'All' }) })

const benchmarkSymbols = marketAssets.map(({ symbol }) => symbol)

const Percent = (description: string) => Nullable(Type.Number(), { description })

const PeriodReturns = Type.Object({
  period: OneOf(periods),
  from: Nullable(Day(), {
    description:
      'Measured from the end of this day; null before anything happened, and where entered values do not cover the period',
  }),
  to: Day(),
  time_weighted: Percent('Cumulative, in percent; null without capital'),
  money_weighted: Percent(
    'In percent, annual of a year or more, else cumulative; null without capital or without a single rate',
  ),
  money_weighted_basis: Basis,
  benchmark: Percent('Change of the price of the benchmark over the same days; null without stored prices'),
})
export type PeriodReturns = Static<typeof PeriodReturns>

export const ReturnsResponse = Type.Object({
  source: OneOf(portfolioSources),
  recorded_from: Nullable(Day(), {
    description:
      'The first day with an entered value, before which no return is known; null of a derived portfolio',
  }),
  benchmark: Nullable(
    Type.Object({
      symbol: Type.String(),
      name: Type.String(),
      source: Nullable(OneOf(marketSources), { description: 'Source of its prices; null without any' }),
    }),
  ),
  returns: Type.Array(PeriodReturns),
})
export type ReturnsResponse = Static<typeof ReturnsResponse>

export const figures = {
  read: get('/user/figures/:name', {
    summary: `One figure of the investor area with its formula, its inputs (at most ${FIGURE_INPUTS_MAX}, then one row for the others) and their sources`,
    access: 'investor',
    params,
    query,
    response: Figure,
    problems: ['not_found'],
  }),
  exportCsv: get('/user/figures/:name/csv', {
    summary: `The inputs of a figure as a CSV file (RFC 4180), at most ${FIGURE_ROWS_MAX}, from which a spreadsheet gets the same number`,
    access: 'investor',
    limit: 'export',
    params,
    query: Type.Object({ ...query.properties, ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT]: 'Rows in the file' },
    problems: ['not_found'],
  }),
  returns: get('/user/returns', {
    summary: 'Returns after fees of each period, beside a benchmark from stored prices',
    access: 'investor',
    query: Type.Object({ benchmark: Type.Optional(OneOf(benchmarkSymbols)) }),
    response: ReturnsResponse,
  }),
}
