/** What a report is, whatever it is about. */
import type { ReportTotals } from '#contract/admin-reports'
import type { exportCsv } from '#modules/csv'
import { groupDigits } from '#shared/group-digits'
import { writeDay } from '#shared/written-day'

/** Most rows of a PDF, each tagged cell by cell for screen readers; the CSV file has all of them. */
export const PRINTED_ROWS_MAX = 2_000

/** Whole days in UTC, both included. */
export interface ReportRange {
  from: string
  to: string
}

export type CsvColumns<Row> = Parameters<typeof exportCsv<Row>>[0]['columns']

/** A column of the PDF; all widths together are its width. */
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
export const periodOf = ({ from, to }: ReportRange): string =>
  from === to ? writeDay(from) : `${writeDay(from)} to ${writeDay(to)}`

/** A decimal with thousands apart and a true minus sign. */
export const figure = (decimal: string): string => groupDigits(decimal).replace('-', '−')
