import { type AdminStats, adminStats, readerFigures } from '#contract/admin-stats'
import { mayDo } from '#contract/permissions'
import { serve } from '#http/pipeline/serve'
import { readStats } from './service.ts'

/** The figures without those of sections that the caller may not read. */
function withoutReaderFigures(stats: AdminStats): AdminStats {
  const rest = { ...stats }
  for (const name of readerFigures) delete rest[name]
  return rest
}

/** The figures of the dashboard. */
export const statsAdmin = () => [
  serve(adminStats.read, async ({ caller }) => {
    const stats = await readStats()
    return { stats: mayDo(caller.adminRoles, 'read') ? stats : withoutReaderFigures(stats) }
  }),
]
