import { type AdminStats, adminStats, restrictedFigures } from '#contract/admin-stats'
import { mayDo } from '#contract/permissions'
import { serve } from '#http/pipeline/serve'
import type { AdminRole } from '#shared/enums/accounts'
import { readStats } from './service.ts'

/** The figures without those of sections that these roles may not read. */
function readableFigures(stats: AdminStats, roles: readonly AdminRole[] | undefined): AdminStats {
  const rest = { ...stats }
  for (const { permission, names } of restrictedFigures) {
    if (!mayDo(roles, permission)) for (const name of names) delete rest[name]
  }
  return rest
}

/** The figures of the dashboard. */
export const statsAdmin = () => [
  serve(adminStats.read, async ({ caller }) => ({
    stats: readableFigures(await readStats(), caller.adminRoles),
  })),
]
