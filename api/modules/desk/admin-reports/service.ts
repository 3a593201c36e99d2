/** Reports of the panel, as sums, CSV and PDF. */

import { exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type { ReportTotals } from '#contract/desk/admin-reports'
import { invalidFieldProblem } from '#contract/problem'
import { getSiteSettings } from '#modules/platform/settings/site-settings'
import { getToday } from '#shared/calculations/calendar'
import { type AdminReportType, adminReportTitles, type ReportFormat } from '#shared/enums/reports'
import { createAccessReport } from './access-report.ts'
import { createCashFlowReport } from './cash-flow-report.ts'
import { createRegisterReport } from './register-report.ts'
import { formatPeriod, PRINTED_ROWS_MAX, type Report, type ReportRange } from './report.ts'
import { getPreviousPeriod } from './schedule-times.ts'
import { createSubscriptionReport } from './subscription-report.ts'
import { createVerificationReport } from './verification-report.ts'

/** Runs work with a report, whatever its row type. */
type WithReport = <T>(work: <Row>(report: Report<Row>) => Promise<T>) => Promise<T>

const reports: Record<AdminReportType, (range: ReportRange) => WithReport> = {
  register: (range) => (work) => work(createRegisterReport(range)),
  subscriptions: (range) => (work) => work(createSubscriptionReport(range)),
  flows: (range) => (work) => work(createCashFlowReport(range)),
  verifications: (range) => (work) => work(createVerificationReport(range)),
  access: (range) => (work) => work(createAccessReport(range)),
}

/**
 * The date range of a call, see the contract; a range that extends into the future ends today. Throws `validation` for
 * a range that ends before it begins, or has not begun.
 */
function rangeOf(days: Partial<ReportRange>): ReportRange {
  const last = getPreviousPeriod('monthly', new Date())
  const day = getToday()
  const to = days.to ?? (days.from === undefined ? last.to : day)
  const from = days.from ?? `${to.slice(0, 8)}01`
  checkRange({ from, to })
  return to > day ? { from, to: day } : { from, to }
}

function checkRange({ from, to }: ReportRange): void {
  if (to < from) throw invalidFieldProblem('/to', 'The last day must not be before the first day')
  if (from > getToday()) throw invalidFieldProblem('/from', 'The date cannot be in the future')
  if (from < '1900-01-01' || to > '2199-12-31')
    throw invalidFieldProblem('/to', 'Enter dates between 1900 and 2199')
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
export async function previewReport(
  name: AdminReportType,
  days: Partial<ReportRange>,
): Promise<ReportPreview> {
  const range = rangeOf(days)
  return reports[name](range)(async (report) => ({
    title: adminReportTitles[name],
    period: formatPeriod(range),
    rows: await countOf(report),
    totals: await report.totals(),
  }))
}

async function print<Row>(report: Report<Row>, title: string, range: ReportRange): Promise<GeneratedFile> {
  const rows = await countOf(report)
  const { site_name } = await getSiteSettings()
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
      // Loaded with the first PDF: its code would make up a quarter of an idle server's memory.
      const { renderReportPdf } = await import('./report-pdf.ts')
      yield* renderReportPdf(
        {
          siteName: site_name,
          title,
          period: formatPeriod(range),
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
  name: AdminReportType,
  days: Partial<ReportRange>,
  format: ReportFormat,
): Promise<GeneratedFile> {
  const range = rangeOf(days)
  return reports[name](range)((report) =>
    format === 'pdf' ? print(report, adminReportTitles[name], range) : exportCsv(report),
  )
}
