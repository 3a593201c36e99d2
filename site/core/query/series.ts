import type { ResponseOf } from '#contract/endpoint'
import { series } from '#contract/series'
import { call } from '#core/api/api'
import { byKey } from './by-key.ts'
import { createInvestorQuery } from './investor-query.ts'

/** A series with its figures, its offering and its documents. */
export type PublicSeries = ResponseOf<typeof series.read>

/** The offerings that take subscriptions now, the first to close first. */
export const { $view: $openOfferings, refresh: refreshOfferings } = createInvestorQuery(
  ['offerings'],
  async () => (await call(series.offerings, {}, { fresh: true })).offerings,
  { changedBy: ['series', 'tokens'] },
)

/** The series of a code, for signed-in pages. It follows its offering, its documents and what is left of it. */
export const seriesOf = byKey((code: string) =>
  createInvestorQuery(
    ['series', code],
    () => call(series.read, { params: { symbol: code } }, { fresh: true }),
    { changedBy: ['series', 'tokens'] },
  ),
)
