import { Elysia } from 'elysia'
import { reports } from '#contract/reports'
import { serve } from '#plugins/serve'
import { serveShared } from '#plugins/serve-shared'
import { listReports, sendReport } from './service.ts'

/** Audit and compliance reports, and their files. */
export const reportRoutes = () =>
  new Elysia({ name: 'reports' })
    .use(serveShared(reports.list, () => ({ reports: listReports() }), { freshFor: 60_000 }))
    .use(serve(reports.download, ({ params, request }) => sendReport(params.id, request)))
