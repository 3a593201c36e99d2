import { addressOf } from '#contract/call'
import { type Report, reports } from '#contract/reports'

/** Where the file is. */
export const addressOfReport = (report: Report): string =>
  addressOf(reports.download, { params: { id: report.id } })

/** The name the file is saved under. */
export const fileNameOf = (report: Report): string => `${report.id}.pdf`
