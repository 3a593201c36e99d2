import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { SupportItemFields } from '#contract/desk/admin-support-items'
import { formatFailureMessage } from '#core/api/error-messages'
import { $administrator } from '#core/session/admin-session'
import { Button } from '#ui/Button'
import { Field, Select } from '#ui/Field'
import { $agents } from './support-agents.ts'

/** The selectable administrators, including the current assignee even if they are no longer eligible. */
export function useAssigneeOptions(current?: Pick<SupportItemFields, 'assigned_to' | 'assigned_name'>) {
  const agents = useStore($agents)
  const me = useStore($administrator)
  const known = agents.some(({ id }) => id === current?.assigned_to)
  const all =
    current?.assigned_to && !known
      ? [...agents, { id: current.assigned_to, username: current.assigned_name }]
      : agents
  return all.map(({ id, username }) => ({
    value: String(id),
    label: id === me ? `${username} (me)` : username,
  }))
}

interface AssignChoiceProps {
  item: Pick<SupportItemFields, 'assigned_to' | 'assigned_name'>
  save: (assignedTo: number | null) => Promise<unknown>
  /** Resolves when the item has been reloaded. */
  onDone: () => Promise<unknown>
}

/** The assignee of an item, saved as soon as it is changed. */
export function AssigneeSelect({ item, save, onDone }: AssignChoiceProps) {
  const options = useAssigneeOptions(item)
  const me = useStore($administrator)
  const [wanted, setWanted] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const choose = async (value: string) => {
    if (wanted !== undefined) return
    setWanted(value)
    setProblem(undefined)
    try {
      await save(value === '' ? null : Number(value))
    } catch (error) {
      setProblem(formatFailureMessage('Failed to assign', error))
    }
    await onDone()
    setWanted(undefined)
  }
  const current = wanted ?? (item.assigned_to === null ? '' : String(item.assigned_to))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Assignee" error={problem} filter>
        {(wiring) => (
          <Select
            {...wiring}
            className="max-w-60"
            // Not disabled, because a disabled button loses the focus.
            aria-disabled={wanted !== undefined || undefined}
            aria-busy={wanted !== undefined || undefined}
            options={[{ value: '', label: 'Unassigned' }, ...options]}
            value={current}
            onChange={({ target }) => choose(target.value)}
          />
        )}
      </Field>
      {me !== undefined && current !== String(me) && options.some(({ value }) => value === String(me)) && (
        <Button look="quiet" onClick={() => choose(String(me))}>
          Assign to me
        </Button>
      )}
    </div>
  )
}
