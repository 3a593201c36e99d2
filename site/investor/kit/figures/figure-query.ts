import { atom } from 'nanostores'
import { figures } from '#contract/portfolio/figures'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import type { Period } from '#shared/enums/portfolios'

const changedBy = ['portfolio', 'series'] as const

const $name = atom<string | undefined>(undefined)
const $period = atom<Period>('All')

/** The figure that is open. */
export const { $view: $figure, refresh: refreshFigure } = createInvestorQuery(
  ['figure', $name, $period],
  (name, period) => callInvestor(figures.get, { params: { name }, query: { period: period as Period } }),
  { refetchOn: changedBy },
)

/** Opens a figure, or none. */
export function openFigure(name: string | undefined, period: Period): void {
  $name.set(name)
  $period.set(period)
}

/** No benchmark. An empty key part would mean that nothing is fetched. */
export const NO_BENCHMARK = 'none'
/** Symbol of the benchmark. */
export const $benchmark = atom<string>(NO_BENCHMARK)

/** Returns for each period, alongside the chosen benchmark. */
export const { $view: $returns, refresh: refreshReturns } = createInvestorQuery(
  ['returns', $benchmark],
  (benchmark) =>
    callInvestor(figures.listReturns, {
      query: benchmark === NO_BENCHMARK ? {} : { benchmark: benchmark as 'XAU' },
    }),
  { refetchOn: changedBy },
)
