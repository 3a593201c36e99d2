import { Elysia } from 'elysia'
import { adminStats } from '#contract/admin-stats'
import { serve } from '#plugins/serve'
import { readStats } from './service.ts'

/** The figures of the dashboard. */
export const statsAdmin = () =>
  new Elysia({ name: 'stats' }).use(serve(adminStats.read, async () => ({ stats: await readStats() })))
