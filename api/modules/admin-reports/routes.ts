import { toActor } from '#common/audit-actor'
import { adminReports } from '#contract/admin-reports'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { createSchedule, deleteSchedule, listSchedules } from './report-schedules.ts'
import { exportReport, previewReport } from './service.ts'

/** Reports of the panel. */
export const panelReportAdmin = () => [
  serveEndpoint(adminReports.preview, ({ params, query }) => previewReport(params.name, query)),
  serveExport(
    adminReports.download,
    ({ params }) => `report-${params.name}`,
    ({ params, query }) => exportReport(params.name, query, query.format),
  ),
  serveEndpoint(adminReports.listSchedules, listSchedules),
  serveEndpoint(adminReports.createSchedule, async (call) => ({
    schedule: await createSchedule(call.body, toActor(call)),
  })),
  serveEndpoint(adminReports.deleteSchedule, async (call) => {
    await deleteSchedule(call.params.id, toActor(call))
    return { success: true as const }
  }),
]
