import { toActor } from '#common/audit-actor'
import { adminViews } from '#contract/desk/admin-views'
import { hasPermission } from '#contract/permissions'
import { assertPermission } from '#http/pipeline/access-guard'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { createView, deleteView, listViews } from './service.ts'

/** Saved views of the panel. */
export const viewAdmin = () => [
  serveEndpoint(adminViews.list, async ({ caller }) => ({ views: await listViews(caller.id) })),
  serveEndpoint(adminViews.create, async (call) => {
    // Auditors read only, and have views of their own.
    if (call.body.shared) assertPermission(call.caller, 'desk')
    return { view: await createView(call.body, toActor(call)) }
  }),
  serveEndpoint(adminViews.delete, async (call) => {
    await deleteView(call.params.id, hasPermission(call.caller.adminRoles, 'administer'), toActor(call))
    return { success: true as const }
  }),
]
