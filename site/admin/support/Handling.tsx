import type { DeskFields } from '#contract/admin-desk'
import { AssignChoice } from './AssignChoice.tsx'
import { refreshDesk } from './desk.ts'
import type { DeskStatus } from './labels.ts'
import { StatusChoice } from './parts.tsx'

interface HandlingProps<S extends DeskStatus> {
  item: Pick<DeskFields, 'assigned_to' | 'assigned_name'> & { status: S; updated_at: string }
  statuses: readonly S[]
  /** How the visitor is notified of a status. */
  hint: string
  failure: string
  save: (change: { assigned_to: number | null } | { status: S; updated_at: string }) => Promise<unknown>
}

/** Who works on an item, and its status: each saved as soon as another is chosen. */
export function Handling<S extends DeskStatus>({ item, statuses, hint, failure, save }: HandlingProps<S>) {
  return (
    <>
      <AssignChoice item={item} save={(assigned_to) => save({ assigned_to })} onDone={refreshDesk} />
      <StatusChoice
        value={item.status}
        statuses={statuses}
        hint={hint}
        save={(status) => save({ status, updated_at: item.updated_at })}
        failure={failure}
        onDone={refreshDesk}
      />
    </>
  )
}
