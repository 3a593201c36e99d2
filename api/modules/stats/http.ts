import { adminStats } from '#contract/admin-stats'
import { serve } from '#http/pipeline/serve'
import { readStats } from './service.ts'

/** The figures of the dashboard. */
export const statsAdmin = () => [serve(adminStats.read, async () => ({ stats: await readStats() }))]
