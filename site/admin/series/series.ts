import { type AdminSeries, adminSeries } from '#contract/admin-series'
import { callAdmin } from '#core/api/admin-api'
import { createDetail } from '#site/admin/detail/detail.ts'

/** Fetches a series by its code or symbol. Throws as `callAdmin` does. */
export const readSeries = (symbol: string): Promise<AdminSeries> =>
  callAdmin(adminSeries.read, { params: { symbol } })

/** The series of the URL with all that was entered for it. */
export const seriesDetail = createDetail('series', readSeries)

/** What each part of the detail view gets. */
export interface PartProps {
  of: AdminSeries
  /** After the server has stored a change: fetches the series again, then shows the message. */
  onStored: (message: string) => Promise<void>
}

/** Today in UTC, as `YYYY-MM-DD`. */
export const today = (): string => new Date().toISOString().slice(0, 10)
