import { workQueue } from '#contract/desk/work-queue'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { listWorkQueue } from './work-queue.ts'

/** What waits for the desk. */
export const queueAdmin = () => [
  serveEndpoint(workQueue.get, ({ caller, query }) =>
    listWorkQueue({ id: caller.id, roles: caller.adminRoles }, query),
  ),
]
