import { readFile } from 'node:fs/promises'
import type { Report } from '#contract/reports'

/** A report with what the build found out about its file, and its first page as a picture. */
export interface BuiltReport extends Report {
  /** A file below /previews/ and its size in pixels. */
  preview: { file: string; width: number; height: number }
}

/** The reports of one kind, in their order. Their files have been made before the pages are built. */
export async function listReports(type: Report['type']): Promise<BuiltReport[]> {
  const reports = JSON.parse(await readFile('.cache/reports/reports.json', 'utf8')) as BuiltReport[]
  return reports.filter((report) => report.type === type)
}
