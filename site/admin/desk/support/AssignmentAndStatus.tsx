import type { SupportItemFields } from '#contract/desk/admin-support-items'
import type { SupportItemStatus } from '#site/admin/kit/support-labels.ts'
import { AssigneeSelect } from './AssigneeSelect.tsx'
import { StatusSelect } from './support-fields.tsx'
import { refreshSupportLists } from './support-lists.ts'

interface HandlingProps<S extends SupportItemStatus> {
  item: Pick<SupportItemFields, 'assigned_to' | 'assigned_name'> & { status: S; updated_at: string }
  statuses: readonly S[]
  /** How the visitor is notified of a status. */
  hint: string
  failure: string
  save: (change: { assigned_to: number | null } | { status: S; updated_at: string }) => Promise<unknown>
}

/** The assignee and status of an item, each saved as soon as it is changed. */
export function AssignmentAndStatus<S extends SupportItemStatus>({
  item,
  statuses,
  hint,
  failure,
  save,
}: HandlingProps<S>) {
  return (
    <>
      <AssigneeSelect
        item={item}
        save={(assigned_to) => save({ assigned_to })}
        onDone={refreshSupportLists}
      />
      <StatusSelect
        value={item.status}
        statuses={statuses}
        hint={hint}
        save={(status) => save({ status, updated_at: item.updated_at })}
        failure={failure}
        onDone={refreshSupportLists}
      />
    </>
  )
}
