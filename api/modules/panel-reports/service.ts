/** Reports of the panel, as sums, CSV and PDF. */

import type { RowsFile } from '#common/files'
import type { ReportTotals } from '#contract/admin-reports'
import { invalidField } from '#contract/problem'
import { exportCsv } from '#modules/csv'
import { readSettings } from '#modules/settings/service'
import { today } from '#shared/asset/calendar'
import { type PanelReport, panelReportTitles, type ReportFormat } from '#shared/enums/reports'
import { accessReport } from './access.ts'
import { flowReport } from './flows.ts'
import { registerReport } from './register.ts'
import { PRINTED_ROWS_MAX, periodOf, type Report, type ReportRange } from './report.ts'
import { periodBefore } from './schedule-times.ts'
import { subscriptionReport } from './subscriptions.ts'
import { verificationReport } from './verifications.ts'

/** Runs work with a report, whatever its rows are. */
type WithReport = <T>(work: <Row>(report: Report<Row>) => Promise<T>) => Promise<T>

const reports: Record<PanelReport, (range: ReportRange) => WithReport> = {
  register: (range) => (work) => work(registerReport(range)),
  subscriptions: (range) => (work) => work(subscriptionReport(range)),
  flows: (range) => (work) => work(flowReport(range)),
  verifications: (range) => (work) => work(verificationReport(range)),
  access: (range) => (work) => work(accessReport(range)),
}

/**
 * The days of a call, see the contract; a range that has not ended ends today. Throws `validation` for a range that ends
 * before it begins, or has not begun.
 */
function rangeOf(days: Partial<ReportRange>): ReportRange {
  const last = periodBefore('monthly', new Date())
  const day = today()
  const to = days.to ?? (days.from === undefined ? last.to : day)
  const from = days.from ?? `${to.slice(0, 8)}01`
  checkRange({ from, to })
  return to > day ? { from, to: day } : { from, to }
}

function checkRange({ from, to }: ReportRange): void {
  if (to < from) throw invalidField('/to', 'Enter the same day as the first one, or a later one')
  if (from > today()) throw invalidField('/from', 'Enter today or an earlier day')
  if (from < '1900-01-01' || to > '2199-12-31') throw invalidField('/to', 'Enter days between 1900 and 2199')
}

export interface ReportPreview {
  title: string
  period: string
  rows: number
  totals: ReportTotals[]
}

const countOf = async ({ count }: Pick<Report<unknown>, 'count'>): Promise<number> =>
  (await count())[0]?.total ?? 0

/** The sums of a report and its number of rows. Throws `validation`. */
export async function previewReport(name: PanelReport, days: Partial<ReportRange>): Promise<ReportPreview> {
  const range = rangeOf(days)
  return reports[name](range)(async (report) => ({
    title: panelReportTitles[name],
    period: periodOf(range),
    rows: await countOf(report),
    totals: await report.totals(),
  }))
}

async function print<Row>(report: Report<Row>, title: string, range: ReportRange): Promise<RowsFile> {
  const rows = await countOf(report)
  const { site_name } = await readSettings()
  return {
    rows,
    type: 'application/pdf',
    chunks: (async function* () {
      const totals = await report.totals()
      const cells: string[][] = []
      let last: Row | undefined
      while (report.printed.length > 0 && cells.length < PRINTED_ROWS_MAX) {
        const limit = Math.min(1_000, PRINTED_ROWS_MAX - cells.length)
        const read = await report.read(last, limit)
        cells.push(...read.map((row) => report.printed.map(({ text }) => text(row))))
        if (read.length < limit) break
        last = read.at(-1)
      }
      // Loaded with the first PDF: its parts would make up a quarter of an idle server's memory.
      const { drawReport } = await import('./pdf.ts')
      yield* drawReport(
        {
          siteName: site_name,
          title,
          period: periodOf(range),
          totals,
          heads: report.printed,
          rows: cells,
          total: rows,
        },
        new Date(),
      )
    })(),
  }
}

/** A report as a file. Throws `validation`. */
export async function exportReport(
  name: PanelReport,
  days: Partial<ReportRange>,
  format: ReportFormat,
): Promise<RowsFile> {
  const range = rangeOf(days)
  return reports[name](range)((report) =>
    format === 'pdf' ? print(report, panelReportTitles[name], range) : exportCsv(report),
  )
}
