import { join } from 'node:path'
import { Problem } from '#contract/problem'
import type { Report } from '#contract/reports'
import { apiHeaders } from '#plugins/answers'
import { makeStaticFile, type StaticFile, sendBytes } from '#plugins/static-file'

interface ReportFile extends Report {
  file_name: string
}

let reports: ReportFile[] = []
let files = new Map<string, StaticFile>()

/** Reads the reports that the site's build made; without a build there are none. */
export async function openReports(folder: string): Promise<void> {
  const list = Bun.file(join(folder, 'reports.json'))
  reports = (await list.exists()) ? ((await list.json()) as ReportFile[]) : []
  const opened = reports.map(async (report): Promise<[string, StaticFile]> => {
    const body = await Bun.file(join(folder, 'reports', report.file_name)).bytes()
    const headers = {
      ...apiHeaders(''),
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${report.file_name}"`,
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600',
    }
    return [report.id, makeStaticFile(body, { tag: Bun.hash(body).toString(36), headers })]
  })
  files = new Map(await Promise.all(opened))
}

/** Every report, audits first, as the build sorted them. */
export const listReports = (): Report[] => reports

/** The file of a report, or the part of it that was asked for. Throws `not_found`. */
export function sendReport(id: string, request: Request): Response {
  const file = files.get(id)
  if (!file) throw new Problem('not_found', 'There is no report with this name.')
  return sendBytes(request, file)
}
