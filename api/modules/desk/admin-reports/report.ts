/** The common form of all reports. */

import type { exportCsv } from '#common/csv'
import type { ReportTotals } from '#contract/desk/admin-reports'
import { formatLongDate } from '#shared/format-date'
import { addThousandsSeparators } from '#shared/thousands-separators'

/** Maximum rows of a PDF, each tagged cell by cell for screen readers; the CSV file has all of them. */
export const PRINTED_ROWS_MAX = 2_000

/** Whole days in UTC, both included. */
export interface ReportRange {
  from: string
  to: string
}

export type CsvColumns<Row> = Parameters<typeof exportCsv<Row>>[0]['columns']

/** A column of the PDF; the widths add up to the page width. */
export interface PrintedColumn<Row> {
  title: string
  /** Share of the width. */
  width: number
  isFigure?: true
  text: (row: Row) => string
}

export interface Report<Row> {
  totals: () => Promise<ReportTotals[]>
  columns: CsvColumns<Row>
  printed: readonly PrintedColumn<Row>[]
  count: () => PromiseLike<readonly { total: number }[]>
  /** At most `limit` rows after `last`. */
  read: (last: Row | undefined, limit: number) => PromiseLike<Row[]>
}

/** The range in words. */
export const formatPeriod = ({ from, to }: ReportRange): string =>
  from === to ? formatLongDate(from) : `${formatLongDate(from)} to ${formatLongDate(to)}`

/** A decimal with thousands separators and a true minus sign. */
export const formatFigure = (decimal: string): string => addThousandsSeparators(decimal).replace('-', '−')
