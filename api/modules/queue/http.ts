import { queue } from '#contract/queue'
import { serve } from '#http/pipeline/serve'
import { readQueue } from './service.ts'

/** What waits for the desk. */
export const queueAdmin = () => [
  serve(queue.read, ({ caller, query }) => readQueue({ id: caller.id, roles: caller.adminRoles }, query)),
]
