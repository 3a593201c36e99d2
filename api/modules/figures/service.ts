/** The figures of an investor with what they are computed from. */
import type { RowsFile } from '#common/files'
import type { QueryOf } from '#contract/endpoint'
import {
  categoryFigures,
  FIGURE_INPUTS_MAX,
  FIGURE_ROWS_MAX,
  type Figure,
  type FigureInput,
  type figures,
  holdingFigures,
  type ReturnsResponse,
} from '#contract/figures'
import { Problem } from '#contract/problem'
import { decimal, exportCsv, inMemory } from '#modules/csv'
import type { Period } from '#shared/enums/portfolios'
import { figureTitles, isPlainFigure } from '#shared/figure-titles'
import { explainActive } from './active.ts'
import { readBenchmark } from './benchmark.ts'
import { explainCategory } from './category-figures.ts'
import { readCourse, recordedFrom, spanOfPeriod, spanOfReturn } from './course.ts'
import { definitions } from './definitions.ts'
import { explainCashShare, explainHeldSum, explainOtherGains, heldSums } from './held-sums.ts'
import { explainHolding } from './holding-figures.ts'
import { explainHistorySum, historySums } from './ledger-sums.ts'
import { explainMeasure, measureAll } from './measures.ts'
import type { FigureRequest, Stated } from './stated.ts'
import { explainGains, explainPerformance, explainSum, explainTotal, explainValue } from './sums.ts'
import { explainTransactionCount } from './transaction-count.ts'
import { explainWaiting, waitingSums } from './waiting.ts'

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((each) => each === name)

/** `cost:WITGOLD` as the figure and the code of the series. */
async function explainOfSeries(name: string, request: FigureRequest): Promise<Stated> {
  const [kind = '', code = ''] = name.split(':')
  if (isOneOf(categoryFigures, kind)) return explainCategory(kind, code, request)
  if (!isOneOf(holdingFigures, kind)) throw new Problem('not_found', 'There is no such figure.')
  return explainHolding(kind, code, request)
}

async function explain(name: string, request: FigureRequest): Promise<Stated> {
  if (isOneOf(heldSums, name)) return explainHeldSum(name, request)
  if (isOneOf(waitingSums, name)) return explainWaiting(name, request)
  if (isOneOf(historySums, name)) return explainHistorySum(name, request)
  switch (name) {
    case 'value':
      return explainValue(request)
    case 'total':
      return explainTotal(request)
    case 'deposited':
    case 'withdrawn':
    case 'cash':
      return explainSum(name, request)
    case 'cash_share':
      return explainCashShare(request)
    case 'gains':
      return explainGains(request)
    case 'other_gains':
      return explainOtherGains(request)
    case 'active':
      return explainActive(request)
    case 'transaction_count':
      return explainTransactionCount(request)
    case 'performance':
      return explainPerformance(request)
    case 'time_weighted':
    case 'money_weighted':
      return explainMeasure(name, request)
    default:
      return explainOfSeries(name, request)
  }
}

/** Figures of a period. The others are of now. */
const MEASURED: readonly string[] = ['deposited', 'withdrawn', 'gains', 'time_weighted', 'money_weighted']

/** One figure; a file has more inputs. Throws `not_found` for a holding that there never was. */
export async function readFigure(
  userId: number,
  name: string,
  period: Period,
  { limit, inRecords }: Pick<FigureRequest, 'limit' | 'inRecords'> = {
    limit: FIGURE_INPUTS_MAX,
    inRecords: false,
  },
): Promise<Figure> {
  const portfolio = await readCourse(userId)
  const isReturn = name === 'time_weighted' || name === 'money_weighted'
  const span = (isReturn ? spanOfReturn : spanOfPeriod)(period, portfolio)
  const stated = await explain(name, { userId, portfolio, span, isWhole: period === 'All', limit, inRecords })
  const title = isPlainFigure(name) ? figureTitles[name] : (stated.title ?? name)
  const definition = period === 'All' || isReturn ? definitions[name]?.[portfolio.source] : undefined
  return {
    name,
    basis: null,
    ...stated,
    ...(definition !== undefined && { definition }),
    title,
    period,
    from: MEASURED.includes(name) ? (span?.from ?? null) : null,
  }
}

/** The inputs of a figure as a file: those of the response, and of the gains each record. */
export async function exportFigure(userId: number, name: string, period: Period): Promise<RowsFile> {
  const { inputs } = await readFigure(userId, name, period, { limit: FIGURE_ROWS_MAX, inRecords: true })
  const numbered = inputs.map((input, at) => ({ ...input, number: at + 1 }))
  return exportCsv<FigureInput & { number: number }>({
    columns: [
      ['Label', ({ label }) => label],
      ['Date (UTC)', ({ at }) => at ?? ''],
      ['Amount', ({ amount }) => decimal(amount)],
      ['Unit', ({ unit }) => unit],
      ['Page', ({ link }) => link ?? ''],
    ],
    ...inMemory(numbered),
  })
}

/** Both measures of return for each period, beside the change of a benchmark. */
export async function readReturns(
  userId: number,
  { benchmark: wanted }: QueryOf<typeof figures.returns>,
): Promise<ReturnsResponse> {
  const portfolio = await readCourse(userId)
  const measured = measureAll(portfolio)
  const since = measured.findLast(({ from }) => from !== null)?.from ?? portfolio.today
  const benchmark = wanted === undefined ? null : await readBenchmark(wanted, since, portfolio.today)
  return {
    source: portfolio.source,
    recorded_from: recordedFrom(portfolio),
    benchmark: benchmark && { symbol: benchmark.symbol, name: benchmark.name, source: benchmark.source },
    returns: measured.map((row) => ({
      ...row,
      benchmark: benchmark && row.from !== null ? benchmark.changeOf(row.from, row.to) : null,
    })),
  }
}
