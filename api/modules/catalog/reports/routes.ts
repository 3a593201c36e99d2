import { reports } from '#contract/catalog/reports'
import { serveCached } from '#http/cache/serve-cached'
import { getApiHeaders } from '#http/pipeline/responses'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { createStaticFile, type StaticFile, sendFile } from '#http/static/static-file'
import type { ReportFile } from './published-reports.ts'
import { getReportFile, listReports } from './published-reports.ts'

const prepared = new WeakMap<ReportFile, StaticFile>()

/** The file with its headers and entity tag, created on the first request. */
function prepare(file: ReportFile): StaticFile {
  const known = prepared.get(file)
  if (known) return known
  const headers = {
    ...getApiHeaders(''),
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600',
  }
  const made = createStaticFile(file.bytes, { tag: Bun.hash(file.bytes).toString(36), headers })
  prepared.set(file, made)
  return made
}

/** Audit and compliance reports, and their files. */
export const reportRoutes = () => [
  serveCached(reports.list, () => ({ reports: listReports() }), { maxAgeMs: 60_000 }),
  serveEndpoint(reports.download, ({ params, request }) =>
    sendFile(request, prepare(getReportFile(params.id))),
  ),
]
