import { type Report, reports } from '#contract/catalog/reports'
import { buildUrl } from '#contract/request-url'

/** URL of the file. */
export const getReportUrl = (report: Report): string =>
  buildUrl(reports.download, { params: { id: report.id } })

/** Name to save the file under. */
export const getReportFileName = (report: Report): string => `${report.id}.pdf`
