import { series } from '#contract/catalog/series'
import type { ResponseOf } from '#contract/endpoint'
import { callApi } from '#core/api/api'
import { createInvestorQuery } from '#core/query/investor-query'
import { memoizeByKey } from '#core/query/memoize-by-key'

/** A series with its figures, offering and documents. */
export type PublicSeries = ResponseOf<typeof series.get>

/** Offerings currently open for subscription, the earliest closing first. */
export const { $view: $openOfferings, refresh: refreshOfferings } = createInvestorQuery(
  ['offerings'],
  async () => (await callApi(series.listOpenOfferings, {}, { fresh: true })).offerings,
  { refetchOn: ['series', 'tokens'] },
)

/** The series with this code, for signed-in pages. Refetched when its offering, documents or remaining units change. */
export const getSeriesStore = memoizeByKey((code: string) =>
  createInvestorQuery(
    ['series', code],
    () => callApi(series.get, { params: { symbol: code } }, { fresh: true }),
    { refetchOn: ['series', 'tokens'] },
  ),
)
