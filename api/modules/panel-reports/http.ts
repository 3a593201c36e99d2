import { actorOf } from '#common/actor'
import { adminReports } from '#contract/admin-reports'
import { serveExport } from '#http/export/serve-export'
import { serve } from '#http/pipeline/serve'
import { createSchedule, deleteSchedule, listSchedules } from './schedules.ts'
import { exportReport, previewReport } from './service.ts'

/** Reports of the panel. */
export const panelReportAdmin = () => [
  serve(adminReports.totals, ({ params, query }) => previewReport(params.name, query)),
  serveExport(
    adminReports.file,
    ({ params }) => `report-${params.name}`,
    ({ params, query }) => exportReport(params.name, query, query.format),
  ),
  serve(adminReports.schedules, listSchedules),
  serve(adminReports.schedule, async (call) => ({
    schedule: await createSchedule(call.body, actorOf(call)),
  })),
  serve(adminReports.unschedule, async (call) => {
    await deleteSchedule(call.params.id, actorOf(call))
    return { success: true as const }
  }),
]
