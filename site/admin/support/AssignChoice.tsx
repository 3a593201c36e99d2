import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { DeskFields } from '#contract/admin-desk'
import { describeFailure } from '#core/api/failures'
import { $administrator } from '#core/session/admin-session'
import { Button } from '#ui/Button'
import { Field, Select } from '#ui/Field'
import { $agents } from './agents.ts'

/** The administrators to choose from; the one who works on an item is among them even when they no longer can. */
export function useAgentOptions(current?: Pick<DeskFields, 'assigned_to' | 'assigned_name'>) {
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
  item: Pick<DeskFields, 'assigned_to' | 'assigned_name'>
  save: (assignedTo: number | null) => Promise<unknown>
  /** Resolves when the item has been read again. */
  onDone: () => Promise<unknown>
}

/** Who works on an item, saved as soon as another is chosen. */
export function AssignChoice({ item, save, onDone }: AssignChoiceProps) {
  const options = useAgentOptions(item)
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
      setProblem(describeFailure('Failed to assign', error))
    }
    await onDone()
    setWanted(undefined)
  }
  const current = wanted ?? (item.assigned_to === null ? '' : String(item.assigned_to))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Assigned to" error={problem} filter>
        {(wiring) => (
          <Select
            {...wiring}
            className="max-w-60"
            // Not disabled, because a disabled button loses the focus.
            aria-disabled={wanted !== undefined || undefined}
            aria-busy={wanted !== undefined || undefined}
            options={[{ value: '', label: 'Nobody' }, ...options]}
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
