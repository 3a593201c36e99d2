import { useState } from 'react'
import { BulkQuestion } from '#site/admin/list/BulkQuestion.tsx'
import { Select } from '#ui/Field'
import { useAgentOptions } from './AssignChoice.tsx'
import {
  type DeskPlan,
  type ManyChange,
  type Planned,
  type PlanRules,
  planAssignment,
  planStatus,
} from './bulk-plans.ts'
import { changeMany } from './changes.ts'
import { type DeskStatus, statusOptions } from './labels.ts'

interface BulkActionsProps<Row, S extends DeskStatus> {
  rows: readonly Row[]
  clear: () => void
  statuses: readonly S[]
  rules: PlanRules<Row, S>
  setMany: (change: ManyChange<S>) => Promise<unknown>
}

/** Sets the status of all selected items or assigns them; each says first what would happen. */
export function BulkActions<Row extends Planned<S> & { reference: string }, S extends DeskStatus>({
  rows,
  clear,
  statuses,
  rules,
  setMany,
}: BulkActionsProps<Row, S>) {
  const [plan, setPlan] = useState<DeskPlan<Row, S>>()
  const agents = [...useAgentOptions(), { value: 'none', label: 'Nobody' }]
  const assign = (value: string) => {
    const label = agents.find((agent) => agent.value === value)?.label ?? ''
    const isNobody = value === 'none'
    setPlan(planAssignment(rows, isNobody ? null : Number(value), isNobody ? 'nobody' : label, rules))
  }
  return (
    <>
      <Select
        className="h-11 max-w-52"
        aria-label="Set status of selected to"
        prompt="Set status…"
        options={statusOptions(statuses)}
        value=""
        onChange={({ target }) => {
          const status = statuses.find((one) => one === target.value)
          if (status) setPlan(planStatus(rows, status, rules))
        }}
      />
      <Select
        className="h-11 max-w-52"
        aria-label="Assign selected to"
        prompt="Assign to…"
        options={agents}
        value=""
        onChange={({ target }) => assign(target.value)}
      />
      <BulkQuestion
        plan={plan}
        one={rules.one}
        nameOf={({ reference }: Row) => reference}
        onClose={() => setPlan(undefined)}
        run={async (asked) => {
          if (await changeMany(asked, setMany)) clear()
        }}
      />
    </>
  )
}
