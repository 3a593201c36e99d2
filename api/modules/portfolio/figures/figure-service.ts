/** An investor's figures and the inputs they are calculated from. */

import { createInMemorySource, exportCsv, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type { QueryOf } from '#contract/endpoint'
import {
  categoryFigures,
  FIGURE_CSV_ROWS_MAX,
  FIGURE_INPUTS_MAX,
  type Figure,
  type FigureInput,
  type figures,
  holdingFigures,
  type ReturnsResponse,
} from '#contract/portfolio/figures'
import { Problem } from '#contract/problem'
import type { Period } from '#shared/enums/portfolios'
import { figureTitles, isPortfolioFigure } from '#shared/figure-titles'
import { getActiveInvestmentsFigure } from './active-investments.ts'
import { getBenchmark } from './benchmark-prices.ts'
import {
  getCashTotalFigure,
  getGainsFigure,
  getPerformanceFigure,
  getTotalFigure,
  getValueFigure,
} from './cash-figures.ts'
import { getCategoryFigure } from './category-figures.ts'
import { figureDefinitions } from './figure-definitions.ts'
import type { FigureExplanation, FigureRequest } from './figure-explanation.ts'
import { getHoldingFigure } from './holding-figures.ts'
import {
  getCashShareFigure,
  getHoldingTotalFigure,
  getOtherGainsFigure,
  holdingTotals,
} from './holding-totals.ts'
import { getHistoryTotalFigure, historyTotals } from './ledger-totals.ts'
import {
  getFirstManualDay,
  getFirstRecordDay,
  getPerformanceData,
  getPortfolioMeasurementPeriod,
  getReturnMeasurementPeriod,
} from './performance-data.ts'
import { calculateAllReturns, getReturnFigure } from './return-measures.ts'
import { getSubscriptionCashFigure, subscriptionCashTotals } from './subscription-cash.ts'
import { getTransactionCountFigure } from './transaction-count.ts'

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((each) => each === name)

/** `cost:WITGOLD` as the figure and the code of the series. */
async function explainOfSeries(name: string, request: FigureRequest): Promise<FigureExplanation> {
  const [kind = '', code = ''] = name.split(':')
  if (isOneOf(categoryFigures, kind)) return getCategoryFigure(kind, code, request)
  if (!isOneOf(holdingFigures, kind)) throw new Problem('not_found', 'Figure not found.')
  return getHoldingFigure(kind, code, request)
}

async function explain(name: string, request: FigureRequest): Promise<FigureExplanation> {
  if (isOneOf(holdingTotals, name)) return getHoldingTotalFigure(name, request)
  if (isOneOf(subscriptionCashTotals, name)) return getSubscriptionCashFigure(name, request)
  if (isOneOf(historyTotals, name)) return getHistoryTotalFigure(name, request)
  switch (name) {
    case 'value':
      return getValueFigure(request)
    case 'total':
      return getTotalFigure(request)
    case 'deposited':
    case 'withdrawn':
    case 'cash':
      return getCashTotalFigure(name, request)
    case 'cash_share':
      return getCashShareFigure(request)
    case 'gains':
      return getGainsFigure(request)
    case 'other_gains':
      return getOtherGainsFigure(request)
    case 'active':
      return getActiveInvestmentsFigure(request)
    case 'transaction_count':
      return getTransactionCountFigure(request)
    case 'performance':
      return getPerformanceFigure(request)
    case 'time_weighted':
    case 'money_weighted':
      return getReturnFigure(name, request)
    default:
      return explainOfSeries(name, request)
  }
}

/** Figures for a period. The others are current. */
const MEASURED: readonly string[] = ['deposited', 'withdrawn', 'gains', 'time_weighted', 'money_weighted']

/** One figure; a file has more inputs. Throws `not_found` for a holding that never existed. */
export async function getFigure(
  userId: number,
  name: string,
  period: Period,
  { limit, inRecords }: Pick<FigureRequest, 'limit' | 'inRecords'> = {
    limit: FIGURE_INPUTS_MAX,
    inRecords: false,
  },
): Promise<Figure> {
  const portfolio = await getPerformanceData(userId)
  const isReturn = name === 'time_weighted' || name === 'money_weighted'
  const span = (isReturn ? getReturnMeasurementPeriod : getPortfolioMeasurementPeriod)(period, portfolio)
  const stated = await explain(name, { userId, portfolio, span, isWhole: period === 'All', limit, inRecords })
  const title = isPortfolioFigure(name) ? figureTitles[name] : (stated.title ?? name)
  const definition = period === 'All' || isReturn ? figureDefinitions[name]?.[portfolio.source] : undefined
  const measured = MEASURED.includes(name) ? span : null
  return {
    name,
    basis: null,
    ...stated,
    ...(definition !== undefined && { definition }),
    title,
    period,
    from: measured?.from ?? null,
    first_record: getFirstRecordDay(portfolio, measured),
  }
}

/** A figure's inputs as a file: those of the response, and for gains each record. */
export async function exportFigure(userId: number, name: string, period: Period): Promise<GeneratedFile> {
  const { inputs } = await getFigure(userId, name, period, { limit: FIGURE_CSV_ROWS_MAX, inRecords: true })
  const numbered = inputs.map((input, at) => ({ ...input, number: at + 1 }))
  return exportCsv<FigureInput & { number: number }>({
    columns: [
      ['Label', ({ label }) => label],
      ['Date (UTC)', ({ at }) => at ?? ''],
      ['Amount', ({ amount }) => toCsvDecimal(amount)],
      ['Unit', ({ unit }) => unit],
      ['Page', ({ link }) => link ?? ''],
    ],
    ...createInMemorySource(numbered),
  })
}

/** Both return measures for each period, next to the change of a benchmark. */
export async function getReturns(
  userId: number,
  { benchmark: wanted }: QueryOf<typeof figures.listReturns>,
): Promise<ReturnsResponse> {
  const portfolio = await getPerformanceData(userId)
  const measured = calculateAllReturns(portfolio)
  const since = measured.findLast(({ from }) => from !== null)?.from ?? portfolio.today
  const benchmark = wanted === undefined ? null : await getBenchmark(wanted, since, portfolio.today)
  return {
    source: portfolio.source,
    recorded_from: getFirstManualDay(portfolio),
    benchmark: benchmark && { symbol: benchmark.symbol, name: benchmark.name, source: benchmark.source },
    returns: measured.map((row) => ({
      ...row,
      benchmark: benchmark && row.from !== null ? benchmark.changeOf(row.from, row.to) : null,
    })),
  }
}
