import { addressOf } from '#contract/call'
import { type Report, reports } from '#contract/reports'

/** A report as the pages list it: with the picture of its first page, whose file lies below `/previews/`. */
export interface ListedReport extends Report {
  preview: { file: string; width: number; height: number }
}

/** Where the file is. */
export const addressOfReport = (report: Report): string =>
  addressOf(reports.download, { params: { id: report.id } })

/** The name the file is saved under. */
export const fileNameOf = (report: Report): string => `${report.id}.pdf`
