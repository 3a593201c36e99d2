import { getServerErrorMessage } from '#core/api/error-messages'
import type { SupportItemStatus } from '#site/admin/kit/support-labels.ts'
import { createToastStore } from '#site/admin/kit/toasts/toast-store.ts'
import type { BulkChange, BulkChangePreview } from './bulk-change-preview.ts'
import { refreshSupportLists } from './support-lists.ts'

/** Toasts of the support section. */
export const supportToasts = createToastStore()

const reasonFor = (error: unknown) => getServerErrorMessage(error, 'No changes were made. Please try again.')

type SetMany<S extends SupportItemStatus> = (change: BulkChange<S>) => Promise<unknown>

async function takeBack<Row, S extends SupportItemStatus>(
  plan: BulkChangePreview<Row, S>,
  setMany: SetMany<S>,
): Promise<void> {
  try {
    for (const change of plan.undo) await setMany(change)
    supportToasts.succeed('Undone.')
  } catch (error) {
    supportToasts.fail('Failed to undo', reasonFor(error))
  } finally {
    await refreshSupportLists()
  }
}

/** Carries out a plan. Returns whether it succeeded; it can be undone if nothing has been sent. */
export async function applyBulkChange<Row, S extends SupportItemStatus>(
  plan: BulkChangePreview<Row, S>,
  setMany: SetMany<S>,
): Promise<boolean> {
  try {
    await setMany(plan.change)
    if (plan.undo.length > 0) supportToasts.succeedUndoable(plan.done, () => takeBack(plan, setMany))
    else supportToasts.succeed(plan.done)
    return true
  } catch (error) {
    supportToasts.fail('Failed to update selected items', reasonFor(error))
    return false
  } finally {
    await refreshSupportLists()
  }
}
