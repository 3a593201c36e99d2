import { actorOf } from '#common/actor'
import { adminViews } from '#contract/admin-views'
import { mayDo } from '#contract/permissions'
import { assertMay } from '#http/pipeline/guard'
import { serve } from '#http/pipeline/serve'
import { createView, deleteView, listViews } from './service.ts'

/** Saved views of the panel. */
export const viewAdmin = () => [
  serve(adminViews.list, async ({ caller }) => ({ views: await listViews(caller.id) })),
  serve(adminViews.create, async (call) => {
    // Auditors read only, and have views of their own.
    if (call.body.shared) assertMay(call.caller, 'desk')
    return { view: await createView(call.body, actorOf(call)) }
  }),
  serve(adminViews.remove, async (call) => {
    await deleteView(call.params.id, mayDo(call.caller.adminRoles, 'administer'), actorOf(call))
    return { success: true as const }
  }),
]
