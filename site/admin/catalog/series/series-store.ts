import { type AdminSeries, adminSeries } from '#contract/catalog/admin-series'
import { callAdminApi } from '#core/api/admin-api'
import { createDetail } from '#site/admin/kit/detail/detail-store.ts'

/** Fetches a series by its code or symbol. Throws as `callAdminApi` does. */
export const getSeries = (symbol: string): Promise<AdminSeries> =>
  callAdminApi(adminSeries.get, { params: { symbol } })

/** The series in the URL with all its records. */
export const seriesDetail = createDetail('series', getSeries)

/** Props of each part of the detail view. */
export interface SeriesSectionProps {
  series: AdminSeries
  /** After the server has stored a change: refetches the series, then shows the message. */
  onSaved: (message: string) => Promise<void>
}

/** Whether a second administrator must approve changes: the series is shown, has been offered, or has units in issue. */
export const isPublished = ({ offerings, series, token }: AdminSeries): boolean =>
  token.is_active ||
  offerings.some(({ stored_state }) => stored_state !== 'draft') ||
  Number(series.units_in_issue) > 0

/** Today in UTC, as `YYYY-MM-DD`. */
export const getToday = (): string => new Date().toISOString().slice(0, 10)
