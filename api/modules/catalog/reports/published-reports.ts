import { join } from 'node:path'
import { getService, provideServices } from '#common/service-container'
import type { Report } from '#contract/catalog/reports'
import { Problem } from '#contract/problem'

interface ReportEntry extends Report {
  file_name: string
}

export interface ReportFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** The reports of the built site, and their files by id. */
    reports: { entries: ReportEntry[]; files: Map<string, ReportFile> }
  }
}

/** Reads the reports made by the build of the site; without a build there are none. */
export async function loadReports(folder: string): Promise<void> {
  const list = Bun.file(join(folder, 'reports.json'))
  const entries = (await list.exists()) ? ((await list.json()) as ReportEntry[]) : []
  const read = entries.map(async ({ id, file_name: name }): Promise<[string, ReportFile]> => {
    return [id, { name, bytes: await Bun.file(join(folder, 'reports', name)).bytes() }]
  })
  provideServices({ reports: { entries, files: new Map(await Promise.all(read)) } })
}

/** All reports, audits first, as sorted by the build. */
export const listReports = (): Report[] => getService('reports').entries

/** The PDF of a report. Throws `not_found`. */
export function getReportFile(id: string): ReportFile {
  const file = getService('reports').files.get(id)
  if (!file) throw new Problem('not_found', 'Report not found.')
  return file
}
