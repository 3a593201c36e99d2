import { explainRejection } from '#core/api/failures'
import { createToastStore } from '#site/admin/toast/toast-store.ts'
import type { DeskPlan, ManyChange } from './bulk-plans.ts'
import { refreshDesk } from './desk.ts'
import type { DeskStatus } from './labels.ts'

/** Toasts of the desk. */
export const deskOutcome = createToastStore()

const reasonFor = (error: unknown) => explainRejection(error, 'Nothing was changed. Please try again.')

type SetMany<S extends DeskStatus> = (change: ManyChange<S>) => Promise<unknown>

async function takeBack<Row, S extends DeskStatus>(
  plan: DeskPlan<Row, S>,
  setMany: SetMany<S>,
): Promise<void> {
  try {
    for (const change of plan.undo) await setMany(change)
    deskOutcome.succeed('Undone.')
  } catch (error) {
    deskOutcome.fail('Failed to undo', reasonFor(error))
  } finally {
    await refreshDesk()
  }
}

/** Carries out a plan. Returns whether it was done; it can be undone where nothing has left the house. */
export async function changeMany<Row, S extends DeskStatus>(
  plan: DeskPlan<Row, S>,
  setMany: SetMany<S>,
): Promise<boolean> {
  try {
    await setMany(plan.change)
    if (plan.undo.length > 0) deskOutcome.succeedUndoable(plan.done, () => takeBack(plan, setMany))
    else deskOutcome.succeed(plan.done)
    return true
  } catch (error) {
    deskOutcome.fail('Failed to change the selected', reasonFor(error))
    return false
  } finally {
    await refreshDesk()
  }
}
