import { reports } from '#contract/reports'
import { serveCached } from '#http/cache/serve-cached'
import { apiHeaders } from '#http/pipeline/responses'
import { serve } from '#http/pipeline/serve'
import { makeStaticFile, type StaticFile, sendBytes } from '#http/static/static-file'
import type { ReportFile } from './service.ts'
import { listReports, readReport } from './service.ts'

const prepared = new WeakMap<ReportFile, StaticFile>()

/** The file with its headers and entity tag, created on the first request. */
function prepare(file: ReportFile): StaticFile {
  const known = prepared.get(file)
  if (known) return known
  const headers = {
    ...apiHeaders(''),
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Cache-Control': 'public, max-age=300, stale-while-revalidate=3600',
  }
  const made = makeStaticFile(file.bytes, { tag: Bun.hash(file.bytes).toString(36), headers })
  prepared.set(file, made)
  return made
}

/** Audit and compliance reports, and their files. */
export const reportRoutes = () => [
  serveCached(reports.list, () => ({ reports: listReports() }), { freshFor: 60_000 }),
  serve(reports.download, ({ params, request }) => sendBytes(request, prepare(readReport(params.id)))),
]
