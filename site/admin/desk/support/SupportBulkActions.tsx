import { useState } from 'react'
import { BulkActionDialog } from '#site/admin/kit/list/BulkActionDialog.tsx'
import { getStatusOptions, type SupportItemStatus } from '#site/admin/kit/support-labels.ts'
import { Select } from '#ui/Field'
import { useAssigneeOptions } from './AssigneeSelect.tsx'
import { applyBulkChange } from './apply-changes.ts'
import {
  type BulkChange,
  type BulkChangeItem,
  type BulkChangePreview,
  type BulkChangeRules,
  previewAssignment,
  previewStatusChange,
} from './bulk-change-preview.ts'

interface BulkActionsProps<Row, S extends SupportItemStatus> {
  rows: readonly Row[]
  clear: () => void
  statuses: readonly S[]
  rules: BulkChangeRules<Row, S>
  setMany: (change: BulkChange<S>) => Promise<unknown>
}

/** Sets the status of all selected items or assigns them; each action first shows what would happen. */
export function SupportBulkActions<
  Row extends BulkChangeItem<S> & { reference: string },
  S extends SupportItemStatus,
>({ rows, clear, statuses, rules, setMany }: BulkActionsProps<Row, S>) {
  const [plan, setPlan] = useState<BulkChangePreview<Row, S>>()
  const agents = [...useAssigneeOptions(), { value: 'none', label: 'Unassigned' }]
  const assign = (value: string) => {
    const label = agents.find((agent) => agent.value === value)?.label ?? ''
    const isNobody = value === 'none'
    setPlan(previewAssignment(rows, isNobody ? null : Number(value), isNobody ? 'no one' : label, rules))
  }
  return (
    <>
      <Select
        className="h-11 max-w-52"
        aria-label="Set status of selected items"
        prompt="Set status…"
        options={getStatusOptions(statuses)}
        value=""
        onChange={({ target }) => {
          const status = statuses.find((one) => one === target.value)
          if (status) setPlan(previewStatusChange(rows, status, rules))
        }}
      />
      <Select
        className="h-11 max-w-52"
        aria-label="Assign selected items"
        prompt="Assign to…"
        options={agents}
        value=""
        onChange={({ target }) => assign(target.value)}
      />
      <BulkActionDialog
        plan={plan}
        singularLabel={rules.singularLabel}
        nameOf={({ reference }: Row) => reference}
        onClose={() => setPlan(undefined)}
        run={async (asked) => {
          if (await applyBulkChange(asked, setMany)) clear()
        }}
      />
    </>
  )
}
