import { addressOf } from '#contract/call'
import { type Report, reports } from '#contract/reports'

/** URL of the file. */
export const addressOfReport = (report: Report): string =>
  addressOf(reports.download, { params: { id: report.id } })

/** Name to save the file under. */
export const fileNameOf = (report: Report): string => `${report.id}.pdf`
