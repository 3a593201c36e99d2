import { readFile } from 'node:fs/promises'
import type { Report } from '#contract/catalog/reports'

/** The reports of one type, in order. Their files are generated before the pages are built. */
export async function listReports(type: Report['type']): Promise<Report[]> {
  const reports = JSON.parse(await readFile('.cache/reports/reports.json', 'utf8')) as Report[]
  return reports.filter((report) => report.type === type)
}
