import { type AdminStats, adminStats, restrictedStats } from '#contract/desk/admin-dashboard'
import { hasPermission } from '#contract/permissions'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import type { AdminRole } from '#shared/enums/accounts'
import { getDashboardStats } from './dashboard-stats.ts'

/** The figures without those of sections that these roles may not read. */
function readableFigures(stats: AdminStats, roles: readonly AdminRole[] | undefined): AdminStats {
  const rest = { ...stats }
  for (const { permission, names } of restrictedStats) {
    if (!hasPermission(roles, permission)) for (const name of names) delete rest[name]
  }
  return rest
}

/** The figures of the dashboard. */
export const statsAdmin = () => [
  serveEndpoint(adminStats.get, async ({ caller }) => ({
    stats: readableFigures(await getDashboardStats(), caller.adminRoles),
  })),
]
