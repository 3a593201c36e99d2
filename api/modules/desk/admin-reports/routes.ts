import type { Caller } from '#common/access-token'
import { toActor } from '#common/audit-actor'
import { adminReports } from '#contract/desk/admin-reports'
import { serveExport } from '#http/export/serve-export'
import { assertPermission } from '#http/pipeline/access-guard'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import type { AdminReportType } from '#shared/enums/reports'
import { createSchedule, deleteSchedule, listSchedules } from './report-schedules.ts'
import { exportReport, previewReport } from './service.ts'

/** Throws `forbidden` for the report on the audit log without permission to read that. */
function assertReadable(report: AdminReportType, caller: Caller): void {
  if (report === 'access') assertPermission(caller, 'audit')
}

/** Reports of the panel. */
export const panelReportAdmin = () => [
  serveEndpoint(adminReports.preview, ({ params, query, caller }) => {
    assertReadable(params.name, caller)
    return previewReport(params.name, query)
  }),
  serveExport(
    adminReports.download,
    ({ params }) => `report-${params.name}`,
    ({ params, query, caller }) => {
      assertReadable(params.name, caller)
      return exportReport(params.name, query, query.format)
    },
  ),
  serveEndpoint(adminReports.listSchedules, listSchedules),
  serveEndpoint(adminReports.createSchedule, async (call) => {
    assertReadable(call.body.report, call.caller)
    return { schedule: await createSchedule(call.body, toActor(call)) }
  }),
  serveEndpoint(adminReports.deleteSchedule, async (call) => {
    await deleteSchedule(call.params.id, toActor(call))
    return { success: true as const }
  }),
]
