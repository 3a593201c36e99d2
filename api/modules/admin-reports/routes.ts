import { toActor } from '#common/audit-actor'
import { adminReports } from '#contract/admin-reports'
import { hasPermission } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { serveExport } from '#http/export/serve-export'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import type { AdminRole } from '#shared/enums/accounts'
import { createSchedule, deleteSchedule, listSchedules } from './report-schedules.ts'
import { exportReport, previewReport } from './service.ts'

/** Throws `forbidden` for the report of the audit log without permission to read that. */
function assertReadable(report: string, roles: readonly AdminRole[] | undefined): void {
  if (report === 'access' && !hasPermission(roles, 'audit'))
    throw new Problem('forbidden', 'Your role does not allow reading the audit log.')
}

/** Reports of the panel. */
export const panelReportAdmin = () => [
  serveEndpoint(adminReports.preview, ({ params, query, caller }) => {
    assertReadable(params.name, caller.adminRoles)
    return previewReport(params.name, query)
  }),
  serveExport(
    adminReports.download,
    ({ params }) => `report-${params.name}`,
    ({ params, query, caller }) => {
      assertReadable(params.name, caller.adminRoles)
      return exportReport(params.name, query, query.format)
    },
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
